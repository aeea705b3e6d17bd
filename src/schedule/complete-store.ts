import { firstDue } from "./change-schedule-store.ts";

// Lanes are locked in a step of their own, because PostgreSQL copies all columns joined with a locked row for a recheck, here
// 52. Each step passes on what the next one needs: joining `mine` again would read a batch of 64 rows 64 times. Together this
// saves about 12 % of a 304.
/**
 * In SQL: the steps of a completion that end a lease. Its statement names the lanes in $1 and offers its rows in `given`:
 * lane, feed_id, lease_id, next_run_at, not_before, why, suspended, lane_free_at and lane_reason, and whatever its other steps
 * need. Fenced: `mine` are those rows whose lease is still ours, and every other step may only write for them.
 */
export function completeSql(given: string): string {
  return `
held as materialized (
  select lane, lease_id, feed_id, asked_at from lanes where lane = any($1::text[]) order by lane for update
),
mine as materialized (
  select d.*, h.asked_at from ${given}
  join held h on h.lane = d.lane and h.lease_id = d.lease_id and h.feed_id = d.feed_id
),
scheduled as (
  update feed_schedules s set
    -- If a fetch was requested while this one ran, fetch once more, but not earlier than the server allows.
    next_run_at = case when s.again_at is null then m.next_run_at
      else least(m.next_run_at, greatest(s.again_at, m.not_before)) end,
    again_at = null, why_next = m.why, runnable = s.runnable and not m.suspended, lost_leases = 0,
    fetch_status = 'IDLE', locked_until = null, lease_id = null, queued_at = null, fetch_started_at = null
  from mine m where s.feed_id = m.feed_id
  returning s.feed_id, s.next_run_at, s.runnable, m.lane, m.lane_free_at, m.lane_reason, m.asked_at
),
freed as (
  update lanes h set lease_id = null, feed_id = null, asked_at = 'infinity', free_at = d.lane_free_at, reason = d.lane_reason,
    ready_at = coalesce(greatest(d.lane_free_at, least(
      case when d.runnable then d.next_run_at end, d.asked_at, ${firstDue("d.lane", "s.feed_id <> d.feed_id")})),
      'infinity')
  from scheduled d where h.lane = d.lane
)`;
}
