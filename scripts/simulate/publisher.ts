import { parseFreshness } from "../../src/schedule/policy/parse-freshness.ts";
import { parseRetryAfter } from "../../src/http-dates.ts";
import type { DocumentHints } from "../../src/schedule/policy/fetch-state.ts";

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** A feed in the simulation: when it published its items, and what its server asks of readers. */
export type Publisher = {
  kind: string;
  /** Sorted. They begin before the simulation, because the first document is never empty, and go on after its end. */
  publishedAtMs: number[];
  cacheControl: string | null;
  hints: DocumentHints;
  /** During this time every request gets a 429 with the remaining time as Retry-After. */
  overload: Span | null;
  /** The date that it writes on each item, null for none. Without this it writes when the item was published. */
  statedAtMs?: (number | null)[];
  /** During this time we are down: what is due then is fetched at its end. */
  outage?: Span;
  /** During this time our own clock is wrong by so much. */
  wrongClock?: Span & { byMs: number };
};

type Span = { fromMs: number; untilMs: number };

export type Answer =
  | { kind: "ok"; changed: boolean; freshnessSeconds: number | null; hints: DocumentHints }
  | { kind: "refused"; retryAfterAt: Date | null };

/** `seen` is how many items the reader knew after its last request. */
export function answer({ publishedAtMs, ...server }: Publisher, seen: number, nowMs: number): Answer {
  const now = new Date(nowMs);
  if (server.overload !== null && nowMs >= server.overload.fromMs && nowMs < server.overload.untilMs) {
    const retryAfter = String(Math.ceil((server.overload.untilMs - nowMs) / 1000));
    return { kind: "refused", retryAfterAt: parseRetryAfter({ retryAfter, date: null }, now) };
  }
  const headers = { cacheControl: server.cacheControl, age: null, expires: null, date: null };
  return {
    kind: "ok",
    changed: countPublished(publishedAtMs, nowMs) > seen,
    freshnessSeconds: parseFreshness(headers, now),
    hints: server.hints,
  };
}

/** How many items there are at that time: a binary search, because it is called some million times. */
export function countPublished(publishedAtMs: number[], untilMs: number): number {
  let low = 0;
  let high = publishedAtMs.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((publishedAtMs[middle] ?? Infinity) <= untilMs) low = middle + 1;
    else high = middle;
  }
  return low;
}
