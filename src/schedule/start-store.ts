import { retrying } from "../database/transaction.ts";
import type { Queryable } from "../database/transaction.ts";
import { type ClaimedFeed, claimKeys } from "./claimed-feed.ts";

/** Visible to everybody before the first byte goes out. Fenced: what has ended meanwhile is left alone. */
export async function markFetching(db: Queryable, claims: ClaimedFeed[], now: Date): Promise<void> {
  await retrying(() =>
    db.query({
      name: "mark-fetching",
      text: `update feed_schedules s set fetch_status = 'FETCHING', fetch_started_at = $4
             from unnest($1::text[], $2::uuid[], $3::uuid[]) c(lane, feed_id, lease_id)
             where s.feed_id = c.feed_id and s.lease_id = c.lease_id and s.fetch_status = 'QUEUED'`,
      values: [...claimKeys(claims), now],
    }),
  );
}
