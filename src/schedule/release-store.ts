import type pg from "pg";
import { changeSchedule } from "./change-schedule-store.ts";
import { type ClaimedFeed, claimKeys } from "./claimed-feed.ts";

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
        values: [...claimKeys(claims), dueAt],
      });
    },
  );
}
