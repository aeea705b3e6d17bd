import type { Queryable } from "../database/transaction.ts";

/**
 * The work that is left: feeds to fetch, items to analyse, pages to read, feeds that were never published, items without a
 * story.
 */
export type WorkLeft = { feeds: number; items: number; pages: number; documents: number; stories: number };

/** Counts only feeds that were due before `since`; the rest of the work follows from fetched feeds. */
export async function countWorkLeft(worker: Queryable, since: Date): Promise<WorkLeft> {
  const { rows } = await worker.query<WorkLeft>(
    `select
       (select count(*)::int from feed_schedules where runnable and next_run_at <= $1) as feeds,
       (select count(*)::int from items where analysis_status = 'pending') as items,
       (select count(*)::int from items where (page_at is not null or upgrade_at is not null) and analysis_status = 'done') as pages,
       (select count(*)::int from feeds f where f.published and f.deleted_at is null
         and exists (select from items i where i.feed_id = f.id)
         and not exists (select from cached_feeds c where c.id = f.id)) as documents,
       (select count(*)::int from items i where not exists (select from item_index x where x.item_id = i.id)) as stories`,
    [since],
  );
  return rows[0] ?? { feeds: 0, items: 0, pages: 0, documents: 0, stories: 0 };
}
