import { retrying } from "../database/transaction.ts";
import type { Queryable } from "../database/transaction.ts";
import { type ClaimedFeed, claimKeys } from "./claimed-feed.ts";
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
      values: [...claimKeys(claims), leaseUntil, laneUntil],
    }),
  );
  const renewed = new Set(rows.map((row) => row.feed_id + row.lease_id));
  return claims.filter(({ feedId, leaseId }) => renewed.has(feedId + leaseId));
}
