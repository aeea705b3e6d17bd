import type { Queryable } from "../database/transaction.ts";
import { dayMs, earlier } from "../time.ts";
import type { ListFault } from "./feed-list.ts";
import type { Subscribed } from "./subscription-store.ts";

export type ImportedFeed = { name: string; url: string; outcome: Subscribed["kind"] };
export type ImportState = "running" | "done" | "broken";

/** `lines` are the first feeds, `leftOut` how many of the file were not looked at; the rest is only counted. */
export type ImportReport = {
  feeds: number;
  done: number;
  leftOut: number;
  totals: Record<Subscribed["kind"], number>;
  lines: ImportedFeed[];
  faults: ListFault[];
  unnamedFaults: number;
};
export type FeedImport = { state: ImportState; report: ImportReport };

const keptMs = dayMs;
/** A step takes some milliseconds. What has not moved for this long has no process any more. */
const silentMsMax = 60_000;

/** In the person's own transaction, as all of these. Reports of the day before go. */
export async function startImport(
  tx: Queryable,
  { id, personId, report }: { id: string; personId: string; report: ImportReport },
  now: Date,
): Promise<void> {
  await tx.query("delete from feed_imports where created_at < $1", [earlier(now, keptMs)]);
  await tx.query(
    "insert into feed_imports (id, user_id, created_at, updated_at, state, report) values ($1, $2, $3, $3, 'running', $4)",
    [id, personId, now, JSON.stringify(report)],
  );
}

export async function saveImport(tx: Queryable, id: string, { state, report }: FeedImport, now: Date): Promise<void> {
  await tx.query("update feed_imports set state = $2, report = $3, updated_at = $4 where id = $1", [
    id,
    state,
    JSON.stringify(report),
    now,
  ]);
}

export async function findImport(tx: Queryable, id: string, now: Date): Promise<FeedImport | null> {
  const { rows } = await tx.query<FeedImport>(
    `select case when state = 'running' and updated_at < $2 then 'broken' else state end as state, report
     from feed_imports where id = $1`,
    [id, earlier(now, silentMsMax)],
  );
  return rows[0] ?? null;
}
