import type { GuardedClient, GuardedResult } from "../http-client/guarded-client.ts";
import { parseRetryAfter } from "../http-dates.ts";
import { later, minuteMs } from "../time.ts";
import type { ResponseHeaders } from "../http-client/headers.ts";
import { extractIconLinks } from "./extract-icon-links.ts";
import type { IconFeed, IconFile } from "./icon-store.ts";
import { parsePicture } from "./parse-picture.ts";

/** The right to ask a host, as feeds and pages have it too: one request at a time, the next after a pause. */
type LaneLease = { release: (end: Refusal | Record<string, never>) => Promise<void> };
/** The host wants no request before `blockedUntil`. */
type Refusal = { isRefused: boolean; blockedUntil: Date; reason: string };
type EnterHost = (url: URL, signal: AbortSignal) => Promise<"go" | "busy">;

export type IconParts = {
  get: GuardedClient["get"];
  userAgent: string;
  now: () => Date;
  takeLane: (url: string, signal: AbortSignal) => Promise<LaneLease | "busy">;
  /** Whether a page may be read by its site's robots.txt. `hasLane`: its host's lane is taken, and not used yet. */
  askRobots: (page: URL, enterHost: EnterHost, signal: AbortSignal) => Promise<{ kind: string; hasLane?: boolean }>;
};

/** "later": somebody did not answer, or had no time. */
export type IconOutcome = { kind: "icon"; icon: IconFile } | { kind: "none" } | { kind: "later" };

/** 3,000 icons of this size are less than a gigabyte; most have 2 to 20 KB. */
const iconBytesMax = 256 * 1024;
const sideMax = 1_024;
const sideMin = 8;
/** Where a refusal names no time. */
const refusedMs = 5 * minuteMs;
/** A banner is no icon. */
const ratioMax = 1.5;
const pageBytesMax = 3_000_000;

/** The feed's own icon, else one that its home page names, else /favicon.ico; at most five requests, politely. */
export async function lookForIcon(parts: IconParts, feed: IconFeed, signal: AbortSignal): Promise<IconOutcome> {
  const visit = createVisit(parts, signal);
  const home = homeOf(feed);
  let isPutOff = false;
  const attempt = async (url: string): Promise<IconFile | null> => {
    const found = await fetchIcon(visit, url, signal);
    if (found === "later") isPutOff = true;
    return found === "later" ? null : found;
  };
  try {
    const own = feed.iconUrl === null ? null : await attempt(feed.iconUrl);
    if (own !== null) return { kind: "icon", icon: own };
    const named = await readHome(parts, visit, home, signal);
    if (named === "later") isPutOff = true;
    for (const url of new Set([...(named === "later" ? [] : named), new URL("/favicon.ico", home).href])) {
      const icon = await attempt(url);
      if (icon !== null) return { kind: "icon", icon };
    }
    return { kind: isPutOff ? "later" : "none" };
  } finally {
    await visit.leave();
  }
}

/** Never the feed's own address, which a feed without a site has, or names: it would be asked as a page before it is due. */
function homeOf({ siteUrl, url }: IconFeed): URL {
  const root = new URL("/", url);
  const site = siteUrl === null ? root : (URL.parse(siteUrl, url) ?? root);
  return site.href === new URL(url).href ? root : site;
}

type Visit = {
  enter: EnterHost;
  /** In the lane of the host that was entered; a redirect enters the next one. */
  ask: (url: URL, accept: string) => Promise<GuardedResult>;
  leave: () => Promise<void>;
};

/** One host at a time: the lane of the last one is released before the next is taken, closed if that host refused us. */
function createVisit({ get, userAgent, now, takeLane }: IconParts, signal: AbortSignal): Visit {
  let current: LaneLease | null = null;
  let refusal: Refusal | null = null;
  const leave = async () => {
    const [lease, end] = [current, refusal ?? {}];
    current = null;
    refusal = null;
    await lease?.release(end);
  };
  const enter: EnterHost = async (url, signal) => {
    await leave();
    const lease = await takeLane(url.href, signal);
    if (lease === "busy") return "busy";
    current = lease;
    return "go";
  };
  const ask: Visit["ask"] = async ({ href: url }, accept) => {
    const answer = await get({ url, userAgent, accept, signal, beforeHop: enter });
    if (answer.kind === "response") refusal = refusalOf(answer.status, answer.headers, now());
    return answer;
  };
  return { enter, ask, leave };
}

function refusalOf(status: number, headers: ResponseHeaders, now: Date): Refusal | null {
  if (status !== 429 && status !== 503) return null;
  const named = parseRetryAfter({ retryAfter: headers["retry-after"] ?? null, date: headers["date"] ?? null }, now);
  const reason = `It refused a request for an icon (HTTP ${status})`;
  return { isRefused: true, blockedUntil: named ?? later(now, refusedMs), reason };
}

async function fetchIcon({ enter, ask }: Visit, url: string, signal: AbortSignal): Promise<IconFile | "later" | null> {
  const address = URL.parse(url);
  if (address === null || !/^https?:$/.test(address.protocol)) return null;
  if ((await enter(address, signal)) === "busy") return "later";
  const accept = "image/png,image/webp,image/x-icon,image/*;q=0.5";
  const answer = await ask(address, accept);
  if (answer.kind === "failed") return isFinal(answer.failure.kind) ? null : "later";
  if (answer.status !== 200) return isPassing(answer.status) ? "later" : null;
  const { body: bytes } = answer;
  const facts = bytes.length > iconBytesMax ? null : parsePicture(bytes);
  return facts !== null && hasIconShape(facts) ? { type: facts.type, bytes } : null;
}

function isFinal(kind: string): boolean {
  return kind === "blocked" || kind === "too-large" || kind === "redirect";
}

function isPassing(status: number): boolean {
  return status >= 500 || status === 429;
}

function hasIconShape({ width, height }: { width: number; height: number }): boolean {
  const [short, long] = width < height ? [width, height] : [height, width];
  return short >= sideMin && long <= sideMax && long <= short * ratioMax;
}

async function readHome(
  { askRobots }: IconParts,
  { enter, ask }: Visit,
  home: URL,
  signal: AbortSignal,
): Promise<string[] | "later"> {
  if (!/^https?:$/.test(home.protocol)) return [];
  const verdict = await askRobots(home, enter, signal);
  if (verdict.kind !== "allowed") return verdict.kind === "disallowed" ? [] : "later";
  if (verdict.hasLane !== true && (await enter(home, signal)) === "busy") return "later";
  const answer = await ask(home, "text/html");
  if (answer.kind === "failed") return isFinal(answer.failure.kind) ? [] : "later";
  if (isPassing(answer.status)) return "later";
  if (answer.status !== 200 || answer.body.length > pageBytesMax) return [];
  return extractIconLinks(answer.body.toString(), answer.url);
}
