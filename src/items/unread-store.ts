import type { Queryable } from "../database/transaction.ts";

/** `unread` counts no further than `unreadCountMax`. */
export type FeedUnread = { feedId: string; name: string; unread: number; newestAt: Date | null };

export const unreadCountMax = 100;
export const feedsPerPage = 50;

/** The person's feeds by name, one page and one more. */
export async function findUnreadByFeed(db: Queryable, page: number): Promise<FeedUnread[]> {
  const { rows } = await db.query<FeedUnread>({
    name: "find-unread-by-feed",
    text: `
select b.feed_id as "feedId", b.name, counted.unread,
  (select i.pub_date from items i where i.feed_id = b.feed_id order by i.pub_date desc limit 1) as "newestAt"
from (
  select feed_id, name from subscriptions order by lower(name), feed_id offset $1 limit ${feedsPerPage + 1}
) b
cross join lateral (
  select count(*)::int as unread from (
    select from items i left join item_states s on s.item_id = i.id
    where i.feed_id = b.feed_id and s.read_at is null and s.hidden_at is null limit ${unreadCountMax}
  ) one
) counted
order by lower(b.name), b.feed_id`,
    values: [page * feedsPerPage],
  });
  return rows;
}
