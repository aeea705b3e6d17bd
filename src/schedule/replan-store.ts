import type pg from "pg";
import { changeFeedSchedule } from "./change-schedule-store.ts";
import { readersOf, stateColumns } from "./claim-store.ts";
import { type StateRow, toFetchState } from "./lease.ts";
import { replanFetch } from "./policy/fetch-policy.ts";
import type { Circumstances } from "./policy/fetch-state.ts";

/**
 * A reader has set another interval: a feed that waits for its next fetch gets its time by the new one. One that is being
 * fetched gets it from that fetch.
 */
export async function replanFeed(pool: pg.Pool, feedId: string, circumstances: Circumstances): Promise<void> {
  await changeFeedSchedule(pool, { feedId }, async (tx) => {
    const { rows } = await tx.query<StateRow>(findWaiting, [feedId, circumstances.now]);
    const planned = rows[0] && replanFetch({ ...circumstances, state: toFetchState(rows[0], circumstances.now) });
    if (!planned) return;
    await tx.query("update feed_schedules set next_run_at = $2, why_next = $3 where feed_id = $1", [
      feedId,
      planned.nextRunAt,
      planned.why,
    ]);
  });
}

// A feed that is due, or that somebody asked for, is fetched before it would matter.
const findWaiting = `
select ${stateColumns} from feeds f join feed_schedules s on s.feed_id = f.id ${readersOf}
where f.id = $1 and s.lease_id is null and s.next_run_at > $2
for update of s`;
