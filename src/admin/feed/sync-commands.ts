import type { Command } from "commander";
import { listedFeedsMax } from "../../feeds/parse-feed-list.ts";
import { findNewestAttempts, type FetchAttempt } from "../../feeds/fetch-log-store.ts";
import type { NamedFeed } from "../../feeds/find-feed-store.ts";
import { listFeeds } from "../../feeds/list-feeds-store.ts";
import { isGranted } from "../../schedule/request-store.ts";
import { Refusal } from "../../refusal.ts";
import { readWorkersAlive } from "../../schedule/heartbeat-store.ts";
import { whole } from "../../setting.ts";
import { parseNumber } from "../arguments.ts";
import { shortId } from "../format.ts";
import { answer, type Look, type Session } from "../io.ts";
import { withDatabase, type Context } from "../with-database.ts";
import { formatAttempts } from "./logs-command.ts";
import { feedArgument, pickLiveFeeds } from "./pick-feed.ts";
import { awaitAttempts, describeRequested, requestFetches, type Requested } from "./request-fetches.ts";

type Options = { all?: boolean; force?: boolean; wait?: boolean; timeout: number; json?: boolean };
/** `attempt` is the result: null if there is none yet, absent if nobody waited for it. */
type Synced = Requested & { attempt?: FetchAttempt | null };

// A worker that has just started may not have written its first heartbeat yet.
const firstBeatMsMax = 15_000;

export function addFeedSyncCommand(feed: Command, session: Session): void {
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
      const synced = await withDatabase(session, (context) => sync(context, names, options));
      answer(session, options, synced, (look) => synced.map((one) => describe(one, look)).join(""));
      if (!synced.every(isDone)) session.exitCode = 1;
    });
}

async function sync(
  context: Context,
  names: string[],
  { all, force = false, wait, timeout }: Options,
): Promise<Synced[]> {
  const { pool } = context;
  const feeds = all
    ? await listFeeds(pool, { enabled: true, limit: listedFeedsMax })
    : refuseDisabled(await pickLiveFeeds(pool, names));
  if (!wait) return requestFetches(context, feeds, { force });

  const ids = feeds.map(({ id }) => id);
  const before = new Set((await findNewestAttempts(pool, ids)).map(({ id }) => id));
  const requested = await requestFetches(context, feeds, { force });
  const granted = requested.filter(({ request }) => isGranted(request)).map(({ id }) => id);
  const { workers } = await readWorkersAlive(pool, context.now());
  const timeoutMs = Math.min(timeout * 1000, workers === 0 ? firstBeatMsMax : Infinity);
  const attempts = await awaitAttempts(context, granted, { before, timeoutMs });
  return requested.map((one) => (isGranted(one.request) ? { ...one, attempt: attempts.get(one.id) ?? null } : one));
}

function refuseDisabled(feeds: NamedFeed[]): NamedFeed[] {
  const off = feeds.find(({ enabled }) => !enabled);
  if (off === undefined) return feeds;
  throw new Refusal(`The feed ${off.url} is disabled: 'plainwire feed enable ${shortId(off.id)}' first.`);
}

function describe({ attempt, ...requested }: Synced, look: Look): string {
  if (attempt === undefined) return describeRequested(requested);
  if (attempt === null) return `Due now, and not fetched in time: ${requested.url} (is a worker running?)\n`;
  return `${requested.url}\n${formatAttempts([attempt], look)}`;
}

function isDone({ request, attempt }: Synced): boolean {
  return isGranted(request) && attempt !== null && attempt?.outcome !== "failed";
}

type RetryOptions = { errors?: boolean; rootDomain?: string; json?: boolean };

export function addFeedRetryCommand(feed: Command, session: Session): void {
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
      const requested = await withDatabase(session, async (context) => {
        const filter = { status: "error", enabled: true, limit: listedFeedsMax } as const;
        const domain = rootDomain === undefined ? {} : { rootDomain: rootDomain.toLowerCase() };
        return requestFetches(context, await listFeeds(context.pool, { ...filter, ...domain }));
      });
      answer(session, { json }, requested, () => requested.map(describeRequested).join("") || "No feed is in error.\n");
    });
}
