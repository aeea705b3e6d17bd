import type { SharedFeed } from "./shared-feed-store.ts";
import type { ListedSubscription } from "./subscription-list-store.ts";

/** What a reader is told of a feed: how it is, and when something happened or will. */
export type FeedState =
  | { kind: "working"; fetchedAt: Date | null; isDue: boolean }
  | { kind: "pending"; stage: "waiting" | "queued" | "fetching" }
  | { kind: "retrying"; nextAt: Date | null }
  | { kind: "stopped"; since: Date | null }
  | { kind: "locked"; since: Date | null }
  | { kind: "off" }
  | { kind: "gone" };

export function feedState(feed: ListedSubscription, now: Date): FeedState {
  if (feed.isDeleted) return { kind: "gone" };
  if (!feed.isEnabled) return { kind: "off" };
  switch (feed.status) {
    case null:
      return { kind: "pending", stage: stageOf(feed) };
    case "success":
      return { kind: "working", fetchedAt: feed.lastFetchedAt, isDue: isDue(feed, now) };
    case "temporary_error":
      return { kind: "retrying", nextAt: feed.nextRunAt };
    case "permanent_error":
    case "unauthorized":
      return (
        revived(feed, now) ?? { kind: feed.status === "unauthorized" ? "locked" : "stopped", since: feed.lastSuccessAt }
      );
  }
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
