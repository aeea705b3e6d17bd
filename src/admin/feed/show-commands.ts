import type { Command } from "commander";
import {
  describeFailure,
  type FeedScore,
  type FetchAttempt,
  listFetchAttempts,
  readFeedScore,
} from "../../feeds/fetch-log-store.ts";
import { type FeedDetails, readFeed } from "../../feeds/find-feed-store.ts";
import { Refusal } from "../../refusal.ts";
import { type HostScore, readLaneScore } from "../../schedule/host-score-store.ts";
import { hostOfLane } from "../../schedule/lane.ts";
import { describeWhyNext } from "../../schedule/policy/why-next.ts";
import { whole } from "../../setting.ts";
import { dayMs, describeInstant, earlier } from "../../time.ts";
import { describePush } from "../../websub/describe-push.ts";
import { readSubscription } from "../../websub/hub-subscription-store.ts";
import { parseNumber } from "../arguments.ts";
import { describeInterval, dueTime, formatFacts, formatTable, yesOrNo } from "../format.ts";
import { answer, type Layout, type Invocation, withDatabase } from "../command-context.ts";
import { feedArgument, pickFeed } from "./pick-feed.ts";

const attemptsShown = 5;

const scoreDays = 7;

type Shown = FeedDetails & {
  attempts: FetchAttempt[];
  score: FeedScore;
  hostScore: HostScore | null;
  push: string | null;
};

export function addFeedShowCommand(feed: Command, invocation: Invocation): void {
  feed
    .command("show")
    .argument("<feed>", feedArgument)
    .description("everything about one feed: settings, state, the reason for its next run, its last attempts")
    .option("--json", "as JSON")
    .addHelpText(
      "after",
      "\nExamples:\n  plainwire feed show 3f2a9c1e\n  plainwire feed show --json 3f2a9c1e | jq .whyNext",
    )
    .action(async (name: string, options: { json?: boolean }) => {
      const { shown, at } = await withDatabase(invocation, async ({ pool, now }) => {
        const { id } = await pickFeed(pool, name);
        const at = now();
        const [details, attempts, score, hub] = await Promise.all([
          readFeed(pool, id),
          listFetchAttempts(pool, id, attemptsShown),
          readFeedScore(pool, id, earlier(at, scoreDays * dayMs)),
          readSubscription(pool, id),
        ]);
        if (details === null) throw new Refusal(`The feed ${id} was removed just now.`);
        const hostScore = await readLaneScore(pool, details.lane);
        return { shown: { ...details, attempts, score, hostScore, push: hub && describePush(hub) }, at };
      });
      answer(invocation, options, shown, (layout) => toText(shown, layout, at));
    });
}

function toText(feed: Shown, layout: Layout, at: Date): string {
  const why = feed.whyNext === null ? [] : describeWhyNext(feed.whyNext);
  const facts = formatFacts([
    ...identity(feed),
    ...settings(feed),
    ...state(feed),
    ["Next run (UTC)", feed.nextRunAt === null ? "not scheduled" : dueTime(feed.nextRunAt, at)],
    ...why.map((line, index): [string, string] => [index === 0 ? "Why" : "", line]),
    ["Push", feed.push],
    ["Host", `${hostOfLane(feed.lane)}${feed.laneFreeAt === null ? "" : `, free from ${time(feed.laneFreeAt)}`}`],
    ["Host blocked", feed.laneReason],
    [`Last ${scoreDays} days`, `${describeScore(feed.score)}, ${feed.score.failed} failed`],
    ["Host in all", feed.hostScore && describeHostScore(feed.hostScore)],
    ["Queue", feed.lockedUntil === null ? feed.queueState : `${feed.queueState}, held until ${time(feed.lockedUntil)}`],
  ]);
  return feed.attempts.length === 0 ? facts : `${facts}\n${formatAttempts(feed.attempts, layout)}`;
}

function describeScore({ requests, notModified, receivedBytes }: Omit<FeedScore, "failed">): string {
  const share = requests === 0 ? 0 : Math.round((100 * notModified) / requests);
  return `${requests} request${requests === 1 ? "" : "s"}, ${share} % not modified, ${(receivedBytes / 1_000).toFixed(1)} kB`;
}

function describeHostScore(score: HostScore): string {
  return `${describeScore(score)}, ${score.early} early${score.isSlowed ? ", asked more slowly after a refusal" : ""}`;
}

