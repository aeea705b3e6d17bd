import type { ModelWhy, PageWhy } from "../items/reading-state.ts";
import { dayMs, earlier, later, latest, minuteMs } from "../time.ts";
import type { WaitingItem } from "../items/waiting-item.ts";

// A failed attempt is repeated after longer and longer waits, and given up after `attemptsMax`.
const waitMinutes = [5, 30, 240];
const attemptsMax = 7;
// Another request is using the host's lane: we wait, and it does not count as a failure.
const busyMs = 30_000;

/** A feed's own text of this many characters tells the news: its page would cost its publisher a request for little. */
const ownTextCharsMin = 600;

export type ReadingLimits = { hasModel: boolean; ageDaysMax: number };

/** `waiting`: it is to be asked for. */
export type ReadingPlan = { page: PageWhy; model: ModelWhy };

type PlannedItem = Pick<WaitingItem, "url" | "text" | "inputKind" | "pageWhy" | "pubDate" | "feed">;

/** What could improve this item's result, or why nothing is to be done. */
export function planReading(item: PlannedItem, ownTextChars: number, limits: ReadingLimits, now: Date): ReadingPlan {
  const isOld = item.pubDate < oldestRead(now, limits.ageDaysMax);
  return { page: planPage(item, ownTextChars, isOld), model: planModel(item, limits.hasModel, isOld) };
}

/** What was published before is not asked about. */
export function oldestRead(now: Date, ageDaysMax: number): Date {
  return earlier(now, ageDaysMax * dayMs);
}

function planPage(item: PlannedItem, ownTextChars: number, isOld: boolean): PageWhy {
  const { feed, pageWhy } = item;
  // A page that was read or given up is not asked for again: an edit of the item is no reason to ask its publisher once more.
  if (hasPage(item)) return "read";
  if (pageWhy === "failed") return "failed";
  if (feed.analyzer === "off") return "off";
  if (feed.fullText === "never") return "never";
  if (item.url === null) return "no-address";
  if (isOld) return "too-old";
  if (feed.fullText === "always") return "waiting";
  if (ownTextChars >= ownTextCharsMin) return "long-enough";
  return feed.isRead ? "waiting" : "nobody-reads";
}

/** Its page's text is stored. */
export function hasPage({ inputKind, text }: Pick<WaitingItem, "inputKind" | "text">): boolean {
  return inputKind === "page" && text !== null;
}

function planModel({ feed }: PlannedItem, hasModel: boolean, isOld: boolean): ModelWhy {
  if (feed.analyzer === "off") return "off";
  if (feed.analyzer === "heuristic") return "words-only";
  if (!hasModel) return "no-model";
  return isOld ? "too-old" : "waiting";
}

export type NextTry = { kind: "again"; attempts: number; at: Date } | { kind: "given-up"; attempts: number };

/** `counts` is false for what is nobody's fault. */
export type TryFailure = { counts: boolean; notBefore: Date | null };

export function nextTry(attemptsBefore: number, failure: TryFailure, now: Date, triesMax = attemptsMax): NextTry {
  const attempts = attemptsBefore + (failure.counts ? 1 : 0);
  if (attempts >= triesMax) return { kind: "given-up", attempts };
  const waitMs = failure.counts ? (waitMinutes[Math.min(attempts, waitMinutes.length) - 1] ?? 0) * minuteMs : busyMs;
  return { kind: "again", attempts, at: latest(later(now, waitMs), failure.notBefore) };
}
