import type pg from "pg";
import type { Queryable } from "../database/transaction.ts";
import { inTransaction, retrying } from "../database/transaction.ts";
import type { ClaimedFeed } from "../feeds/claimed-feed.ts";
import type { FetchFailure } from "../feeds/failure-rules.ts";
import type { ServerWishes } from "../feeds/server-wishes.ts";
import { noWishes } from "../feeds/server-wishes.ts";

export type ClaimRequest = { now: Date; page: number; leaseUntil: Date; leaseId: string };

/**
 * Takes free lanes in order of readiness, and each lane's first due feed: neither a crowded host nor a disabled feed
 * stands in anybody's way. About 50 µs of database per feed, flat to 1 M feeds (notes/claim.md); searching for due feeds
 * first and asking whether their hosts are free took 130–204 µs and starved everybody behind a crowded domain.
 */
export async function claimDueFeeds(pool: pg.Pool, request: ClaimRequest): Promise<ClaimedFeed[]> {
  const { now, page, leaseUntil, leaseId } = request;
  const { rows } = await retrying(() =>
    pool.query<ClaimRow>({ name: "claim-due", text: claimDue, values: [now, page, leaseUntil, leaseId] }),
  );
  const early = rows.filter((row) => row.feed_id === null).map((row) => row.lane);
  if (early.length > 0) await settleLanes(pool, early, now);
  return rows.flatMap((row) => (row.feed_id === null ? [] : [toClaimedFeed(row, row.feed_id, leaseId)]));
}

/** The same claim for feeds that a queue named; a feed that is not due, or whose lane is busy, is not returned. */
export async function claimFeeds(
  db: Queryable,
  feedIds: string[],
  request: Omit<ClaimRequest, "page">,
): Promise<ClaimedFeed[]> {
  const { now, leaseUntil, leaseId } = request;
  const { rows } = await retrying(() =>
    db.query<ClaimRow>({ name: "claim-named", text: claimNamed, values: [now, feedIds, leaseUntil, leaseId] }),
  );
  return rows.flatMap((row) => (row.feed_id === null ? [] : [toClaimedFeed(row, row.feed_id, leaseId)]));
}

// The recheck of runnable and next_run_at in `leased` guards against a snapshot older than the lock; the CTEs must be
// materialised, an inlined one leaked held lanes under load (notes/claim.md, pitfalls 2 and 3).
const leaseAndRead = `
leased as (
  update feed_schedules s set locked_until = $3, lease_id = $4, fetch_status = 'QUEUED', queued_at = $1
  from pick p where s.feed_id = p.feed_id and s.runnable and s.next_run_at <= $1
  returning s.feed_id, s.host
),
held as (
  update hosts h set ready_at = $3, free_at = $3, lease_id = $4, feed_id = l.feed_id, reason = null
  from leased l where h.key = l.host
)
select l.host as lane, f.id as feed_id, f.url, f.root_domain, f.enforce_feed_domain, f.headers, f.validators_url, f.etag,
  f.last_modified, f.body_hash, f.entries_digest, f.seen, f.polling, f.adaptive, f.failure_policy, f.interval_minutes,
  f.retry_count, f.failure_class, f.class_failures, f.circuit_opened_at, f.circuit_until, f.probes, f.last_success_at,
  f.not_before, f.hints,
  (select count(*)::int from subscriptions where subscriptions.feed_id = f.id) as subscribers
from leased l join feeds f on f.id = l.feed_id`;

const claimDue = `
with free as materialized (
  select key from hosts where ready_at <= $1 and free_at <= $1
  order by ready_at limit $2 for update skip locked
),
pick as materialized (
  select h.key, s.feed_id from free h left join lateral (
    select feed_id from feed_schedules where host = h.key and runnable and next_run_at <= $1
    order by next_run_at limit 1
  ) s on true
),
${leaseAndRead}
union all
select key, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null,
  null, null, null, null, null, null
from pick where feed_id is null`;

