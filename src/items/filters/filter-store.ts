import type { Queryable } from "../../database/transaction.ts";
import type { Filter, FilterAction, FilterRule, FilteredItem } from "./filter-rule.ts";

export type SavedFilter = Filter & { id: string; name: string };
export type NewFilter = { id: string; name: string; rule: FilterRule; action: FilterAction };

export const filtersMax = 100;

export async function listFilters(db: Queryable): Promise<SavedFilter[]> {
  const { rows } = await db.query<SavedFilter>({
    name: "list-filters",
    text: "select id, name, rule, action from filters order by position, created_at, id",
  });
  return rows;
}

/** False: there are `filtersMax` already. */
export async function addFilter(db: Queryable, { id, name, rule, action }: NewFilter, now: Date): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into filters (id, user_id, name, rule, action, created_at)
     select $1, auth.uid(), $2, $3, $4, $5 where (select count(*) from filters) < ${filtersMax}`,
    [id, name, rule, action, now],
  );
  return rowCount !== 0;
}

export async function deleteFilter(db: Queryable, id: string): Promise<boolean> {
  const { rowCount } = await db.query("delete from filters where id = $1", [id]);
  return rowCount !== 0;
}

/** Held by the stage index while it saves what everybody's rules say of new items (analysis/stories/index-store.ts). */
export const verdictsLock = 7_246_012;

/**
 * Until this transaction ends, no batch is judged by rules that were read before it began; one that is on its way ends first. To be
 * called before anything is changed: that stage marks the same listeners of personal feeds.
 */
export async function awaitVerdicts(db: Queryable): Promise<void> {
  await db.query("select pg_advisory_xact_lock_shared($1)", [verdictsLock]);
}

export type RecentItem = FilteredItem & { id: string };

/** Of a busy week. What a rule does to more is told by what it does to these. */
export const recentItemsMax = 10_000;

/** What rules are tried on: the person's newest items since then. */
export async function findRecentItems(db: Queryable, since: Date): Promise<RecentItem[]> {
  const { rows } = await db.query<RecentItem>({
    name: "find-recent-items",
    text: `
select i.id, i.feed_id as "feedId", array[left(i.title, 1000), coalesce(i.analyzer_result ->> 'title_corrected', '')] as titles,
  i.rating, i.analyzer_result ->> 'category' as category
from items i where i.pub_date >= $1 order by i.pub_date desc, i.id desc limit ${recentItemsMax}`,
    values: [since],
  });
  return rows;
}
