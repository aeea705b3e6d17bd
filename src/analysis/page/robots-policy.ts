/** What one crawler may ask of one origin (RFC 9309). */
type Robots = { rules: Rule[]; crawlDelaySeconds: number | null };

type Rule = { allows: boolean; pattern: string };

/** What RFC 9309 §2.5 asks a crawler to read at least. */
const robotsCharsMax = 500 * 1024;

/** The rules of all groups that name `productToken`; where none does, of those for everybody. */
export function parseRobots(body: string, productToken: string): Robots {
  const own: Robots = { rules: [], crawlDelaySeconds: null };
  const everybody: Robots = { rules: [], crawlDelaySeconds: null };
  let chosen = everybody;
  let group: Robots[] = [];
  let isNamingAgents = false;
  for (const { key, value } of parseLines(body)) {
    if (key === "user-agent") {
      if (!isNamingAgents) group = [];
      isNamingAgents = true;
      if (value.startsWith("*")) group.push(everybody);
      if (agentToken(value) !== productToken.toLowerCase()) continue;
      group.push(own);
      chosen = own;
    } else if (memberKeys.has(key)) {
      isNamingAgents = false;
      for (const robots of group) addMember(robots, key, value);
    }
  }
  return chosen;
}

/** The longest pattern that matches decides; of two as long, the one that allows. No match allows. */
export function robotsAllows({ rules }: Robots, url: URL): boolean {
  const path = normalise(url.pathname + url.search).replace(/[*$]/g, percentEncode);
  if (path === "/robots.txt") return true;

  let best: Rule = { allows: true, pattern: "" };
  for (const rule of rules) {
    const longer = rule.pattern.length - best.pattern.length;
    if ((longer > 0 || (longer === 0 && rule.allows)) && matches(rule.pattern, path)) best = rule;
  }
  return best.allows;
}

/** As much as is read. Whole lines only: half of one could forbid more than all of it. */
function cutRobots(body: string): string {
  if (body.length <= robotsCharsMax) return body;
  const start = body.slice(0, robotsCharsMax);
  return start.slice(0, Math.max(start.lastIndexOf("\n"), start.lastIndexOf("\r"), 0));
}

function parseLines(body: string): { key: string; value: string }[] {
  const lines = cutRobots(body)
    .replace(/^\uFEFF/, "")
    .split(/[\r\n]/);
  return lines.flatMap((line) => {
    const [, key = "", value = ""] = /^([^:#]*):([^#]*)/.exec(line) ?? [];
    return key === "" ? [] : [{ key: key.trim().toLowerCase(), value: value.trim() }];
  });
}

function agentToken(value: string): string | undefined {
  return /^[a-z_-]+/i.exec(value)?.[0].toLowerCase();
}

/** All others, such as sitemaps, may stand anywhere and end no group. */
const memberKeys = new Set(["allow", "disallow", "crawl-delay"]);

function addMember(robots: Robots, key: string, value: string): void {
  if (key !== "crawl-delay") {
    // "Disallow:" with nothing after it forbids nothing.
    if (value !== "") robots.rules.push({ allows: key === "allow", pattern: normalisePattern(value) });
  } else if (/^\d{1,6}(?:\.\d{1,6})?$/.test(value)) {
    robots.crawlDelaySeconds ??= Number(value);
  }
}

/** Only the last character can be the `$` that means the end. */
function normalisePattern(value: string): string {
  return normalise(value).replace(/\$(?!$)/g, percentEncode);
}

/** RFC 9309 §2.2.2: everything but ASCII is compared percent-encoded, and what need not be encoded is not. */
function normalise(path: string): string {
  return path.replace(/%[0-9a-f]{2}|[^\w\-.~!$&()*+,;=:@/?%[\]]/giu, (character) => {
    if (!character.startsWith("%")) return percentEncode(character);
    const decoded = String.fromCharCode(Number.parseInt(character.slice(1), 16));
    return /[\w\-.~]/.test(decoded) ? decoded : character.toUpperCase();
  });
}

function percentEncode(character: string): string {
  return Buffer.from(character).toString("hex").toUpperCase().replace(/../g, "%$&");
}

/** Piece by piece between the stars, each at its first place: no pattern can make this slow. */
function matches(pattern: string, path: string): boolean {
  const isWhole = pattern.endsWith("$");
  const [first = "", ...pieces] = (isWhole ? pattern.slice(0, -1) : pattern).split("*");
  if (!path.startsWith(first)) return false;

  let at = first.length;
  const last = pieces.pop();
  if (last === undefined) return !isWhole || path.length === at;
  for (const piece of pieces) {
    const found = path.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return isWhole ? path.length - last.length >= at && path.endsWith(last) : path.includes(last, at);
}

/** `body` null: there is no robots.txt, and everything is allowed. */
export type CachedRobots = { body: string | null; fetchedAt: Date; expiresAt: Date };

/** How an origin answered when it was asked for its robots.txt, redirects followed. */
export type RobotsAnswer =
  | { kind: "answered"; status: number; body: string; freshSeconds: number | null }
  | { kind: "endless-redirects" }
  | { kind: "unreachable" };

/** RFC 9309 §2.4: no longer than a day. Nor shorter than an hour, or most pages would cost two requests. */
const lifetimeSecondsMax = 24 * 3_600;
const lifetimeSecondsMin = 3_600;

/** Kept in place of a robots.txt that could not be read: nothing may be asked until it can be. */
export const unreachableRobots = "# robots.txt could not be read\nUser-agent: *\nDisallow: /\n";

/** RFC 9309 §2.3.1: no such file allows everything, a server in trouble nothing for now. */
export function robotsToKeep(answer: RobotsAnswer, now: Date): CachedRobots {
  switch (answer.kind) {
    case "answered":
      return keepAnswer(answer, now);
    case "endless-redirects":
      return keep(null, lifetimeSecondsMax, now);
    case "unreachable":
      return keep(unreachableRobots, lifetimeSecondsMin, now);
  }
}

function keepAnswer({ status, body, freshSeconds }: RobotsAnswer & { kind: "answered" }, now: Date): CachedRobots {
  // The RFC counts 429 among "no such file"; but it asks us to come less often, which is not permission.
  if (status >= 500 || status === 429) return keep(unreachableRobots, lifetimeSecondsMin, now);
  const isFile = status >= 200 && status < 300;
  // PostgreSQL stores no U+0000.
  return keep(isFile ? cutRobots(body).replaceAll("\0", "") : null, freshSeconds ?? lifetimeSecondsMax, now);
}

function keep(body: string | null, lifetimeSeconds: number, now: Date): CachedRobots {
  const clamped = Math.min(Math.max(lifetimeSeconds, lifetimeSecondsMin), lifetimeSecondsMax);
  return { body, fetchedAt: now, expiresAt: new Date(now.getTime() + clamped * 1000) };
}
