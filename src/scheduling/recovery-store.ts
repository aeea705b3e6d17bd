import type pg from "pg";
import { inTransaction } from "../database/transaction.ts";
import { uuidV7 } from "../database/uuid-v7.ts";

export type Recovered = { queued: number; fetching: number; buried: string[] };

// A feed that takes its worker down with it would do so for ever: three times, then an operator looks at it.
const lostLeasesMax = 3;
const feedsPerRound = 500;

/**
 * Puts feeds back whose worker vanished: QUEUED or FETCHING past their lease, and QUEUED by a transport that lost the
 * message. Their due time stands, so they are simply due again; the lane has freed itself when the lease ended.
 */
export async function recoverFeeds(pool: pg.Pool, now: Date, queuedBefore: Date): Promise<Recovered> {
  const { rows } = await pool.query<{ feed_id: string; was: "QUEUED" | "FETCHING"; lost_leases: number }>(
    `with stuck as materialized (
       select feed_id, fetch_status as was from feed_schedules
       where (lease_id is not null and locked_until < $1) or (lease_id is null and fetch_status = 'QUEUED' and queued_at < $2)
       order by feed_id limit $3 for update skip locked
     )
     update feed_schedules s set fetch_status = 'IDLE', lease_id = null, locked_until = null, queued_at = null,
       fetch_started_at = null, lost_leases = s.lost_leases + case when stuck.was = 'FETCHING' then 1 else 0 end
     from stuck where s.feed_id = stuck.feed_id
     returning s.feed_id, stuck.was, s.lost_leases`,
    [now, queuedBefore, feedsPerRound],
  );
  const buried = rows.filter(({ lost_leases }) => lost_leases >= lostLeasesMax).map(({ feed_id }) => feed_id);
  for (const feedId of buried) await bury(pool, feedId, now);
  return {
    queued: rows.filter(({ was }) => was === "QUEUED").length,
    fetching: rows.filter(({ was }) => was === "FETCHING").length,
    buried,
  };
}

async function bury(pool: pg.Pool, feedId: string, now: Date): Promise<void> {
  const reason = `Its worker died ${lostLeasesMax} times while fetching it`;
  await inTransaction(pool, async (tx) => {
    await tx.query(
      "update feed_schedules set runnable = false, next_run_at = null, lost_leases = 0 where feed_id = $1",
      [feedId],
    );
    await tx.query(
      "update feeds set suspended = true, last_fetch_status = 'permanent_error', last_fetch_error = $2 where id = $1",
      [feedId, reason],
    );
    await tx.query(
      "insert into dead_letters (id, kind, feed_id, reason, created_at) values ($1, 'fetch', $2, $3, $4)",
      [uuidV7(now), feedId, reason, now],
    );
  });
}