type Facts = [name: string, value: string | null][];

function identity(feed: Shown): Facts {
  return [
    ["Id", feed.id],
    ["URL", feed.url],
    ...feed.aliases.map((alias): [string, string] => ["Former URL", alias]),
    ["Name", feed.name],
    ["Title", feed.title],
    ["Site", feed.siteUrl],
    ["Language", feed.language],
    ["Owner", feed.ownerId],
    ["Deleted", time(feed.deletedAt)],
    ["Merged into", feed.mergedInto],
    ["Added", time(feed.createdAt)],
    ["Readers", String(feed.subscribers)],
    ["Items", String(feed.items)],
    ["XML built", time(feed.xmlBuiltAt)],
  ];
}

function settings(feed: Shown): Facts {
  return [
    ["Enabled", yesOrNo(feed.enabled)],
    ["Polling", yesOrNo(feed.polling)],
    ["Published", yesOrNo(feed.published)],
    ["Root domain", feed.rootDomain ?? "none"],
    ["Interval", describeInterval(feed)],
    ["Own interval", feed.intervalMinutes === null ? "none" : `${feed.intervalMinutes} min`],
    ["Failure policy", feed.failurePolicy ?? "the server's"],
    ["Own domain only", yesOrNo(feed.enforceFeedDomain)],
    ["Full text", feed.fullText],
    ["Analyzer", feed.analyzer],
    ["Prompt", feed.prompt],
    ["Cache scope", feed.cacheScope],
    ["Headers", feed.hasHeaders ? "set, encrypted" : null],
  ];
}

function state(feed: Shown): Facts {
  return [
    ["Status", `${feed.status ?? "pending"}${feed.suspended ? ", suspended" : ""}`],
    ["Last error", feed.refusal ?? feed.lastError],
    ["Failures in a row", feed.retryCount === 0 ? null : `${feed.retryCount} (${feed.failureClass ?? "other"})`],
    ["Late probes", feed.probes === 0 ? null : String(feed.probes)],
    ["Circuit until", time(feed.circuitUntil)],
    ["Not before", time(feed.notBefore)],
    ["Last fetched", time(feed.lastFetchedAt)],
    ["Last success", time(feed.lastSuccessAt)],
    ["ETag", feed.etag],
    ["Last-Modified", feed.lastModified],
    ...(feed.discovered ?? []).map(({ url }): [string, string] => ["Feed found", url]),
  ];
}

function time(at: Date | null): string | null {
  return at === null ? null : describeInstant(at.toISOString());
}

const attemptsMax = 10_000;

export function addFeedLogsCommand(feed: Command, invocation: Invocation): void {
  feed
    .command("logs")
    .argument("<feed>", feedArgument)
    .description("a feed's fetch attempts, newest first")
    .option("-n, --lines <count>", `how many, up to ${attemptsMax}`, parseNumber(whole(1, attemptsMax)), 20)
    .option("--json", "as JSON, with headers and redirects")
    .addHelpText(
      "after",
      "\nExamples:\n  plainwire feed logs 3f2a9c1e\n  plainwire feed logs -n 1 --json 3f2a9c1e | jq .[0].response",
    )
    .action(async (name: string, options: { lines: number; json?: boolean }) => {
      const attempts = await withDatabase(invocation, async ({ pool }) => {
        const { id } = await pickFeed(pool, name);
        return listFetchAttempts(pool, id, options.lines);
      });
      answer(invocation, options, attempts, (layout) =>
        attempts.length === 0 ? "Never fetched.\n" : formatAttempts(attempts, layout),
      );
    });
}

export function formatAttempts(attempts: FetchAttempt[], layout: Layout): string {
  return formatTable(
    ["STARTED (UTC)", "OUTCOME", "HTTP", "MS", "BYTES", "NEW", "CHANGED", "DROPPED", "ERROR"],
    attempts.map((attempt) => [
      attempt.startedAt.toISOString().slice(0, 19).replace("T", " "),
      attempt.outcome,
      String(attempt.httpStatus ?? "-"),
      String(attempt.durationMs),
      String(attempt.wireBytes ?? "-"),
      String(attempt.created),
      String(attempt.updated),
      String(attempt.discarded + attempt.failed),
      describeFailure(attempt) ?? "-",
    ]),
    layout,
    { expendable: ["DROPPED", "CHANGED", "BYTES", "MS"] },
  );
}
