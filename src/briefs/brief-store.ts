import type { Queryable } from "../database/transaction.ts";
import { uuidV7 } from "../ids.ts";
import type { Brief, BriefDraft } from "./brief.ts";

/** `opening` is the beginning of its text. */
export type ListedBrief = Pick<Brief, "id" | "itemCount" | "writtenBy" | "createdAt"> & { opening: string };

const columns = `id, content, sections, item_refs as "itemRefs", item_count as "itemCount", written_by as "writtenBy",
  left_out as "leftOut", created_at as "createdAt"`;

/** Also records the event summary_generated. The specification calls items articles there (`article_count`). */
export async function saveBrief(db: Queryable, personId: string, draft: BriefDraft, now: Date): Promise<Brief> {
  const brief = { ...draft, id: uuidV7(now), createdAt: now };
  await db.query(
    `with saved as (
      insert into summaries (id, user_id, content, item_refs, item_count, written_by, created_at, sections, left_out)
      values ($1, $2, $3, $4, $5::integer, $6, $7, $9, $10)
    )
    insert into events (id, user_id, event_type, metadata, created_at)
    values ($8, $2, 'summary_generated', jsonb_build_object('article_count', $5::integer), $7)`,
    [
      brief.id,
      personId,
      draft.content,
      draft.itemRefs,
      draft.itemCount,
      draft.writtenBy,
      now,
      uuidV7(now),
      JSON.stringify(draft.sections),
      draft.leftOut ?? 0,
    ],
  );
  return brief;
}

export async function findLatestBrief(db: Queryable, personId: string): Promise<Brief | null> {
  const { rows } = await db.query<Brief>(
    `select ${columns} from summaries where user_id = $1 order by created_at desc, id desc limit 1`,
    [personId],
  );
  return rows[0] ?? null;
}

export async function findBrief(db: Queryable, personId: string, id: string): Promise<Brief | null> {
  const { rows } = await db.query<Brief>(`select ${columns} from summaries where user_id = $1 and id = $2`, [
    personId,
    id,
  ]);
  return rows[0] ?? null;
}

/** The brief written before this one: by hours, because a brief that is written again is compared with the same one. */
export async function findBriefBefore(db: Queryable, personId: string, before: Date): Promise<Brief | null> {
  const { rows } = await db.query<Brief>(
    `select ${columns} from summaries where user_id = $1 and created_at < $2 order by created_at desc, id desc limit 1`,
    [personId, before],
  );
  return rows[0] ?? null;
}

/** The newest first. */
export async function listBriefs(
  db: Queryable,
  personId: string,
  page: { limit: number; offset: number },
): Promise<ListedBrief[]> {
  const { rows } = await db.query<ListedBrief>(
    `select id, item_count as "itemCount", written_by as "writtenBy", created_at as "createdAt",
      left(content, 600) as opening
    from summaries where user_id = $1 order by created_at desc, id desc limit $2 offset $3`,
    [personId, page.limit, page.offset],
  );
  return rows;
}

/** A brief being written. `startedAt` distinguishes it from a later one that took over when its lock expired. */
export type BriefRun = { personId: string; startedAt: Date };

/** Null: another brief of this person is being written. */
export async function startRun(db: Queryable, run: BriefRun, lockedUntil: Date): Promise<BriefRun | null> {
  const { rowCount } = await db.query(
    `insert into summary_runs as run (user_id, started_at, locked_until) values ($1, $2, $3)
    on conflict (user_id) do update set started_at = excluded.started_at, locked_until = excluded.locked_until
    where run.locked_until <= excluded.started_at`,
    [run.personId, run.startedAt, lockedUntil],
  );
  return rowCount === 1 ? run : null;
}

export async function endRun(db: Queryable, { personId, startedAt }: BriefRun): Promise<void> {
  await db.query("delete from summary_runs where user_id = $1 and started_at = $2", [personId, startedAt]);
}

export async function isRunning(db: Queryable, personId: string, now: Date): Promise<boolean> {
  const { rowCount } = await db.query("select from summary_runs where user_id = $1 and locked_until > $2", [
    personId,
    now,
  ]);
  return rowCount === 1;
}

export async function deleteOldBriefs(db: Queryable, before: Date): Promise<number> {
  const { rowCount } = await db.query("delete from summaries where created_at < $1", [before]);
  return rowCount ?? 0;
}
