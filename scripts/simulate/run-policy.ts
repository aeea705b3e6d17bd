import type { SkipTimes } from "../../src/schedule/policy/fetch-state.ts";
import type { Answer, Publisher } from "./publisher.ts";
import { answer, countPublished, minuteMs } from "./publisher.ts";

/**
 * What a reader knows when it decides: the answer it just got, and the dates of the items it has seen so far, which are the first
 * `seen`. `nowMs` is what its clock says. `datedAtMs` is in the order of the feed, and sorted only if the feed tells the truth;
 * an item without a date has the time it was found. `statedAtMs` has what the feed says.
 */
export type Visit = {
  answer: Answer;
  nowMs: number;
  datedAtMs: number[];
  statedAtMs: (number | null)[];
  isTrue: boolean;
  seen: number;
};

/** Decides when to fetch next. Each feed gets its own, because a policy may keep state. */
export type Policy = (visit: Visit) => number;

export type Run = { requests: number; delaysMs: number[]; violations: number };

export type Period = { fromMs: number; untilMs: number };

// A policy that stops fetching would let the clock run forever.
const requestsMax = 1_000_000;

/**
 * Runs one feed with one policy on a fake clock. Requests and violations count within the period. The clock then continues
 * until the last item of the period is fetched, so that a slow policy does not lose its longest delays.
 */
export function runPolicy(publisher: Publisher, policy: Policy, { fromMs, untilMs }: Period): Run {
  const { publishedAtMs, statedAtMs = publishedAtMs, wrongClock } = publisher;
  const isTrue = publisher.statedAtMs === undefined;
  const datedAtMs = isTrue ? publishedAtMs : [];
  const run: Run = { requests: 0, delaysMs: [], violations: 0 };
  const itemsUntilEnd = countPublished(publishedAtMs, untilMs);
  let nowMs = fromMs;
  let seen = countPublished(publishedAtMs, fromMs);
  let askedUntilMs = -Infinity;
  let skips: SkipTimes = { skipHours: [], skipDays: [] };

  for (let round = 0; nowMs < untilMs || seen < itemsUntilEnd; round += 1) {
    if (round > requestsMax) throw new Error(`The policy made more than ${requestsMax} requests`);
    if (nowMs < untilMs) {
      run.requests += 1;
      if (nowMs < askedUntilMs || isSkipped(nowMs, skips)) run.violations += 1;
    }
    const got = answer(publisher, seen, nowMs);
    if (got.kind === "ok") {
      const known = countPublished(publishedAtMs, nowMs);
      for (const at of publishedAtMs.slice(seen, Math.min(known, itemsUntilEnd))) run.delaysMs.push(nowMs - at);
      if (!isTrue) for (const at of statedAtMs.slice(datedAtMs.length, known)) datedAtMs.push(at ?? nowMs);
      seen = known;
      skips = got.hints;
    }
    askedUntilMs = askedUntil(got, nowMs);
    const says = nowMs + clockErrorMs(wrongClock, nowMs);
    const wanted = policy({ answer: got, nowMs: says, datedAtMs, statedAtMs, isTrue, seen });
    nowMs = afterOutage(publisher, whenClockSays(wrongClock, wanted, nowMs));
  }
  return run;
}

function clockErrorMs(clock: Publisher["wrongClock"], nowMs: number): number {
  return clock !== undefined && nowMs >= clock.fromMs && nowMs < clock.untilMs ? clock.byMs : 0;
}

/** The first moment, from now on, at which our clock has reached that time. */
function whenClockSays(clock: Publisher["wrongClock"], wantedMs: number, nowMs: number): number {
  if (clock === undefined) return wantedMs;
  const edges = [-Infinity, clock.fromMs, clock.untilMs];
  for (const [index, fromMs] of edges.entries()) {
    const atMs = Math.max(wantedMs - (index === 1 ? clock.byMs : 0), fromMs, nowMs);
    if (atMs < (edges[index + 1] ?? Infinity)) return atMs;
  }
  return wantedMs;
}

function afterOutage({ outage }: Publisher, atMs: number): number {
  return outage !== undefined && atMs >= outage.fromMs && atMs < outage.untilMs ? outage.untilMs : atMs;
}

// What a server can ask of a reader: no request for a while, or none in certain hours.
function askedUntil(got: Answer, nowMs: number): number {
  if (got.kind === "refused") return got.retryAfterAt?.getTime() ?? nowMs;
  const ttlMs = (got.hints.ttlMinutes ?? 0) * minuteMs;
  return nowMs + Math.max((got.freshnessSeconds ?? 0) * 1000, ttlMs);
}

function isSkipped(nowMs: number, { skipHours, skipDays }: SkipTimes): boolean {
  const now = new Date(nowMs);
  return skipHours.includes(now.getUTCHours()) || skipDays.includes(now.getUTCDay());
}
