import { setTimeout as sleep } from "node:timers/promises";
import type { Command } from "commander";
import { listedFeedsMax } from "../../feeds/parse-feed-list.ts";
import { type FetchAttempt, findNewestAttempts } from "../../feeds/fetch-log-store.ts";
import type { NamedFeed } from "../../feeds/find-feed-store.ts";
import { listFeeds } from "../../feeds/list-feeds-store.ts";
import { type FetchOptions, requestFetch } from "../../feeds/request-fetch-store.ts";
import { Refusal } from "../../refusal.ts";
import { readWorkersAlive } from "../../schedule/heartbeat-store.ts";
import { type FetchRequest, isGranted } from "../../schedule/request-store.ts";
import { whole } from "../../setting.ts";
import { parseNumber } from "../arguments.ts";
import { shortId } from "../format.ts";
import {
  answer,
  type Context,
  type Layout,
  type Invocation,
  stopOnInterrupt,
  withDatabase,
} from "../command-context.ts";
import { startProgress } from "../start-progress.ts";
import { feedArgument, pickLiveFeeds } from "./pick-feed.ts";
import { formatAttempts } from "./show-commands.ts";

type Options = { all?: boolean; force?: boolean; wait?: boolean; timeout: number; json?: boolean };
/** `attempt` is the result: null if there is none yet, absent if nobody waited for it. */
type Synced = Requested & { attempt?: FetchAttempt | null };

// A worker that has just started may not have written its first heartbeat yet.
const firstBeatMsMax = 15_000;

export function addFeedSyncCommand(feed: Command, invocation: Invocation): void {
  feed
    .command("sync")
    .argument("[feed...]", feedArgument)
    .description("fetch now: put enabled feeds at the head of the queue, and restart suspended ones")
    .option("--all", "every enabled feed")
    .option(
      "--force",
      "also within five minutes of the last attempt; a server's Retry-After and a closed host still hold",
    )
    .option("--wait", "wait for the outcome, and fail if it is a failure; needs a running worker")
    .option("--timeout <seconds>", "how long to wait", parseNumber(whole(1, 86_400)), 120)
    .option("--json", "as JSON")
    .addHelpText("after", "\nExamples:\n  plainwire feed sync --wait 3f2a9c1e\n  plainwire feed sync --all")
    .action(async (names: string[], options: Options) => {
      if (names.length > 0 === (options.all ?? false)) throw new Refusal("Name feeds to sync, or write --all.", 2);
      // Ctrl-C ends the waiting, and what came until then is shown.
      const stop = options.wait ? stopOnInterrupt(invocation.io) : null;
      const synced = await withDatabase(invocation, (context) => sync(context, names, { ...options, stop }));
      answer(invocation, options, synced, (layout) => synced.map((one) => describe(one, layout)).join(""));
      if (!synced.every(isDone)) invocation.exitCode = 1;
    });
}

async function sync(
  context: Context,
  names: string[],
  { all, force = false, stop, timeout }: Options & { stop: AbortSignal | null },
): Promise<Synced[]> {
  const { pool } = context;
  const feeds = all
    ? await listFeeds(pool, { enabled: true, limit: listedFeedsMax })
    : refuseDisabled(await pickLiveFeeds(pool, names));
  if (stop === null) return requestFetches(context, feeds, { force });

  const ids = feeds.map(({ id }) => id);
  const before = new Set((await findNewestAttempts(pool, ids)).map(({ id }) => id));
  const requested = await requestFetches(context, feeds, { force });
  const granted = requested.filter(({ request }) => isGranted(request)).map(({ id }) => id);
  const { workers } = await readWorkersAlive(pool, context.now());
  const timeoutMs = Math.min(timeout * 1000, workers === 0 ? firstBeatMsMax : Infinity);
  const attempts = await awaitAttempts(context, granted, { before, timeoutMs, stop });
  return requested.map((one) => (isGranted(one.request) ? { ...one, attempt: attempts.get(one.id) ?? null } : one));
}

function refuseDisabled(feeds: NamedFeed[]): NamedFeed[] {
  const off = feeds.find(({ enabled }) => !enabled);
  if (off === undefined) return feeds;
  throw new Refusal(`The feed ${off.url} is disabled: 'plainwire feed enable ${shortId(off.id)}' first.`);
}

function describe({ attempt, ...requested }: Synced, layout: Layout): string {
  if (attempt === undefined) return describeRequested(requested);
  if (attempt === null) return `Due now, and not fetched in time: ${requested.url} (is a worker running?)\n`;
  return `${requested.url}\n${formatAttempts([attempt], layout)}`;
}

function isDone({ request, attempt }: Synced): boolean {
  return isGranted(request) && attempt !== null && attempt?.outcome !== "failed";
}

type RetryOptions = { errors?: boolean; rootDomain?: string; json?: boolean };

export function addFeedRetryCommand(feed: Command, invocation: Invocation): void {
  feed
    .command("retry")
    .description("fetch failed feeds again: 'sync' for every enabled feed whose last fetch was an error")
    .option("--errors", "required: says which feeds")
    .option("--root-domain <domain>", "only those of this root domain")
    .option("--json", "as JSON")
    .addHelpText(
      "after",
      "\nExamples:\n  plainwire feed retry --errors\n  plainwire feed retry --errors --root-domain example.org",
    )
    .action(async ({ errors, rootDomain, json = false }: RetryOptions) => {
      if (!errors)
        throw new Refusal("Write --errors to retry all feeds in error, or sync one: plainwire feed sync FEED.", 2);
      const requested = await withDatabase(invocation, async (context) => {
        const filter = { status: "error", enabled: true, limit: listedFeedsMax } as const;
        const domain = rootDomain === undefined ? {} : { rootDomain: rootDomain.toLowerCase() };
        return requestFetches(context, await listFeeds(context.pool, { ...filter, ...domain }));
      });
      answer(
        invocation,
        { json },
        requested,
        () => requested.map(describeRequested).join("") || "No feed is in error.\n",
      );
      if (!requested.every(isDone)) invocation.exitCode = 1;
    });
}

type Requested = { id: string; url: string; request: FetchRequest };

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

function describeRequested({ id, url, request }: Requested): string {
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
async function awaitAttempts(
  { io, pool }: Context,
  feedIds: string[],
  { before, timeoutMs, stop }: { before: Set<string>; timeoutMs: number; stop: AbortSignal },
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
    if (ended.size === feedIds.length || stop.aborted || Date.now() >= deadline) break;
    await sleep(lookEveryMs, undefined, { signal: stop }).catch(() => undefined);
  }
  progress.stop();
  return ended;
}
