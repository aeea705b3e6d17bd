import type pg from "pg";
import type { Queryable } from "../database/transaction.ts";
import { retrying } from "../database/transaction.ts";
import { textArray, uuidArray } from "../database/binary-array.ts";
import { changeSchedule } from "../feeds/schedule-store.ts";
import type { ClaimedFeed } from "../feeds/claimed-feed.ts";
import type { LeaseEnd } from "./lease.ts";

/**
 * One statement for all leases of a process. A lease is extended, never cleared, and only where it is still ours.
 * Rows a completion is just writing are skipped: they need no more time. Returns the claims whose lease was extended.
 */
export async function renewLeases(
  db: Queryable,
  claims: ClaimedFeed[],
  { leaseUntil, laneUntil }: Required<LeaseEnd>,
): Promise<ClaimedFeed[]> {
  const { rows } = await retrying(() =>
    db.query<{ feed_id: string; lease_id: string }>({
      name: "renew-leases",
      text: `
with held as materialized (select * from unnest($1::text[], $2::uuid[], $3::uuid[]) c(lane, feed_id, lease_id)),
mine as materialized (
  select h.lane, c.feed_id, c.lease_id from held c
  join lanes h on h.lane = c.lane and h.lease_id = c.lease_id and h.feed_id = c.feed_id
  order by h.lane for update of h skip locked
),
extended as (update lanes h set free_at = $5, ready_at = $5 from mine m where h.lane = m.lane)
update feed_schedules s set locked_until = $4 from mine m where s.feed_id = m.feed_id and s.lease_id = m.lease_id
returning s.feed_id, s.lease_id`,
      values: [...keysOf(claims), leaseUntil, laneUntil],
    }),
  );
  const renewed = new Set(rows.map((row) => row.feed_id + row.lease_id));
  return claims.filter(({ feedId, leaseId }) => renewed.has(feedId + leaseId));
}

/** Visible to everybody before the first byte goes out. Fenced: what has ended meanwhile is left alone. */
export async function markFetching(db: Queryable, claims: ClaimedFeed[], now: Date): Promise<void> {
  await retrying(() =>
    db.query({
      name: "mark-fetching",
      text: `update feed_schedules s set fetch_status = 'FETCHING', fetch_started_at = $4
             from unnest($1::text[], $2::uuid[], $3::uuid[]) c(lane, feed_id, lease_id)
             where s.feed_id = c.feed_id and s.lease_id = c.lease_id and s.fetch_status = 'QUEUED'`,
      values: [...keysOf(claims), now],
    }),
  );
}

/** Gives back what was claimed and never asked: due as before, or each at its time; nothing recorded, the lane free at once. */
export async function releaseClaims(pool: pg.Pool, claims: ClaimedFeed[], dueAt: readonly Date[] = []): Promise<void> {
  if (claims.length === 0) return;
  await changeSchedule(
    pool,
    claims.map(({ lane }) => lane),
    async (tx) => {
      await tx.query({
        text: `
with mine as materialized (
  select h.lane, c.feed_id, c.due_at
  from unnest($1::text[], $2::uuid[], $3::uuid[], $4::timestamptz[]) c(lane, feed_id, lease_id, due_at)
  join lanes h on h.lane = c.lane and h.lease_id = c.lease_id and h.feed_id = c.feed_id
),
freed as (
  update lanes h set lease_id = null, feed_id = null, asked_at = 'infinity', free_at = '-infinity' from mine m where h.lane = m.lane
)
update feed_schedules s set fetch_status = 'IDLE', lease_id = null, locked_until = null, queued_at = null, fetch_started_at = null,
  next_run_at = greatest(s.next_run_at, m.due_at)
from mine m where s.feed_id = m.feed_id`,
        values: [...keysOf(claims), dueAt],
      });
    },
  );
}

function keysOf(claims: ClaimedFeed[]): Buffer[] {
  return [
    textArray(claims.map(({ lane }) => lane)),
    uuidArray(claims.map(({ feedId }) => feedId)),
    uuidArray(claims.map(({ leaseId }) => leaseId)),
  ];
}
