import assert from "node:assert/strict";
import { test } from "node:test";
import { feedState } from "../../src/feeds/lists/feed-state.ts";
import type { ListedSubscription } from "../../src/feeds/lists/subscription-list-store.ts";

const now = new Date("2026-03-02T12:00:00Z");
const minutes = (count: number) => new Date(now.getTime() + count * 60_000);

test("the state shown for a feed follows from its status and later requests", () => {
  const feed: ListedSubscription = {
    id: "",
    name: "",
    feedId: "",
    url: "",
    isOwn: false,
    isEnabled: true,
    isDeleted: false,
    folderId: null,
    folderName: null,
    inToday: true,
    pausedAt: null,
    intervalMinutes: null,
    addedAt: new Date("2026-01-01T00:00:00Z"),
    failureClass: null,
    status: null,
    error: null,
    discovered: null,
    lastFetchedAt: now,
    lastSuccessAt: null,
    nextRunAt: minutes(5),
    queueState: "IDLE",
  };
  const cases: [Partial<ListedSubscription>, ReturnType<typeof feedState>][] = [
    [{}, { kind: "pending", stage: "waiting" }],
    [{ queueState: "FETCHING" }, { kind: "pending", stage: "fetching" }],
    [{ status: "success" }, { kind: "working", fetchedAt: now, isDue: false }],
    [{ status: "temporary_error" }, { kind: "retrying", nextAt: minutes(5) }],
    [
      { status: "permanent_error", nextRunAt: null },
      { kind: "stopped", since: null },
    ],
    [
      { status: "permanent_error", nextRunAt: minutes(-1) },
      { kind: "retrying", nextAt: minutes(-1) },
    ],
    [
      { status: "unauthorized", lastSuccessAt: now },
      { kind: "locked", since: now },
    ],
    [{ status: "success", isEnabled: false }, { kind: "off" }],
    [{ status: "success", isDeleted: true }, { kind: "deleted" }],
    [
      { status: "permanent_error", failureClass: "gone", nextRunAt: null },
      { kind: "gone", since: null },
    ],
    [
      { status: "permanent_error", failureClass: "not-found", nextRunAt: minutes(5) },
      { kind: "missing", nextAt: minutes(5) },
    ],
    [
      { status: "permanent_error", pausedAt: now },
      { kind: "paused", since: now },
    ],
  ];
  for (const [change, state] of cases) assert.deepEqual(feedState({ ...feed, ...change }, now), state);

  const fine: ListedSubscription = { ...feed, status: "success" };
  const signs = { quietSince: minutes(-50_000), isSlow: true, movedAt: minutes(-60) };
  assert.deepEqual(feedState(fine, now, signs), { kind: "moved", nextAt: minutes(5) });
  assert.deepEqual(feedState({ ...fine, addedAt: now }, now, signs), { kind: "slow", nextAt: minutes(5) });
  const quiet = { ...signs, movedAt: null, isSlow: false };
  assert.deepEqual(feedState(fine, now, quiet), { kind: "quiet", since: minutes(-50_000) });
});
