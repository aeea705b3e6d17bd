import { setTimeout as sleep } from "node:timers/promises";
import { findNewestAttempts, type FetchAttempt } from "../../feeds/fetch-log-store.ts";
import { requestFetch, type FetchOptions } from "../../feeds/request-fetch-store.ts";
import { type FetchRequest } from "../../schedule/request-store.ts";
import { shortId } from "../format.ts";
import { startProgress } from "../io.ts";
import type { Context } from "../with-database.ts";

export type Requested = { id: string; url: string; request: FetchRequest };

// Each is a short transaction on its own lane: a few at once use the time that others wait for the disk.
const atOnce = 4;

/** Asks for a fetch of each feed, one by one: a failure leaves the earlier requests in place. */
export async function requestFetches(
  { io, pool, now }: Context,
  feeds: { id: string; url: string }[],
  { force = false }: Pick<FetchOptions, "force"> = {},
): Promise<Requested[]> {
  const options: FetchOptions = { force, forgetError: true };
  const progress = startProgress(io, "Asking", feeds.length);
  const requested: Requested[] = [];
  for (let at = 0; at < feeds.length; at += atOnce) {
    const some = feeds.slice(at, at + atOnce);
    requested.push(
      ...(await Promise.all(
        some.map(async ({ id, url }) => ({ id, url, request: await requestFetch(pool, id, now(), options) })),
      )),
    );
    progress.advance(some.length);
  }
  progress.stop();
  return requested;
}

export function describeRequested({ id, url, request }: Requested): string {
  const feed = `${shortId(id)} ${url}`;
  switch (request.kind) {
    case "requested":
      return `Due now: ${feed}\n`;
    case "running":
      return `Being fetched, and once more afterwards: ${feed}\n`;
    case "waits":
    case "not-runnable":
      return `Not now: ${feed}: ${request.message}\n`;
    case "unknown":
      return `Gone: ${feed}\n`;
  }
}

const lookEveryMs = 200;

/**
 * Waits for each feed's next attempt after those in `before` (ids). A feed without one in time is missing from the result.
 * A deferred attempt does not count: that feed still waits for its lane.
 */
export async function awaitAttempts(
  { io, pool }: Context,
  feedIds: string[],
  { before, timeoutMs }: { before: Set<string>; timeoutMs: number },
): Promise<Map<string, FetchAttempt>> {
  const ended = new Map<string, FetchAttempt>();
  const progress = startProgress(io, "Fetching", feedIds.length);
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const waiting = feedIds.filter((id) => !ended.has(id));
    const newest = await findNewestAttempts(pool, waiting);
    const fresh = newest.filter(({ id, outcome }) => !before.has(id) && outcome !== "deferred");
    for (const attempt of fresh) ended.set(attempt.feedId, attempt);
    progress.advance(fresh.length);
    if (ended.size === feedIds.length || Date.now() >= deadline) break;
    await sleep(lookEveryMs);
  }
  progress.stop();
  return ended;
}
