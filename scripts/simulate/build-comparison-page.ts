import { buildComparisonTable } from "./build-comparison-table.ts";
import { factors, ours, type Row } from "./compare-policies.ts";
import { lossesTo, type Verdict } from "./judge-comparison.ts";
import { difficultKinds } from "./difficult-publishers.ts";
import { syntheticKinds } from "./synthetic-publishers.ts";

/** `frontier`: each policy set to more or fewer requests. */
export type Compared = { rows: Row[]; thousand: Row[]; frontier: Row[]; verdicts: Verdict[] };

/** docs/simulate.md. */
export function buildComparisonPage({ rows, thousand, frontier, verdicts }: Compared): string {
  return `# When to fetch again: seven policies compared

Written by \`npm run simulate\`; do not edit.

Thirty days on a fake clock. Ours is \`src/schedule/policy/fetch-policy.ts\` itself with the default settings: *learned* is
\`FETCHER_ADAPTIVE=learned\`, the default, and *factors* is \`FETCHER_ADAPTIVE=factors\`. A first document has 30 items. A delay runs
from an item's publication to the fetch that finds it. "Early" counts requests before the time a server asked for (Cache-Control, ttl,
Retry-After) or within its skipHours and skipDays. A request takes no time, and every feed is fetched the moment it is due.

![Requests and delay](pictures/simulate.svg)

## What it shows

${verdicts.map(({ claim, broken }) => `- ${claim} ${broken.length === 0 ? "Holds." : `BROKEN: ${broken.join("; ")}.`}`).join("\n")}

Delay means the median over items, unless the claim says otherwise. "Median feed" is the median over feeds of each feed's mean delay:
there every feed counts alike. Ours is better if a server sends a short \`max-age\`: then it fetches more often than hourly. If
servers send no hints, ours is a little slower than hourly (see "newsroom, no hints" and "recorded"), because without a hint it never
fetches more often than once an hour. This is intended: [politeness](politeness.md#how-often) lists the rules.

The same feeds, with each policy set to more or to fewer requests. For ours that is c, what a request is worth: from 1 to 32 minutes of
waiting. CommaFeed alone gets below our line, with many requests: it asks silent servers every quarter of an hour, and thousands of times
before the time that a server asked for. On the right every feed counts alike, whether it publishes a hundred items a day or one a week.
There a fixed interval is better for the same number of requests, because ours spends more of them where more items appear.

![What each policy can reach](pictures/simulate-frontier.svg)

## Learned or by factors

The factors bring every feed to the point where half of its fetches find something, so the interval grows with the time between
items. If a request costs the same everywhere, and an item waits half an interval on average, the best interval grows only with
the square root of that time: √(2c/λ) at λ items a minute. We use c = 9 minutes. λ comes from 51 bytes per feed: how much it
published, at which hours and on which days, how much in the last four hours, and how long it has been silent. The constants were
chosen on these hundred feeds and the recorded ones; a test runs the comparison on a hundred others.

So the learned interval moves requests from feeds that publish all the time to those that rarely do. Where it isn't better:

${listLosses(rows)}

The median over all items is longer, too, because most items come from newsrooms, which are asked less often now.

## Who publishes

${syntheticKinds.map(({ kind, feeds, what }) => `- **${kind}** (${feeds}): ${what}.`).join("\n")}

Not part of the hundred, one difficulty each:

${difficultKinds.map(({ kind, feeds, what }) => `- **${kind}** (${feeds}): ${what}.`).join("\n")}
- **demo**: the outlets of \`npm run demo\`, a day of each repeated: an item every ten minutes, and no hints.
- **recorded**: publication dates of all real feeds with ten or more dates, from a corpus that is not part of the repository. The gaps
  between them repeat until the month is full. Only what the documents say was recorded, not what their servers asked.

A clock of ours that jumps forward makes stored times come early by as much, under every policy. We can't know of that; here our clock
is only behind and comes back.

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
- **FreshRSS**, as its maintainers describe it ([6712](https://github.com/FreshRSS/FreshRSS/issues/6712),
  [7571](https://github.com/FreshRSS/FreshRSS/issues/7571), [7920](https://github.com/FreshRSS/FreshRSS/issues/7920),
  [8928](https://github.com/FreshRSS/FreshRSS/issues/8928)): every hour; Cache-Control lengthens that, and so does Retry-After, up to
  two days.

## The figures

${buildComparisonTable([...thousand, ...rows])}

The hundred feeds again, with other settings:

${buildComparisonTable(frontier)}
`;
}

/** Why a kind of feed gets more requests or a longer delay than by the factors. */
const reasons: Record<string, string> = {
  newsroom: "by day it was asked every six minutes, and is asked every thirteen now; that saves half of its requests",
  "newsroom, no hints": "both ask about hourly by day, and the factors a little less at night",
  "daily blog": "it was asked twice a day, and is asked about eight times now",
  "weekly blog": "it was asked about once a day, and is asked three or four times now",
  "dead feed": "nothing is known of it, so it is asked a few times a day at first, and less with every week",
  bursty: "nothing announces its next burst, so it is asked about every three hours",
  "time-zoned":
    "it is asked every hour while it publishes; by the factors it takes the morning to get there after a night",
  "careful host": "it is asked as soon as its max-age ends, about twice a day",
  overloaded: "on its good days it is asked like any feed with three items a day",
  "weekday mornings":
    "the factors need the whole morning to notice that it has begun; now it is asked hourly while it lasts",
  "Sunday paper": "it is asked hourly on Sundays, and a few times a day otherwise in case of news",
  "summer time": "it is asked hourly around its three hours, also when they move",
  "false dates": "whatever it writes, it is asked by when its items were found: every one to three hours",
  "our clock is wrong": "it is asked like any feed with three items a day",
  "we are down": "it is asked hourly by day, and the first fetch after the outage finds all that came in it",
  recorded: "most of these feeds publish less than an item a day: they are asked like the blogs",
};

function listLosses(rows: Row[]): string {
  const learned = new Map(rows.filter(({ policy }) => policy === ours).map((row) => [row.group, row]));
  return rows
    .filter(({ policy }) => policy === factors)
    .flatMap((before) => {
      const now = learned.get(before.group);
      const isSame = now?.requests === before.requests && now.meanMs === before.meanMs;
      const lost = now === undefined || isSame ? [] : lossesTo(before, now);
      if (lost.length === 0) return [];
      return `- **${before.group}**, ${lost.map((what) => `longer ${what}`.replace("longer requests", "more requests")).join(", ")}: ${reasons[before.group] ?? "unexplained"}.`;
    })
    .join("\n");
}
