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

/** What a feed cost its server. */
export type FeedScore = { requests: number; notModified: number; failed: number; receivedBytes: number };

/** What was put off asked nobody. */
export async function readFeedScore(db: Queryable, feedId: string, since: Date): Promise<FeedScore> {
  const { rows } = await db.query<FeedScore>(
    `select count(*)::int as requests, count(*) filter (where http_status = 304)::int as "notModified",
       count(*) filter (where outcome = 'failed')::int as failed, coalesce(sum(wire_bytes), 0)::float8 as "receivedBytes"
     from fetch_logs where feed_id = $1 and started_at >= $2 and outcome <> 'deferred'`,
    [feedId, since],
  );
  return rows[0] ?? { requests: 0, notModified: 0, failed: 0, receivedBytes: 0 };
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

// If a person changed the feed's domain rule during the fetch, the items were chosen by the old rule. Then we forget the
// validators, so that the next fetch sees the whole document.
const asClaimed = "f.enforce_feed_domain = m.enforce_feed_domain and f.root_domain is not distinct from m.root_domain";

/**
 * In SQL: the step of a completion that remembers a fetch in its feed's row. `mine` are the completed fetches. Nothing of it is
 * true of another address that a person gave the feed meanwhile.
 */
export const rememberFetchSql = `
remembered as (
  update feeds f set
    last_fetched_at = m.completed_at,
    last_fetch_status = coalesce(m.status, f.last_fetch_status),
    last_fetch_error = case when m.status is null then f.last_fetch_error else m.error end,
    -- If the interval was set to another value during the fetch, the feed starts from that value.
    suspended = m.suspended, interval_minutes = case
      when f.adaptive and f.own_interval_minutes is not distinct from m.own_interval_minutes then m.interval_minutes end,
    retry_count = m.retry_count, failure_class = m.failure_class, class_failures = m.class_failures,
    circuit_opened_at = m.circuit_opened_at, circuit_until = m.circuit_until, probes = m.probes,
    last_success_at = m.last_success_at, not_before = m.not_before, hints = m.hints, pace = m.pace,
    validators_url = case when ${asClaimed} then coalesce(m.validators_url, f.validators_url) end,
    etag = case when ${asClaimed} then case when m.validators_url is null then f.etag else m.etag end end,
    last_modified = case when ${asClaimed} then
      case when m.validators_url is null then f.last_modified else m.last_modified end end,
    body_hash = case when ${asClaimed} then coalesce(m.body_hash, f.body_hash) end,
    seen = case when ${asClaimed} then coalesce(m.seen, f.seen) end,
    entries_digest = coalesce(m.entries_digest, f.entries_digest),
    title = case when m.seen is null then f.title else m.title end,
    site_url = case when m.seen is null then f.site_url else m.site_url end,
    outlet = case when m.seen is null then f.outlet else coalesce(m.outlet, f.id::text) end,
    description = case when m.seen is null then f.description else m.description end,
    language = case when m.seen is null then f.language else m.language end,
    icon_url = case when m.seen is null then f.icon_url else m.icon_url end,
    discovered = case when m.status is null then f.discovered else m.discovered end
  from mine m where f.id = m.feed_id and f.url = m.url
)`;
