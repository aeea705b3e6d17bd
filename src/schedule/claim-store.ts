import type pg from "pg";
import type { Queryable } from "../database/transaction.ts";
import { retrying } from "../database/transaction.ts";

import { type ClaimedRow, laneColumns, type Lease, type LeasedFeed, toLeasedFeed } from "./lease.ts";
import { type OnRecovered, refreshLanes } from "./recover-store.ts";

/**
 * Takes free lanes in order of readiness, and each lane's first due feed: neither a crowded host nor a disabled feed
 * stands in anybody's way. About 50 µs of database per feed, flat while its tables fit into memory;
 * searching for due feeds first and asking whether their hosts are free took 130–204 µs and starved everybody behind a
 * crowded domain.
 */
export async function claimDueFeeds(pool: pg.Pool, request: Claiming & { page: number }): Promise<LeasedFeed[]> {
  return claim(pool, { name: "claim-due", text: claimDue }, request, request.page);
}

/** The same claim for feeds that a queue named; a feed that is not due, or whose lane is busy, is not returned. */
export async function claimFeeds(pool: pg.Pool, feedIds: string[], lease: Lease): Promise<LeasedFeed[]> {
  return claim(pool, { name: "claim-named", text: claimNamed }, lease, feedIds);
}

type Claiming = Lease & { onRecovered?: OnRecovered | undefined };
type Statement = { name: string; text: string };
type EmptyLane = { lane: string; feed_id: null };

async function claim(
  pool: pg.Pool,
  statement: Statement,
  lease: Claiming,
  wanted: number | string[],
): Promise<LeasedFeed[]> {
  const { rows } = await retrying(() =>
    pool.query<ClaimedRow | EmptyLane>({
      ...statement,
      values: [lease.now, wanted, lease.leaseUntil, lease.leaseId, lease.laneUntil ?? lease.leaseUntil],
    }),
  );
  await refreshLanes(
    pool,
    rows.filter((row) => row.feed_id === null).map(({ lane }) => lane),
    {
      now: lease.now,
      leaseMs: lease.leaseUntil.getTime() - lease.now.getTime(),
      onRecovered: lease.onRecovered,
    },
  );
  return rows.filter((row) => row.feed_id !== null).map((row) => toLeasedFeed(row, lease));
}

// The condition is repeated in `leased`, because the snapshot may be older than the lock. The CTEs must be materialised,
// because an inlined one leaked held lanes under load. A feed that a dead worker was fetching is not claimed here: recovery
// decides when it is due.
const canRun = `s.runnable and s.next_run_at <= $1
  and (s.lease_id is null or (s.locked_until <= $1 and s.fetch_status <> 'FETCHING'))`;
/** In SQL: what `toFetchState` takes of a feed `f`; `r` as `readersOf` gives it. */
export const stateColumns = `
  f.polling, f.adaptive, f.failure_policy, f.own_interval_minutes, f.interval_minutes, f.retry_count,
  f.failure_class, f.class_failures, f.circuit_opened_at, f.circuit_until, f.probes, f.last_success_at, f.not_before, f.hints,
  f.pace, f.published, f.last_asked_at, f.push_until, r.subscribers, r.readers_minutes, r.readers_all and not f.published as readers_all`;
/** In SQL: who reads a feed `f`, and the shortest interval they want. A paused subscription wants nothing. */
export const readersOf = `left join lateral (
  select count(*)::int as subscribers, min(s.own_interval_minutes) filter (where s.paused_at is null) as readers_minutes,
    bool_and(s.own_interval_minutes is not null) filter (where s.paused_at is null) as readers_all
  from subscriptions s where s.feed_id = f.id
) r on true`;
/** In SQL: what `toStoredFeed` takes of a feed `f`; `r` as `readersOf` gives it. */
export const storedColumns = `
  f.id as feed_id, f.url, f.root_domain, f.enforce_feed_domain, f.headers, f.validators_url, f.etag, f.last_modified,
  f.body_hash, f.entries_digest, f.seen, f.full_text, f.analyzer, f.language, ${stateColumns}`;
// Where `pick` has just read the row (its ctid) it is written: with a million feeds, finding it again by its id read one page more
// of five. A row that was moved since is left for the next claim.
const leaseAndRead = `
leased as (
  update feed_schedules s set locked_until = $3, lease_id = $4, fetch_status = 'QUEUED', queued_at = $1
  from pick p where s.ctid = p.place and ${canRun}
  returning s.feed_id, s.lane, s.lost_leases, coalesce($1 < (s.why_next ->> 'at')::timestamptz, false) as is_by_hand
),
held as (
  update lanes h set ready_at = $5, free_at = $5, lease_id = $4, feed_id = l.feed_id, reason = null
  from leased l where h.lane = l.lane
  returning h.lane, ${laneColumns}
)
select p.lane, l.lost_leases, l.is_by_hand, ${laneColumns}, ${storedColumns}
from pick p left join leased l on l.feed_id = p.feed_id left join held h on h.lane = l.lane left join feeds f on f.id = l.feed_id ${readersOf}
where l.feed_id is not null or p.feed_id is null`;

const claimDue = `
with free as materialized (
  select lane from lanes where ready_at <= $1 and free_at <= $1
  order by ready_at limit $2 for update skip locked
),
pick as materialized (
  select h.lane, first.feed_id, first.place from free h left join lateral (
    select s.feed_id, s.ctid as place from feed_schedules s where s.lane = h.lane and ${canRun} order by s.next_run_at limit 1
  ) first on true
),
${leaseAndRead}`;

// One feed per lane even when several are named: the others' messages are dropped, the next look names them again.
const claimNamed = `
with free as materialized (
  select h.lane from lanes h
  where h.free_at <= $1 and h.lane in (select lane from feed_schedules where feed_id = any($2::uuid[]))
  order by h.lane for update skip locked
),
pick as materialized (
  select h.lane, first.feed_id, first.place from free h join lateral (
    select s.feed_id, s.ctid as place from feed_schedules s
    where s.lane = h.lane and s.feed_id = any($2::uuid[]) and ${canRun} order by s.next_run_at limit 1
  ) first on true
),
${leaseAndRead}`;

/** When the next lane may be asked; null when nothing is scheduled at all. */
export async function findNextReadyAt(db: Queryable): Promise<Date | null> {
  const { rows } = await db.query<{ ready_at: Date }>({
    name: "next-ready",
    text: "select ready_at from lanes where ready_at < 'infinity' order by ready_at limit 1",
  });
  return rows[0]?.ready_at ?? null;
}
