import type { Queryable } from "../../database/transaction.ts";
import { parseFreshness } from "../../schedule/policy/parse-freshness.ts";
import type { GuardedClient, GuardedResult } from "../../http-client/guarded-client.ts";
import type { Failed } from "../../http-client/http-failure.ts";
import { findRobots, saveRobots } from "../robots-store.ts";
import {
  type CachedRobots,
  parseRobots,
  robotsAllows,
  type RobotsAnswer,
  robotsToKeep,
  unreachableRobots,
} from "./robots-policy.ts";

/** Takes the lane of a host, and releases the previous one: requests are made one after the other. */
type EnterHost = (url: URL, signal: AbortSignal) => Promise<"go" | "busy">;

export type RobotsParts = {
  db: Queryable;
  get: GuardedClient["get"];
  enterHost: EnterHost;
  userAgent: string;
  now: () => Date;
};

/**
 * "unreachable": not allowed for now, because the robots.txt could not be read. `hasLane`: we already have the host's lane
 * and have sent no request in it. `pauseMs`: what the origin asks for between two requests (Crawl-delay), at most a minute.
 */
type RobotsVerdict =
  | { kind: "allowed"; hasLane: boolean; pauseMs: number }
  | { kind: "disallowed" | "unreachable" | "busy" }
  | Failed;

const productToken = "plainwire";
/** Some ask for hours, which would leave the feeds of that host in the same lane behind. */
const pauseMsMax = 60_000;

/** Whether this page may be fetched. Reads the origin's robots.txt if we have none from the last day. */
export async function askRobots(parts: RobotsParts, page: URL, signal: AbortSignal): Promise<RobotsVerdict> {
  const known = await findRobots(parts.db, page.origin, parts.now());
  if (known !== null) return judge(known, page, false);

  if ((await parts.enterHost(page, signal)) === "busy") return { kind: "busy" };
  // Another item of the same host may have fetched it while this one waited.
  const since = await findRobots(parts.db, page.origin, parts.now());
  if (since !== null) return judge(since, page, true);
  const result = await parts.get({
    url: new URL("/robots.txt", page).href,
    userAgent: parts.userAgent,
    accept: "text/plain",
    signal,
    beforeHop: parts.enterHost,
  });
  if (result.kind === "failed" && saysNothing.has(result.failure.kind)) return result;

  const fetched = robotsToKeep(answerOf(result, parts.now()), parts.now());
  await saveRobots(parts.db, page.origin, fetched);
  return judge(fetched, page, false);
}

/** Failures that are ours, or that the page would have too: they say nothing about the origin's robots.txt. */
const saysNothing = new Set(["blocked", "host-busy", "aborted"]);

function answerOf(result: GuardedResult, now: Date): RobotsAnswer {
  if (result.kind === "failed") {
    return { kind: result.failure.kind === "redirect" ? "endless-redirects" : "unreachable" };
  }
  const { status, body, headers } = result;
  const header = (name: string) => headers[name] ?? null;
  const freshSeconds = parseFreshness(
    { cacheControl: header("cache-control"), age: header("age"), expires: header("expires"), date: header("date") },
    now,
  );
  return { kind: "answered", status, body: body.toString("utf8"), freshSeconds };
}

function judge({ body }: CachedRobots, page: URL, hasLane: boolean): RobotsVerdict {
  if (body === unreachableRobots) return { kind: "unreachable" };
  if (body === null) return { kind: "allowed", hasLane, pauseMs: 0 };
  const robots = parseRobots(body, productToken);
  const pauseMs = Math.min((robots.crawlDelaySeconds ?? 0) * 1000, pauseMsMax);
  return robotsAllows(robots, page) ? { kind: "allowed", hasLane, pauseMs } : { kind: "disallowed" };
}
