import { isNewsletter } from "../newsletter.ts";
import { type HealthSigns, noSigns } from "./feed-health-store.ts";
import type { SharedFeed } from "./shared-feed-store.ts";
import type { ListedSubscription } from "./subscription-list-store.ts";

/** What a reader is told of a feed: how it is, and when something happened or will. */
export type FeedState =
  | { kind: "working"; fetchedAt: Date | null; isDue: boolean }
  | { kind: "slow" | "moved"; nextAt: Date | null }
  | { kind: "quiet"; since: Date }
  | { kind: "paused"; since: Date }
  | { kind: "pending"; stage: "waiting" | "queued" | "fetching" }
  | { kind: "retrying" | "missing"; nextAt: Date | null }
  | { kind: "stopped" | "gone" | "locked"; since: Date | null }
  | { kind: "off" | "deleted" | "listening" };

export function feedState(feed: ListedSubscription, now: Date, signs = noSigns): FeedState {
  if (feed.isDeleted) return { kind: "deleted" };
  if (!feed.isEnabled) return { kind: "off" };
  if (feed.pausedAt !== null) return { kind: "paused", since: feed.pausedAt };
  switch (feed.status) {
    case null:
      return isNewsletter(feed.url) ? { kind: "listening" } : { kind: "pending", stage: stageOf(feed) };
    case "success":
      return wellOrNearly(feed, now, signs);
    case "temporary_error":
      return { kind: "retrying", nextAt: feed.nextRunAt };
    case "permanent_error":
    case "unauthorized":
      return revived(feed, now) ?? stopped(feed);
  }
}

function wellOrNearly(feed: ListedSubscription, now: Date, { movedAt, isSlow, quietSince }: HealthSigns): FeedState {
  // Who added it under its new address need not hear of the old one.
  if (movedAt !== null && movedAt > feed.addedAt) return { kind: "moved", nextAt: feed.nextRunAt };
  if (isSlow) return { kind: "slow", nextAt: feed.nextRunAt };
  if (quietSince !== null) return { kind: "quiet", since: quietSince };
  return { kind: "working", fetchedAt: feed.lastFetchedAt, isDue: isDue(feed, now) };
}

/** Only 410 says that a feed is gone. After a 404, one that worked before is tried again. */
function stopped({ status, failureClass, lastSuccessAt: since, nextRunAt: nextAt }: ListedSubscription): FeedState {
  if (status === "unauthorized") return { kind: "locked", since };
  if (failureClass === "not-found") return { kind: "missing", nextAt };
  return { kind: failureClass === "gone" ? "gone" : "stopped", since };
}

/** Somebody asked for one more try: its schedule is due, though its status still tells of the last one. */
function revived(feed: ListedSubscription, now: Date): FeedState | null {
  return isDue(feed, now) ? { kind: "retrying", nextAt: feed.nextRunAt } : null;
}

function isDue({ nextRunAt }: ListedSubscription, now: Date): boolean {
  return nextRunAt !== null && nextRunAt <= now;
}

function stageOf({ queueState }: ListedSubscription): "waiting" | "queued" | "fetching" {
  return queueState === "FETCHING" ? "fetching" : queueState === "QUEUED" ? "queued" : "waiting";
}

/** The same for the operator, who sees no subscription. */
export function sharedFeedState({ enabled, suspended, status }: SharedFeed): SharedFeedState {
  if (!enabled) return "off";
  if (suspended) return "stopped";
  if (status === null) return "pending";
  return status === "success" ? "working" : "retrying";
}

type SharedFeedState = "off" | "pending" | "working" | "stopped" | "retrying";
