import { buildComparisonTable } from "./build-comparison-table.ts";
import type { Row } from "./compare-policies.ts";
import type { Verdict } from "./judge-comparison.ts";
import { syntheticKinds } from "./synthetic-publishers.ts";

/** docs/simulate.md. */
export function buildComparisonPage(rows: Row[], verdicts: Verdict[]): string {
  return `# When to fetch again: five policies compared

Written by \`npm run simulate\`; do not edit.

Thirty days on a fake clock. Ours is \`src/schedule/policy/fetch-policy.ts\` itself with the default settings. A delay runs from an item's
publication to the fetch that finds it. "Early" counts requests before the time a server asked for (Cache-Control, ttl,
Retry-After) or within its skipHours and skipDays. A request takes no time, and every feed is fetched the moment it is due.

![Requests and delay](pictures/simulate.svg)

## What it shows

${verdicts.map(({ claim, broken }) => `- ${claim} ${broken.length === 0 ? "Holds." : `BROKEN: ${broken.join("; ")}.`}`).join("\n")}

Delay means the median over items. Ours is better if a server sends a short \`max-age\`: then it fetches more often than hourly. If
servers send no hints, ours is a little slower than hourly (see "newsroom, no hints" and "recorded"), because without a hint it never
fetches more often than once an hour. The slowest 5 % wait longer with ours than with either: a feed that rarely changes is fetched
once a day. This is intended: [politeness](politeness.md#how-often) lists the rules.

## Who publishes

${syntheticKinds.map(({ kind, feeds, what }) => `- **${kind}** (${feeds}): ${what}.`).join("\n")}
- **recorded**: publication dates of real feeds with ten or more dates, from a corpus that is not part of the repository. The gaps
  between them repeat until the month is full. Only what the documents say was recorded, not what their servers asked.

We chose the hundred feeds to form a long tail, as [Miniflux' issue 643](https://github.com/miniflux/v2/issues/643) describes it:
a few publish many times an hour, most a few times a month. Another mixture changes the totals, but not the rows by kind.

## The other policies

- **fixed hourly**: every hour, whatever the server asks.
- **Miniflux**, by [its manual page](https://man.archlinux.org/man/extra/miniflux/miniflux.1.en): *round robin* fetches every 60
  minutes; *entry frequency* divides a week by the items of the last week, from 5 minutes to 24 hours. ttl, Cache-Control,
  Expires and Retry-After lengthen either up to 24 hours; skipHours and skipDays are not mentioned. Its scheduler looks
  for due feeds once an hour by default; we left that out, in its favour.
- **CommaFeed**, by [its documentation](https://athou.github.io/commafeed/documentation) and
  [the notes of 5.6.0](https://newreleases.io/project/github/Athou/commafeed/release/5.6.0): from 5 minutes to 4 hours; half
  the average gap between items up to an hour, an hour and more after a week of silence. Cache-Control of a changed document
  and Retry-After lengthen it, up to 4 hours.

## The figures

${buildComparisonTable(rows)}
`;
}
