import type pg from "pg";
import { lastAskedAt } from "./fetch-log-store.ts";
import { type ManualFetchBound, planManualFetch } from "../schedule/policy/manual-fetch-policy.ts";
import { changeSchedule, findLane, headOfLane } from "../schedule/change-schedule-store.ts";

/** What becomes of a person's wish to have a feed fetched now. `message` is for that person. */
export type FetchRequest =
  | { kind: "requested" }
  /** It is being fetched at this moment; it runs once more, as soon as a person may ask again. */
  | { kind: "running" }
  | { kind: "waits"; until: Date; because: ManualFetchBound[]; message: string }
  | { kind: "not-runnable"; message: string }
  | { kind: "unknown" };

export type FetchWish = {
  /** For operators: does not wait five minutes after the last attempt. A time that a server named is kept all the same. */
  force?: boolean;
  /** The last error is forgotten with the wish: after it, a fetch may already have written a new one. */
  forgetError?: boolean;
};

/**
 * Puts a feed at the head of its lane and wakes the workers; the caller need not wait. It still needs the claim and
 * its host's turn. A suspended feed is revived; a time that its server named is kept all the same.
 */
export async function requestFetch(
  pool: pg.Pool,
  feedId: string,
  now: Date,
  wish: FetchWish = {},
): Promise<FetchRequest> {
  for (;;) {
    const lane = await findLane(pool, feedId);
    if (lane === null) return { kind: "unknown" };
    const answer = await changeSchedule(pool, [lane], async (tx) => {
      const granted = await requestInLane(tx, { feedId, lane, now, force: wish.force ?? false });
      if (wish.forgetError && granted !== "moved" && isGranted(granted)) await forgetLastError(tx, feedId);
      return granted;
    });
    // The feed changed its lane before we had the lock: the lane that we would have told is not its own any more.
    if (answer !== "moved") return answer;
  }
}

export function isGranted({ kind }: FetchRequest): boolean {
  return kind === "requested" || kind === "running";
}

async function requestInLane(
  tx: pg.PoolClient,
  { feedId, lane, now, force }: { feedId: string; lane: string; now: Date; force: boolean },
): Promise<FetchRequest | "moved"> {
  const { rows } = await tx.query<FeedRow>(findForRequest, [feedId, lane, now]);
  const feed = rows[0];
  if (feed === undefined) return "moved";
  if (feed.deleted) return { kind: "not-runnable", message: "The feed is deleted." };
  if (!feed.enabled) return { kind: "not-runnable", message: "The feed is disabled." };

  // A worker has it and has not asked yet: this wish is granted by that fetch.
  if (feed.held === "QUEUED") return { kind: "requested" };

  const { not_before: notBefore, host_blocked_until: hostBlockedUntil } = feed;
  const lastFetchedAt = feed.held === "FETCHING" ? now : feed.last_asked_at;
  const plan = planManualFetch({ notBefore, hostBlockedUntil, lastFetchedAt }, now, force);
  const againAt = plan.kind === "wait" ? plan.until : now;
  if (feed.held === "FETCHING") {
    await tx.query("update feed_schedules set again_at = $2 where feed_id = $1", [feedId, againAt]);
    return { kind: "running" };
  }
  if (plan.kind === "wait") return { ...plan, kind: "waits" };

  // A lease that ended is cleared with it, one that holds never.
  await tx.query(
    `update feed_schedules set runnable = true, next_run_at = $2, fetch_status = 'IDLE', lease_id = null, locked_until = null,
       queued_at = null, fetch_started_at = null where feed_id = $1`,
    [feedId, headOfLane(now)],
  );
  await tx.query("update feeds set suspended = false where id = $1 and suspended", [feedId]);
  return { kind: "requested" };
}

/** The status stays until a fetch knows better. */
async function forgetLastError(tx: pg.PoolClient, feedId: string): Promise<void> {
  await tx.query("update feeds set last_fetch_error = null where id = $1", [feedId]);
}

type FeedRow = {
  deleted: boolean;
  enabled: boolean;
  held: "QUEUED" | "FETCHING" | null;
  not_before: Date | null;
  last_asked_at: Date | null;
  host_blocked_until: Date | null;
};

// A lane's reason says that a server asked for the pause; without one it is only pacing, which the claim keeps.
const findForRequest = `
select f.deleted_at is not null as deleted, f.enabled,
  case when s.lease_id is not null and s.locked_until > $3 then s.fetch_status end as held,
  f.not_before, ${lastAskedAt} as last_asked_at, case when h.reason is not null then h.free_at end as host_blocked_until
from feeds f join feed_schedules s on s.feed_id = f.id join lanes h on h.lane = s.lane
where f.id = $1 and s.lane = $2
for update of s`;
