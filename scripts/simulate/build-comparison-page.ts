import { buildComparisonTable } from "./build-comparison-table.ts";
import type { Row } from "./compare-policies.ts";
import type { Verdict } from "./judge-comparison.ts";
import { syntheticKinds } from "./synthetic-publishers.ts";

/** docs/simulate.md. */
export function buildComparisonPage(rows: Row[], verdicts: Verdict[]): string {
  return `# When to come back: five policies compared

Written by \`npm run simulate\`; do not edit.

Thirty days on a fake clock. Ours is \`src/feeds/fetch-policy.ts\` itself with the settings as they come. A delay runs from
an item's publication to the fetch that brings it; "early" counts requests before the time a server had asked for
(Cache-Control, ttl, Retry-After) or within its skipHours and skipDays. A request takes no time, and everybody is served the
moment he is due.

![Requests and delay](pictures/simulate.svg)

## What it shows

${verdicts.map(({ claim, broken }) => `- ${claim} ${broken.length === 0 ? "Holds." : `BROKEN: ${broken.join("; ")}.`}`).join("\n")}

The delay meant is the median over items, and it is won where a server names a short \`max-age\`: there ours comes more often
than hourly. Where servers are silent ours is a little slower than hourly (see "news desk, silent" and "recorded"), for
without a word nobody is asked more often than once an hour. The slowest twentieth waits longer with ours than with either:
a feed that rarely changes is asked once a day. These are prices that the rules name (DECISIONS, C7), not oversights.

## Who publishes

${syntheticKinds.map(({ kind, feeds, what }) => `- **${kind}** (${feeds}): ${what}.`).join("\n")}
- **recorded**: publication dates of real feeds in ../shared/corpus that carry ten or more; the gaps between them repeat until
  the month is full. What their servers asked was not recorded, only what the documents say.

The hundred feeds are a choice, a long tail as [Miniflux' issue 643](https://github.com/miniflux/v2/issues/643) describes it:
a few publish many times an hour, most a few times a month. Other mixtures move the totals; the rows by kind do not move.

## The others' rules

- **fixed hourly**: every hour, whatever anybody says.
- **Miniflux**, by [its manual page](https://man.archlinux.org/man/extra/miniflux/miniflux.1.en): *round robin* comes every 60
  minutes; *entry frequency* divides a week by the items of the last week, from 5 minutes to 24 hours. ttl, Cache-Control,
  Expires and Retry-After lengthen either up to 24 hours; skipHours and skipDays are not mentioned. That its scheduler looks
  for due feeds once an hour by default is left out, in its favour.
- **CommaFeed**, by [its documentation](https://athou.github.io/commafeed/documentation) and
  [the notes of 5.6.0](https://newreleases.io/project/github/Athou/commafeed/release/5.6.0): from 5 minutes to 4 hours; half
  the average gap between items up to an hour, an hour and more after a week of silence. Cache-Control of a changed document
  and Retry-After lengthen it, up to 4 hours.

## The figures

${buildComparisonTable(rows)}
`;
}
