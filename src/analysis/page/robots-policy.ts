import { cutRobots } from "./parse-robots.ts";

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
  // The RFC counts 429 among "no such file"; but it asks us to come less often, which is no permission.
  if (status >= 500 || status === 429) return keep(unreachableRobots, lifetimeSecondsMin, now);
  const isFile = status >= 200 && status < 300;
  // PostgreSQL stores no U+0000.
  return keep(isFile ? cutRobots(body).replaceAll("\0", "") : null, freshSeconds ?? lifetimeSecondsMax, now);
}

function keep(body: string | null, lifetimeSeconds: number, now: Date): CachedRobots {
  const clamped = Math.min(Math.max(lifetimeSeconds, lifetimeSecondsMin), lifetimeSecondsMax);
  return { body, fetchedAt: now, expiresAt: new Date(now.getTime() + clamped * 1000) };
}
