import type { Queryable } from "../database/transaction.ts";

// Each statement holds its locks for a few milliseconds. Items that somebody starred are kept for them.

export type Page = { deleted: number; next: string | null };

/** Oldest first, by when we first saw them: that is what an item's id is made of. `after` is where the last page ended. */
export async function deleteOldItems(
  db: Queryable,
  { after, before, count }: { after: string; before: string; count: number },
): Promise<Page> {
  const { rows } = await db.query<{ last: string | null; deleted: number }>(
    `with page as materialized (select id from items where id > $1 and id < $2 order by id limit $3)
     select (select id from page order by id desc limit 1) as last, delete_unstarred_items(array(select id from page)) as deleted`,
    [after, before, count],
  );
  return { deleted: rows[0]?.deleted ?? 0, next: rows[0]?.last ?? null };
}

/**
 * Of a page of feeds, what each has beyond its newest `itemsMax`, but no more than `count` items in all: a fetch that saves an item of
 * these feeds waits for this statement. Then the same feeds come again.
 */
export async function deleteSurplusItems(
  db: Queryable,
  { after, feeds, itemsMax, count }: { after: string; feeds: number; itemsMax: number; count: number },
): Promise<Page> {
  const { rows } = await db.query<{ last: string | null; deleted: number; isFull: boolean }>(
    `with page as materialized (select feed_id from item_counts where feed_id > $1 and items > $3 order by feed_id limit $2),
     surplus as materialized (
       select i.id from page cross join lateral (
         select id from items where feed_id = page.feed_id order by pub_date desc, id desc offset $3
       ) i where not exists (select from item_states s where s.item_id = i.id and s.starred_at is not null) limit $4
     )
     select (select feed_id from page order by feed_id desc limit 1) as last,
       delete_unstarred_items(array(select id from surplus)) as deleted,
       (select count(*) = $4 from surplus) as "isFull"`,
    [after, feeds, itemsMax, count],
  );
  const { last = null, deleted = 0, isFull = false } = rows[0] ?? {};
  return { deleted, next: isFull ? after : last };
}

/**
 * What somebody starred in a feed that was merged into another, and the merge did not take along: the star came at that moment, or an
 * older version merged them. Where the other was merged, too, the next call goes on.
 */
export async function moveStarredItems(db: Queryable, before: Date): Promise<number> {
  const { rows } = await db.query<{ moved: number }>(
    `select coalesce(sum(move_kept_items(id, merged_into)), 0)::int as moved
     from feeds where deleted_at < $1 and merged_into is not null`,
    [before],
  );
  return rows[0]?.moved ?? 0;
}

/** Items of feeds that were deleted long enough ago, before the feeds themselves: a feed may have a hundred thousand. */
export async function deleteItemsOfDeletedFeeds(db: Queryable, before: Date, count: number): Promise<number> {
  const { rowCount } = await db.query(
    `delete from items where id in (
       select i.id from feeds f join items i on i.feed_id = f.id where f.deleted_at < $1 limit $2)`,
    [before, count],
  );
  return rowCount ?? 0;
}
