import type { GuardedClient } from "../http-client/guarded-client.ts";
import { extractIconLinks } from "./extract-icon-links.ts";
import type { IconFeed, IconFile } from "./icon-store.ts";
import { parsePicture } from "./parse-picture.ts";

/** The right to ask a host, as feeds and pages have it too: one request at a time, the next after a pause. */
type LaneLease = { release: () => Promise<void> };
type EnterHost = (url: URL, signal: AbortSignal) => Promise<"go" | "busy">;

export type IconParts = {
  get: GuardedClient["get"];
  userAgent: string;
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
/** A banner is no icon. */
const ratioMax = 1.5;
const pageBytesMax = 3_000_000;

/** The feed's own icon, else one that its home page names, else /favicon.ico; at most five requests, politely. */
export async function lookForIcon(parts: IconParts, feed: IconFeed, signal: AbortSignal): Promise<IconOutcome> {
  const visit = createVisit(parts);
  const home = homeOf(feed);
  let isPutOff = false;
  const attempt = async (url: string): Promise<IconFile | null> => {
    const found = await fetchIcon(parts, visit.enter, url, signal);
    if (found === "later") isPutOff = true;
    return found === "later" ? null : found;
  };
  try {
    const own = feed.iconUrl === null ? null : await attempt(feed.iconUrl);
    if (own !== null) return { kind: "icon", icon: own };
    const named = await readHome(parts, visit.enter, home, signal);
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

/** One host at a time: the lane of the last one is released before the next is taken. */
function createVisit({ takeLane }: IconParts): { enter: EnterHost; leave: () => Promise<void> } {
  let current: LaneLease | null = null;
  const leave = async () => {
    const lease = current;
    current = null;
    await lease?.release();
  };
  const enter: EnterHost = async (url, signal) => {
    await leave();
    const lease = await takeLane(url.href, signal);
    if (lease === "busy") return "busy";
    current = lease;
    return "go";
  };
  return { enter, leave };
}

async function fetchIcon(
  { get, userAgent }: IconParts,
  enter: EnterHost,
  url: string,
  signal: AbortSignal,
): Promise<IconFile | "later" | null> {
  const address = URL.parse(url);
  if (address === null || !/^https?:$/.test(address.protocol)) return null;
  if ((await enter(address, signal)) === "busy") return "later";
  const accept = "image/png,image/webp,image/x-icon,image/*;q=0.5";
  const answer = await get({ url: address.href, userAgent, accept, signal, beforeHop: enter });
  if (answer.kind === "failed") return isFinal(answer.failure.kind) ? null : "later";
  if (answer.status !== 200) return answer.status >= 500 || answer.status === 429 ? "later" : null;
  const { body: bytes } = answer;
  const facts = bytes.length > iconBytesMax ? null : parsePicture(bytes);
  return facts !== null && hasIconShape(facts) ? { type: facts.type, bytes } : null;
}

function isFinal(kind: string): boolean {
  return kind === "blocked" || kind === "too-large" || kind === "redirect";
}

function hasIconShape({ width, height }: { width: number; height: number }): boolean {
  const [short, long] = width < height ? [width, height] : [height, width];
  return short >= sideMin && long <= sideMax && long <= short * ratioMax;
}

async function readHome(
  parts: IconParts,
  enter: EnterHost,
  home: URL,
  signal: AbortSignal,
): Promise<string[] | "later"> {
  if (!/^https?:$/.test(home.protocol)) return [];
  const verdict = await parts.askRobots(home, enter, signal);
  if (verdict.kind !== "allowed") return verdict.kind === "disallowed" ? [] : "later";
  if (verdict.hasLane !== true && (await enter(home, signal)) === "busy") return "later";
  const { get, userAgent } = parts;
  const answer = await get({ url: home.href, userAgent, accept: "text/html", signal, beforeHop: enter });
  if (answer.kind === "failed") return isFinal(answer.failure.kind) ? [] : "later";
  if (answer.status !== 200 || answer.body.length > pageBytesMax) return [];
  return extractIconLinks(answer.body.toString(), answer.url);
}
