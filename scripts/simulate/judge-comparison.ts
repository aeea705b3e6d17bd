import type { Row } from "./compare-policies.ts";
import { mixture, ours } from "./compare-policies.ts";

export type Verdict = { claim: string; broken: string[] };

const beaten = ["fixed hourly", "Miniflux round robin"];

/** What the comparison must show. Delay is the median; the table also has the 95th percentile. */
export function judgeComparison(rows: Row[]): Verdict[] {
  const own = new Map(rows.filter(({ policy }) => policy === ours).map((row) => [row.group, row]));
  const rivals = rows.filter(({ policy }) => policy !== ours);
  const pairs = rivals.flatMap((rival) => {
    const mine = own.get(rival.group);
    return mine === undefined ? [] : [{ mine, rival }];
  });
  return [
    {
      claim: "No other policy has both fewer requests and a shorter delay, on any kind of feed.",
      broken: pairs.filter(({ mine, rival }) => isBetter(rival, mine)).map(describePair),
    },
    {
      claim: `On ${mixture} ours has both fewer requests and a shorter delay than ${beaten.join(" and ")}.`,
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

// If nothing is published, there is no delay to compare.
function isBetter(one: Row, other: Row): boolean {
  if (one.medianMs === null || other.medianMs === null) return false;
  return one.requests < other.requests && one.medianMs < other.medianMs;
}

function describePair({ mine, rival }: { mine: Row; rival: Row }): string {
  return `${rival.group}, ${rival.policy}: ${rival.requests} requests against ${mine.requests}`;
}
