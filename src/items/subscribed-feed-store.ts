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

/** `unread` counts no further than `unreadCountMax`. `isFetched`: something could come from it so far. */
export type FeedUnread = { feedId: string; name: string; unread: number; newestAt: Date | null; isFetched: boolean };

export const unreadCountMax = 100;
export const feedsPerPage = 50;

/** The person's feeds by name, one page and one more. */
export async function findUnreadByFeed(db: Queryable, page: number): Promise<FeedUnread[]> {
  const { rows } = await db.query<FeedUnread>({
    name: "find-unread-by-feed",
    text: `
with page as materialized (
  select feed_id, name from subscriptions order by lower(name) collate natural_order, feed_id
  offset $1 limit ${feedsPerPage + 1}
),
fetched as materialized (select id, last_success_at from feeds where id = any(array(select feed_id from page)))
select page.feed_id as "feedId", page.name, counted.unread, counted.newest_at as "newestAt",
  fetched.last_success_at is not null or counted.newest_at is not null as "isFetched"
from page join count_unread(array(select feed_id from page), ${unreadCountMax}) counted using (feed_id)
join fetched on fetched.id = page.feed_id
order by lower(page.name) collate natural_order, page.feed_id`,
    values: [page * feedsPerPage],
  });
  return rows;
}
