import type pg from "pg";
import type { Queryable } from "../database/transaction.ts";
import { headOfLane } from "./change-schedule-store.ts";
import { type ManualFetchBound, planManualFetch } from "./policy/manual-fetch-policy.ts";

/** What becomes of a person's request to have a feed fetched now. `message` is for that person. */
export type FetchRequest =
  | { kind: "requested" }
  /** It is being fetched at this moment; it runs once more, as soon as a person may ask again. */
  | { kind: "running" }
  | { kind: "waits"; until: Date; because: ManualFetchBound[]; message: string }
  | { kind: "not-runnable"; message: string }
  | { kind: "unknown" };

export function isGranted({ kind }: FetchRequest): boolean {
  return kind === "requested" || kind === "running";
}

type Request = { feedId: string; now: Date; force: boolean };

/** Puts a feed at the head of its lane, which is locked, if a person may ask for it now. */
export async function request(tx: pg.PoolClient, { feedId, now, force }: Request): Promise<FetchRequest> {
  const { rows } = await tx.query<FeedRow>(findForRequest, [feedId, now]);
  const feed = rows[0];
  if (feed === undefined) return { kind: "unknown" };
  if (feed.deleted) return { kind: "not-runnable", message: "The feed is deleted." };
  if (!feed.enabled) return { kind: "not-runnable", message: "The feed is disabled." };

  // A worker has it and has not asked yet: this request is granted by that fetch.
  if (feed.held === "QUEUED") return { kind: "requested" };

  const plan = planManualFetch(feed, now, force);
  if (feed.held === "FETCHING") {
    await makeDue(tx, [feedId], plan.kind === "wait" ? plan.until : now, now);
    return { kind: "running" };
  }
  if (plan.kind === "wait") return { ...plan, kind: "waits" };
  await makeDue(tx, [feedId], headOfLane(now), now);
  return { kind: "requested" };
}

/** Makes feeds due whose lanes are locked; what is running runs once more. Disabled and deleted feeds stay as they are. */
export async function makeDue(tx: Queryable, feedIds: string[], dueAt: Date, now: Date): Promise<void> {
  await tx.query(
    `select request_fetch(id, $2, $3) from feeds where id = any($1::uuid[]) and enabled and deleted_at is null
     order by id`,
    [feedIds, dueAt, now],
  );
}

type FeedRow = {
  deleted: boolean;
  enabled: boolean;
  held: "QUEUED" | "FETCHING" | null;
  notBefore: Date | null;
  laneClosedUntil: Date | null;
  fetchedLatelyUntil: Date | null;
};

const findForRequest = `
select f.deleted_at is not null as deleted, f.enabled,
  case when s.lease_id is not null and s.locked_until > $2 then s.fetch_status end as held,
  b.not_before as "notBefore", b.lane_closed_until as "laneClosedUntil", b.fetched_lately_until as "fetchedLatelyUntil"
from feeds f join feed_schedules s on s.feed_id = f.id cross join request_bounds(f.id, $2) b
where f.id = $1
for update of s`;
