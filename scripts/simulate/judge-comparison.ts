import type { Row } from "./compare-policies.ts";
import { factors, mixture, ours } from "./compare-policies.ts";

export type Verdict = { claim: string; broken: string[] };

const beaten = ["fixed hourly", "Miniflux round robin", "FreshRSS"];

/** What the comparison must show. Against other programs, delay is the median over items. */
export function judgeComparison(rows: Row[]): Verdict[] {
  const own = new Map(rows.filter(({ policy }) => policy === ours).map((row) => [row.group, row]));
  const rivals = rows.filter(({ policy }) => policy !== ours);
  const pairs = rivals.flatMap((rival) => {
    const mine = own.get(rival.group);
    return mine === undefined ? [] : [{ mine, rival }];
  });
  return [
    {
      claim: `On ${mixture} the learned interval makes fewer requests than the factors, with a shorter mean delay, over items and over feeds.`,
      broken: rows
        .filter(({ group, policy }) => group === mixture && policy === factors)
        .flatMap((before) => lossesTo(before, own.get(mixture) ?? before)),
    },
    {
      claim: "No other policy has both fewer requests and a shorter delay, on any kind of feed.",
      broken: pairs.filter(({ mine, rival }) => isBetter(rival, mine)).map(describePair),
    },
    {
      claim: `On ${mixture} ours has both fewer requests and a shorter delay than ${beaten.join(", ")}.`,
      broken: pairs
        .filter(({ mine, rival }) => rival.group === mixture && beaten.includes(rival.policy) && !isBetter(mine, rival))
        .map(describePair),
    },
    {
      claim: "Ours never makes a request earlier than the server asked.",
      broken: [...own.values()]
        .filter(({ violations }) => violations > 0)
        .map(({ group, violations }) => `${group}: ${violations} times`),
    },
  ];
}

/** Of policies that can be set to any number of requests: CommaFeed reaches less delay with very many. */
const matched = ["fixed interval", "Miniflux round robin", "Miniflux entry frequency", "FreshRSS"];

/** `frontier`: the same feeds with a policy set to more or fewer requests. */
export function judgeFrontier(frontier: Row[]): Verdict {
  const own = frontier.filter(({ policy }) => policy === ours);
  return {
    claim: `However ${matched.join(", ")} are set, for every c from 1 to 32 none has both fewer requests and a shorter mean delay.`,
    broken: frontier
      .filter(({ policy }) => matched.includes(policy))
      .flatMap((rival) => own.filter((mine) => isBelow(rival, mine)).map((mine) => describePair({ mine, rival }))),
  };
}

function isBelow(one: Row, other: Row): boolean {
  return one.requests < other.requests && (one.meanMs ?? Infinity) < (other.meanMs ?? Infinity);
}

/** Where the learned interval is not better than the factors. */
export function lossesTo(before: Row, learned: Row): string[] {
  const measures = [
    ["requests", before.requests, learned.requests],
    ["mean delay", before.meanMs, learned.meanMs],
    ["median over feeds", before.feedMs, learned.feedMs],
  ] as const;
  return measures.flatMap(([what, old, now]) => (old !== null && now !== null && now >= old ? [what] : []));
}

// If nothing is published, there is no delay to compare.
function isBetter(one: Row, other: Row): boolean {
  if (one.medianMs === null || other.medianMs === null) return false;
  return one.requests < other.requests && one.medianMs < other.medianMs;
}

function describePair({ mine, rival }: { mine: Row; rival: Row }): string {
  return `${rival.group}, ${rival.policy}: ${rival.requests} requests against ${mine.requests}`;
}
