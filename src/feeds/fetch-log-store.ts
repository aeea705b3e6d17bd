import type { Queryable } from "../database/transaction.ts";
import { dayMs, isoDay, later } from "../time.ts";

/** One attempt, as an operator reads it. */
export type FetchAttempt = {
  id: string;
  feedId: string;
  startedAt: Date;
  durationMs: number;
  outcome: string;
  status: string | null;
  httpStatus: number | null;
  error: string | null;
  errorClass: string | null;
  errorDetail: string | null;
  wireBytes: number | null;
  decodedBytes: number | null;
  created: number;
  updated: number;
  unchanged: number;
  discarded: number;
  failed: number;
  request: unknown;
  response: unknown;
  metadata: unknown;
};

const columns = `id, feed_id as "feedId", started_at as "startedAt", duration_ms as "durationMs", outcome, status,
  http_status as "httpStatus", error, error_class as "errorClass", error_detail as "errorDetail", wire_bytes as "wireBytes",
  decoded_bytes as "decodedBytes", created, updated, unchanged, discarded, failed, request, response, metadata`;

/** Of the feed `f`: why our own network policy refused it, if that is its error. For the operator: it names addresses. */
export const refusalOfFeed = `case when f.failure_class = 'blocked' then (
  select error_detail from fetch_logs where feed_id = f.id and error_class = 'blocked' and error = f.last_fetch_error
  order by started_at desc limit 1
) end`;

/** The newest first. */
export async function listFetchAttempts(db: Queryable, feedId: string, limit: number): Promise<FetchAttempt[]> {
  const { rows } = await db.query<FetchAttempt>(
    `select ${columns} from fetch_logs where feed_id = $1 order by started_at desc, id desc limit $2`,
    [feedId, limit],
  );
  return rows;
}

/** The newest of each feed; none of those never fetched. */
export async function findNewestAttempts(db: Queryable, feedIds: string[]): Promise<FetchAttempt[]> {
  const { rows } = await db.query<FetchAttempt>(
    `select newest.* from unnest($1::uuid[]) asked(feed_id) cross join lateral (
       select ${columns} from fetch_logs where feed_id = asked.feed_id order by started_at desc, id desc limit 1
     ) newest`,
    [feedIds],
  );
  return rows;
}

/** For the operator, who may know which addresses there are; null of an attempt that failed in nothing. */
export function describeFailure({
  error,
  errorClass,
  errorDetail,
}: Pick<FetchAttempt, "error" | "errorClass" | "errorDetail">): string | null {
  if (error === null || errorDetail === null) return error ?? errorDetail;
  // A refusal of our own: the sentence is worded so that it tells nothing, the detail is the whole of it.
  if (errorClass === "blocked") return errorDetail;
  // Of an error of our own the detail is a whole backtrace: its first line says what happened.
  const [firstLine = ""] = errorDetail.split("\n    at ", 1);
  return `${error.replace(/\.$/, "")}: ${firstLine}`;
}

/** In SQL, for a completion: how many items a fetch created, changed and found the same; `from` joins what the counts need. */
export type CountedItems = { created: string; updated: string; same: string; from: string };
export const noItems: CountedItems = { created: "0", updated: "0", same: "0", from: "" };

/** In SQL: the step of a completion that logs the fetch. `mine` are the completed fetches. */
export function logFetchSql({ created, updated, same, from }: CountedItems): string {
  return `
logged as (
  insert into fetch_logs (id, feed_id, started_at, completed_at, duration_ms, outcome, status, http_status, error_class, error,
    error_detail, request, response, wire_bytes, decoded_bytes, created, updated, unchanged, discarded, failed, metadata)
  select m.log_id, m.feed_id, m.started_at, m.completed_at,
    (extract(epoch from m.completed_at - m.started_at) * 1000)::int, m.outcome, m.status, m.http_status, m.error_class,
    m.log_error, m.error_detail, m.request, m.response, m.wire_bytes, m.decoded_bytes,
    ${created}, ${updated}, m.unchanged + ${same}, m.discarded, m.failed, m.metadata
  from mine m ${from}
)`;
}

const partitionDaysAhead = 7;

/** One partition of the log per UTC day, made ahead of time, so that the default one stays empty and dropping is free. */
export async function makeLogPartitions(db: Queryable, now: Date): Promise<void> {
  const lastDay = later(now, partitionDaysAhead * dayMs);
  await db.query("select make_fetch_log_partitions($1, $2)", [isoDay(now), isoDay(lastDay)]);
}

export async function dropLogPartitions(db: Queryable, before: Date): Promise<number> {
  const { rows } = await db.query<{ dropped: number }>("select drop_fetch_log_partitions($1) as dropped", [
    isoDay(before),
  ]);
  return rows[0]?.dropped ?? 0;
}
