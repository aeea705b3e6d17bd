import type { Command } from "commander";
import { describeInstant } from "../../text/describe-time.ts";
import { listFetchAttempts, type FetchAttempt } from "../../feeds/fetch-log-store.ts";
import { hostOfLane } from "../../schedule/lane.ts";
import { readFeed, type FeedDetails } from "../../feeds/find-feed-store.ts";
import { describeWhyNext } from "../../schedule/policy/why-next.ts";
import { Refusal } from "../../refusal.ts";
import { describeInterval, dueTime, formatFacts, yesOrNo } from "../format.ts";
import { answer, type Look, type Session } from "../io.ts";
import { withDatabase } from "../with-database.ts";
import { formatAttempts } from "./logs-command.ts";
import { feedArgument, pickFeed } from "./pick-feed.ts";

const attemptsShown = 5;

type Shown = FeedDetails & { attempts: FetchAttempt[] };

export function addFeedShowCommand(feed: Command, session: Session): void {
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
      const { shown, at } = await withDatabase(session, async ({ pool, now }) => {
        const { id } = await pickFeed(pool, name);
        const [details, attempts] = await Promise.all([readFeed(pool, id), listFetchAttempts(pool, id, attemptsShown)]);
        if (details === null) throw new Refusal(`The feed ${id} was removed just now.`);
        return { shown: { ...details, attempts }, at: now() };
      });
      answer(session, options, shown, (look) => toText(shown, look, at));
    });
}

function toText(feed: Shown, look: Look, at: Date): string {
  const why = feed.whyNext === null ? [] : describeWhyNext(feed.whyNext);
  const facts = formatFacts([
    ...identity(feed),
    ...settings(feed),
    ...state(feed),
    ["Next run (UTC)", feed.nextRunAt === null ? "not scheduled" : dueTime(feed.nextRunAt, at)],
    ...why.map((line, index): [string, string] => [index === 0 ? "Why" : "", line]),
    ["Host", `${hostOfLane(feed.lane)}${feed.laneFreeAt === null ? "" : `, free from ${time(feed.laneFreeAt)}`}`],
    ["Host blocked", feed.laneReason],
    ["Queue", feed.lockedUntil === null ? feed.queueState : `${feed.queueState}, held until ${time(feed.lockedUntil)}`],
  ]);
  return feed.attempts.length === 0 ? facts : `${facts}\n${formatAttempts(feed.attempts, look)}`;
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
