import type pg from "pg";
import type { Queryable } from "../database/transaction.ts";
import { headOfLane } from "./change-schedule-store.ts";
import { describeInstant } from "../time.ts";

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
  if (feed.isNewsletter)
    return { kind: "not-runnable", message: "A newsletter is not fetched: its items come by mail." };

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

/**
 * A hub says that a feed, whose lane is locked, has something new. It becomes due when a person might ask for it, if that is
 * before its time: never before a time that a server named, and at most once in five minutes, whatever a hub sends.
 */
export async function requestSoon(tx: pg.PoolClient, feedId: string, now: Date): Promise<void> {
  const { rows } = await tx.query<FeedRow>(findForRequest, [feedId, now]);
  const feed = rows[0];
  // A worker has it and has not asked yet: it will see what is new.
  if (feed === undefined || feed.held === "QUEUED") return;
  const plan = planManualFetch(feed, now);
  await tx.query(
    `select request_fetch(f.id, $2, $3) from feeds f join feed_schedules s on s.feed_id = f.id
     where f.id = $1 and f.enabled and f.polling and not f.suspended and f.deleted_at is null
       and (s.lease_id is not null or s.next_run_at > $2)`,
    [feedId, plan.kind === "wait" ? plan.until : headOfLane(now), now],
  );
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
  isNewsletter: boolean;
  held: "QUEUED" | "FETCHING" | null;
  notBefore: Date | null;
  laneClosedUntil: Date | null;
  fetchedLatelyUntil: Date | null;
};

const findForRequest = `
select f.deleted_at is not null as deleted, f.enabled, f.url like 'newsletter:%' as "isNewsletter",
  case when s.lease_id is not null and s.locked_until > $2 then s.fetch_status end as held,
  b.not_before as "notBefore", b.lane_closed_until as "laneClosedUntil", b.fetched_lately_until as "fetchedLatelyUntil"
from feeds f join feed_schedules s on s.feed_id = f.id cross join request_bounds(f.id, $2) b
where f.id = $1
for update of s`;

/** As migrations/functions/public.request_bounds.sql reads it; the five minutes after any attempt are counted there. */
type ManualFetchState = {
  notBefore: Date | null;
  laneClosedUntil: Date | null;
  fetchedLatelyUntil: Date | null;
};

/** What stands in the way; the one that lasts longest comes first. */
type ManualFetchPlan = { kind: "now" } | { kind: "wait"; until: Date; because: ManualFetchBound[]; message: string };

const sentences = {
  "retry-after": "the server asked for a pause",
  "host-closed": "its host is left alone until then",
  "just-fetched": "it was fetched just now",
};
export type ManualFetchBound = keyof typeof sentences;

// A person's own request (sync, retry) may come before freshness, backoff and circuit, never before a time the server
// named. An operator who forces it need not wait five minutes after the last attempt either.
export function planManualFetch(state: ManualFetchState, now: Date, isForced = false): ManualFetchPlan {
  const { notBefore, laneClosedUntil, fetchedLatelyUntil } = state;
  const bounds: { bound: ManualFetchBound; until: Date | null }[] = [
    { bound: "retry-after", until: notBefore },
    { bound: "host-closed", until: laneClosedUntil },
    { bound: "just-fetched", until: isForced ? null : fetchedLatelyUntil },
  ];
  const inTheWay = bounds
    .flatMap(({ bound, until }) => (until !== null && until > now ? [{ bound, until }] : []))
    .sort((one, other) => other.until.getTime() - one.until.getTime());
  const [longest] = inTheWay;
  if (longest === undefined) return { kind: "now" };

  const because = inTheWay.map(({ bound }) => bound);
  const why = because.map((bound) => sentences[bound]).join(", and ");
  const message = `Possible again at ${describeInstant(longest.until.toISOString())}: ${why}.`;
  return { kind: "wait", until: longest.until, because, message };
}
