import type pg from "pg";
import { relyOnPush } from "../feeds/push-store.ts";
import { newToken } from "./callback.ts";
import { countMissed, dropSubscription, noteUnannounced, wantSubscription } from "./hub-subscription-store.ts";

export type NoteFetchParts = {
  pool: pg.Pool;
  now: () => Date;
  /** The feed gets its own interval back. */
  replan: (feedId: string) => Promise<void>;
};

/** `hub` undefined: the fetch brought no document. `isPushed`: the feed is fetched once a day, because a hub tells us of news. */
export type NotedFetch = {
  feedId: string;
  hub: { hub: string; topic: string } | null | undefined;
  isPushed: boolean;
  hasNewItems: boolean;
  fetchedBefore: Date | null;
};

/** After each fetch of a feed that names a hub or relies on one. */
export async function noteFetch({ pool, now, replan }: NoteFetchParts, fetched: NotedFetch): Promise<void> {
  const { feedId, hub, isPushed, hasNewItems, fetchedBefore } = fetched;
  let isOver = false;
  if (hub === null) {
    await dropSubscription(pool, feedId);
    isOver = true;
  } else if (hub !== undefined) {
    isOver = await wantSubscription(pool, { feedId, ...hub, token: newToken() }, now());
  }
  if (hasNewItems && !isOver) await noteUnannounced(pool, feedId, fetchedBefore);
  // Found by our own fetch: the hub did not tell us, so we look ourselves again.
  if (isPushed && hasNewItems && !isOver) isOver = await countMissed(pool, feedId, { fetchedBefore, now: now() });
  if (!isPushed || !isOver) return;
  await relyOnPush(pool, feedId, null);
  await replan(feedId);
}
