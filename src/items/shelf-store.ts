import type { Queryable } from "../database/transaction.ts";

/** A feed on the shelf. `unread` counts no further than one more than `unreadCountMax`. "waiting" and "failed": nothing came from it so far. */
export type ShelfFeed = {
  feedId: string;
  name: string;
  folderId: string | null;
  unread: number;
  state: "fetched" | "waiting" | "failed";
};

export const unreadCountMax = 100;
/** Counting costs 0.1 ms for each feed with 50 items, so no more than these are shown at once. */
export const shelfFeedsMax = 100;

/** How many feeds a person follows, counted no further than one more than the shelf shows. */
export async function countShelfFeeds(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ feeds: number }>({
    name: "count-shelf-feeds",
    text: `select count(*)::int as feeds from (select from subscriptions limit ${shelfFeedsMax + 1}) counted`,
  });
  return rows[0]?.feeds ?? 0;
}

/** The person's feeds by name with what is unread: of one folder (null: of none), or of all. At most `shelfFeedsMax` + 1. */
export async function findShelfFeeds(db: Queryable, folder: { id: string | null } | "all"): Promise<ShelfFeed[]> {
  const { rows } = await db.query<ShelfFeed>({
    name: "find-shelf-feeds",
    text: `
with page as materialized (
  select feed_id, name, folder_id from subscriptions where $1 or folder_id is not distinct from $2::uuid
  order by lower(name) collate natural_order, feed_id limit ${shelfFeedsMax + 1}
),
fetched as materialized (select id, last_success_at, last_fetch_error from feeds where id = any(array(select feed_id from page)))
select page.feed_id as "feedId", page.name, page.folder_id as "folderId", counted.unread,
  case when fetched.last_success_at is not null or counted.newest_at is not null then 'fetched'
    when fetched.last_fetch_error is null then 'waiting' else 'failed' end as state
from page join count_unread(array(select feed_id from page), ${unreadCountMax + 1}) counted using (feed_id)
join fetched on fetched.id = page.feed_id
order by lower(page.name) collate natural_order, page.feed_id`,
    values: folder === "all" ? [true, null] : [false, folder.id],
  });
  return rows;
}

/** Null: the person does not follow it. */
export async function findShelfPlace(
  db: Queryable,
  feedId: string,
): Promise<{ name: string; folderId: string | null } | null> {
  const { rows } = await db.query<{ name: string; folderId: string | null }>({
    name: "find-shelf-place",
    text: `select name, folder_id as "folderId" from subscriptions where feed_id = $1`,
    values: [feedId],
  });
  return rows[0] ?? null;
}

/** The feeds of a folder. */
export async function findFeedsOfFolder(db: Queryable, folderId: string): Promise<string[]> {
  const { rows } = await db.query<{ feed_id: string }>({
    name: "find-feeds-of-folder",
    text: "select feed_id from subscriptions where folder_id = $1",
    values: [folderId],
  });
  return rows.map(({ feed_id: feedId }) => feedId);
}

/** The feeds that Today shows: of one folder, or all. A person may keep a feed out of it. */
export async function findFeedsInToday(db: Queryable, folderId: string | null): Promise<string[]> {
  const { rows } = await db.query<{ feed_id: string }>({
    name: "find-feeds-in-today",
    text: "select feed_id from subscriptions where in_today and ($1::uuid is null or folder_id = $1)",
    values: [folderId],
  });
  return rows.map(({ feed_id: feedId }) => feedId);
}
