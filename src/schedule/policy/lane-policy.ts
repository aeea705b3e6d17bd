import { dayMs, later, latest, minuteMs } from "../../time.ts";

/** What a lane remembers of its host. */
export type LaneMemory = {
  /** After a refusal: the pause between two requests as it was then, and when that was. Null: none, or forgiven. */
  slowed: { ms: number; refusedAt: Date } | null;
  /** Days since 1970 in UTC, and the requests of that day. */
  day: number;
  dayRequests: number;
};

export const newLane: LaneMemory = { slowed: null, day: 0, dayRequests: 0 };

export type LaneLimits = {
  /** From the end of one request to the start of the next. */
  delayMs: number;
  /** 0: as many as their feeds want. */
  requestsPerDayMax: number;
};

/** How the lane was used. `isRefused`: the host answered 429 or 503. `blockedUntil`: a time that it named, or that we wait. */
export type LaneUse = { requests: number; isRefused: boolean; blockedUntil: Date | null };

/** `isSpread`: the day's budget keeps it closed for longer than the usual pause. */
export type LanePlan = { memory: LaneMemory; freeAt: Date; isSpread: boolean };

/** A single feed with an hour between two requests would not notice more; a hundred feeds still get one request each a day. */
const slowMsMax = 10 * minuteMs;
/** Where the usual pause is none, doubling it would be none, too. */
const slowMsMin = 1_000;
const halvedAfterMs = dayMs;

/** When the lane may be asked again, and what it remembers. */
export function planLane(before: LaneMemory, use: LaneUse, limits: LaneLimits, now: Date): LanePlan {
  const memory = { ...countRequests(before, use.requests, now), slowed: slowedAfter(before, use, limits, now) };
  const paused = latest(later(now, laneDelayMs(memory, limits, now)), use.blockedUntil);
  const budget = budgetUntil(memory, limits);
  return { memory, freeAt: latest(paused, budget), isSpread: budget !== null && budget > paused };
}

/** The pause between two requests as it is now: forgiven slowly, never below what is set. */
export function laneDelayMs({ slowed }: LaneMemory, { delayMs }: LaneLimits, now: Date): number {
  if (slowed === null) return delayMs;
  const passedMs = Math.max(0, now.getTime() - slowed.refusedAt.getTime());
  return Math.max(delayMs, Math.round(slowed.ms * 0.5 ** (passedMs / halvedAfterMs)));
}

function slowedAfter(before: LaneMemory, { isRefused }: LaneUse, limits: LaneLimits, now: Date): LaneMemory["slowed"] {
  const currentMs = laneDelayMs(before, limits, now);
  if (isRefused) return { ms: Math.max(Math.min(2 * currentMs, slowMsMax), slowMsMin, limits.delayMs), refusedAt: now };
  if (before.slowed === null || currentMs <= limits.delayMs) return null;
  // A clock that was ahead must not keep the host slowed until that time comes.
  return { ...before.slowed, refusedAt: before.slowed.refusedAt > now ? now : before.slowed.refusedAt };
}

/** What the lane will have counted after that many more requests. */
export function countRequests(before: LaneMemory, requests: number, now: Date): LaneMemory {
  const day = Math.floor(now.getTime() / dayMs);
  return { ...before, day, dayRequests: (before.day === day ? before.dayRequests : 0) + requests };
}

/**
 * A day's requests are spread over the day: after n of them the next one waits until n shares of the day have passed. So after the
 * last one the lane is closed until midnight, and of its feeds the one that has waited longest always comes next. Null: no limit.
 */
export function budgetUntil({ day, dayRequests }: LaneMemory, { requestsPerDayMax }: LaneLimits): Date | null {
  if (requestsPerDayMax === 0) return null;
  const share = Math.min(dayRequests / requestsPerDayMax, 1);
  return new Date(Math.ceil((day + share) * dayMs));
}
