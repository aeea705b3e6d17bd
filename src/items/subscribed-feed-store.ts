import type { Queryable } from "../database/transaction.ts";

export type FeedName = { feedId: string; name: string };

// As many as a person may read (subscriptionsMax of the feeds).
const feedsMax = 10_000;

export async function listFeedNames(db: Queryable): Promise<FeedName[]> {
  const { rows } = await db.query<FeedName>({
    name: "list-feed-names",
    text: `select feed_id as "feedId", name from subscriptions order by lower(name) collate natural_order, feed_id limit ${feedsMax}`,
  });
  return rows;
}

/** Null: the person does not read it. */
export async function findFeedName(db: Queryable, feedId: string): Promise<string | null> {
  const { rows } = await db.query<FeedName>({
    name: "find-feed-name",
    text: `select feed_id as "feedId", name from subscriptions where feed_id = $1`,
    values: [feedId],
  });
  return rows[0]?.name ?? null;
}

/** The numbers of the person's subscriptions to these feeds, in the order they were made. */
export async function findFeedNumbers(db: Queryable, feedIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await db.query<{ feedId: string; number: number }>({
    name: "find-feed-numbers",
    text: `select feed_id as "feedId", number::float8 as number from subscriptions where feed_id = any($1::uuid[])`,
    values: [feedIds],
  });
  return new Map(rows.map(({ feedId, number }) => [feedId, number]));
}
