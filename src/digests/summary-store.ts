import type { Queryable } from "../database/transaction.ts";
import { uuidV7 } from "../ids.ts";
import type { Digest } from "./digest.ts";

/** A digest as it was kept for one person. */
export type Summary = Digest & { id: string; createdAt: Date };

/** `opening` is the beginning of its text. */
export type SummaryListed = Pick<Summary, "id" | "itemCount" | "writtenBy" | "createdAt"> & { opening: string };

/** An item that a summary cites; gone where the person no longer reads its feed. */
export type CitedItem = { id: string; title: string; url: string | null; feedName: string };

const columns = `id, content, item_refs as "itemRefs", item_count as "itemCount", written_by as "writtenBy",
  created_at as "createdAt"`;

/** With the event summary_generated (EVT-4), whose metadata keeps the requirement's word for items. */
export async function saveSummary(db: Queryable, personId: string, digest: Digest, now: Date): Promise<Summary> {
  const summary = { ...digest, id: uuidV7(now), createdAt: now };
  await db.query(
    `with saved as (
      insert into summaries (id, user_id, content, item_refs, item_count, written_by, created_at)
      values ($1, $2, $3, $4, $5::integer, $6, $7)
    )
    insert into events (id, user_id, event_type, metadata, created_at)
    values ($8, $2, 'summary_generated', jsonb_build_object('article_count', $5::integer), $7)`,
    [summary.id, personId, digest.content, digest.itemRefs, digest.itemCount, digest.writtenBy, now, uuidV7(now)],
  );
  return summary;
}

export async function findLatestSummary(db: Queryable, personId: string): Promise<Summary | null> {
  const { rows } = await db.query<Summary>(
    `select ${columns} from summaries where user_id = $1 order by created_at desc, id desc limit 1`,
    [personId],
  );
  return rows[0] ?? null;
}

export async function findSummary(db: Queryable, personId: string, id: string): Promise<Summary | null> {
  const { rows } = await db.query<Summary>(`select ${columns} from summaries where user_id = $1 and id = $2`, [
    personId,
    id,
  ]);
  return rows[0] ?? null;
}

/** The newest first. */
export async function listSummaries(
  db: Queryable,
  personId: string,
  page: { limit: number; offset: number },
): Promise<SummaryListed[]> {
  const { rows } = await db.query<SummaryListed>(
    `select id, item_count as "itemCount", written_by as "writtenBy", created_at as "createdAt",
      left(content, 600) as opening
    from summaries where user_id = $1 order by created_at desc, id desc limit $2 offset $3`,
    [personId, page.limit, page.offset],
  );
  return rows;
}

export async function findCitedItems(db: Queryable, personId: string, ids: readonly string[]): Promise<CitedItem[]> {
  const { rows } = await db.query<CitedItem>(
    `select items.id, items.url, subscriptions.name as "feedName",
      coalesce(nullif(analyzer_result ->> 'title_corrected', ''), items.title) as title
    from items join subscriptions using (feed_id)
    where subscriptions.user_id = $1 and items.id = any($2::uuid[])`,
    [personId, ids],
  );
  return rows;
}
