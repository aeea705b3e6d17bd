import type { WaitingItem } from "./waiting-item.ts";

// C27 and notes/analysis.md §4.4: what failed is tried again, ever more seldom, and at last given up.
const waitMinutes = [5, 30, 240];
const attemptsMax = 7;
// Nobody reads the hundredth item of a first import, and its host is asked for each page.
const firstImportMax = 20;
// Another feed's request or page is before us: our turn comes, and it counts as nothing.
const busyMs = 30_000;
const minuteMs = 60_000;

export type UpgradeNeeds = { page: boolean; model: boolean };

/** What could better this item's result. */
export function upgradeNeeds(item: WaitingItem, hasModel: boolean): UpgradeNeeds {
  const { fullText, analyzer } = item.feed;
  if (item.newerInBatch >= firstImportMax || analyzer === "off") return { page: false, model: false };
  return {
    page: fullText && item.url !== null && item.inputKind !== "page",
    model: hasModel && analyzer !== "heuristic" && item.analyzer !== "llm",
  };
}

export type NextTry = { kind: "again"; attempts: number; at: Date } | { kind: "given-up"; attempts: number };

export function nextTry(item: WaitingItem, failure: { counts: boolean; notBefore: Date | null }, now: Date): NextTry {
  const attempts = item.attempts + (failure.counts ? 1 : 0);
  if (attempts >= attemptsMax) return { kind: "given-up", attempts };
  const waitMs = failure.counts ? (waitMinutes[Math.min(attempts, waitMinutes.length) - 1] ?? 0) * minuteMs : busyMs;
  const at = new Date(now.getTime() + waitMs);
  return { kind: "again", attempts, at: failure.notBefore !== null && failure.notBefore > at ? failure.notBefore : at };
}