// One feed per lane even when several are named: the others' messages are dropped, the next cycle names them again.
const claimNamed = `
with free as materialized (
  select h.key from hosts h
  where h.free_at <= $1 and h.key in (select host from feed_schedules where feed_id = any($2::uuid[]))
  order by h.key for update skip locked
),
pick as materialized (
  select h.key, s.feed_id from free h join lateral (
    select feed_id from feed_schedules
    where host = h.key and feed_id = any($2::uuid[]) and runnable and next_run_at <= $1
    order by next_run_at limit 1
  ) s on true
),
${leaseAndRead}`;

type ClaimRow = {
  lane: string;
  feed_id: string | null;
  url: string;
  root_domain: string | null;
  enforce_feed_domain: boolean;
  headers: Buffer | null;
  validators_url: string | null;
  etag: string | null;
  last_modified: string | null;
  body_hash: Buffer | null;
  entries_digest: Buffer | null;
  seen: Buffer | null;
  polling: boolean;
  adaptive: boolean;
  failure_policy: "backoff" | "one_strike";
  interval_minutes: number;
  retry_count: number;
  failure_class: FetchFailure | null;
  class_failures: number;
  circuit_opened_at: Date | null;
  circuit_until: Date | null;
  probes: number;
  last_success_at: Date | null;
  not_before: Date | null;
  hints: ServerWishes | null;
  subscribers: number;
};

function toClaimedFeed(row: ClaimRow, feedId: string, leaseId: string): ClaimedFeed {
  const { validators_url: url, etag, last_modified: lastModified } = row;
  return {
    feedId,
    leaseId,
    lane: row.lane,
    url: row.url,
    rootDomain: row.root_domain,
    enforceFeedDomain: row.enforce_feed_domain,
    headers: row.headers,
    subscribers: row.subscribers,
    validators: url === null ? null : { url, etag, lastModified },
    bodyHash: row.body_hash,
    entriesDigest: row.entries_digest,
    seen: row.seen,
    state: {
      polling: row.polling,
      adaptive: row.adaptive,
      failurePolicy: row.failure_policy,
      memory: {
        intervalMinutes: row.interval_minutes,
        retryCount: row.retry_count,
        failure: row.failure_class,
        failureAttempts: row.class_failures,
        circuitOpenedAt: row.circuit_opened_at,
        circuitUntil: row.circuit_until,
        probes: row.probes,
        lastSuccessAt: row.last_success_at,
        retryAfterUntil: row.not_before,
        wishes: row.hints ?? noWishes,
      },
    },
  };
}

/**
 * Lanes found ready without a due feed (it was disabled, moved or taken): their readiness is computed anew. In a second
 * statement after the lock: one statement would look at the schedules as they were before it waited for the lock, and
 * forget a feed that was added meanwhile.
 */
async function settleLanes(pool: pg.Pool, lanes: string[], now: Date): Promise<void> {
  await inTransaction(pool, async (tx) => {
    await tx.query("select from hosts where key = any($1::text[]) order by key for update", [lanes]);
    await tx.query(
      `update hosts h set lease_id = null, feed_id = null, asked_at = 'infinity', ready_at = coalesce(greatest(h.free_at, (
         select next_run_at from feed_schedules where host = h.key and runnable and next_run_at is not null
         order by next_run_at limit 1)), 'infinity')
       where key = any($1::text[]) and free_at <= $2`,
      [lanes, now],
    );
  });
}

/** When the next lane may be asked; null when nothing is scheduled at all. */
export async function findNextReadyAt(db: Queryable): Promise<Date | null> {
  const { rows } = await db.query<{ ready_at: Date | number }>({
    name: "next-ready",
    text: "select ready_at from hosts where ready_at < 'infinity' order by ready_at limit 1",
  });
  const at = rows[0]?.ready_at;
  return at instanceof Date ? at : null;
}
