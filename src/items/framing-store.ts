import type { Queryable } from "../database/transaction.ts";

export const binCount = 10;
// Of a feed that sends hundreds a day, these are the last weeks; more would not change the picture.
const itemsPerFeedMax = 2_000;

/** How loaded the wording of all feeds of a person has been since; ten steps from 0 to 1. Unnamed: see readActivity. */
export async function countLoadedWording(db: Queryable, since: Date): Promise<number[]> {
  const { rows } = await db.query<{ bins: number[] }>(
    `select ${countBins("x.framing")} as bins from subscriptions b cross join lateral (
       select framing from item_index where feed_id = b.feed_id and pub_date >= $1 and analyzer is not null
       limit ${itemsPerFeedMax}
     ) x`,
    [since],
  );
  return rows[0]?.bins ?? [];
}

function countBins(score: string): string {
  const bins = Array.from(
    { length: binCount },
    (_, bin) => `(count(*) filter (where least(floor(${score} * ${binCount}), ${binCount - 1}) = ${bin}))::int`,
  );
  return `array[${bins.join(", ")}]`;
}
