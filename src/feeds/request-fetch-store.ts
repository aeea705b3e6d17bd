import type pg from "pg";
import { changeFeedSchedule } from "../schedule/change-schedule-store.ts";
import { type FetchRequest, isGranted, request } from "../schedule/request-store.ts";

export type FetchOptions = {
  /** For operators: does not wait five minutes after the last attempt. A time that a server named is kept all the same. */
  force?: boolean;
  /** The last error is forgotten with the request: after it, a fetch may already have written a new one. */
  forgetError?: boolean;
};

/**
 * Puts a feed at the head of its lane and wakes the workers; the caller need not wait. It still needs the claim and a free
 * lane. A suspended feed is revived; a time that its server named is kept all the same.
 */
export async function requestFetch(
  pool: pg.Pool,
  feedId: string,
  now: Date,
  { force = false, forgetError = false }: FetchOptions = {},
): Promise<FetchRequest> {
  const answer = await changeFeedSchedule(pool, { feedId }, async (tx) => {
    const answered = await request(tx, { feedId, now, force });
    if (answered.kind === "requested") await revive(tx, feedId);
    // The status stays until a fetch knows better.
    if (forgetError && isGranted(answered))
      await tx.query("update feeds set last_fetch_error = null where id = $1", [feedId]);
    return answered;
  });
  return answer ?? { kind: "unknown" };
}

/** Suspended, and now runnable by the request. */
async function revive(tx: pg.PoolClient, feedId: string): Promise<void> {
  await tx.query(
    `update feeds f set suspended = false from feed_schedules s
     where f.id = $1 and f.suspended and s.feed_id = f.id and s.runnable`,
    [feedId],
  );
}
