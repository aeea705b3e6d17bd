import { randomUUID } from "node:crypto";
import { setImmediate as yieldToOthers } from "node:timers/promises";
import type pg from "pg";
import { later, minuteMs } from "../time.ts";
import type { SavedAnalysis } from "../items/analysis-store.ts";
import { claimPendingItems } from "../items/claim-items-store.ts";
import { saveAnalyses } from "./save-analyses-store.ts";
import { readFirst } from "./first-reading.ts";
import type { ItemScope } from "../items/waiting-item.ts";
import type { ReadingLimits } from "./upgrade-policy.ts";

export type AnalyseParts = {
  pool: pg.Pool;
  now: () => Date;
  limits: ReadingLimits;
  scope?: ItemScope | undefined;
  newLeaseId?: () => string;
};

const itemsPerBatch = 50;
const leaseMs = minuteMs;

/**
 * The first look at edited items, and at new ones that could not be read before they were saved: cleans their HTML and analyses
 * the feed's own text, offline and at once, so that the clean feed is out in the same second. Returns how many there were.
 */
export async function analyseItems(parts: AnalyseParts): Promise<number> {
  const { pool, now, limits, scope, newLeaseId = randomUUID } = parts;
  const at = now();
  const items = await claimPendingItems(pool, {
    now: at,
    count: itemsPerBatch,
    leaseId: newLeaseId(),
    until: later(at, leaseMs),
    scope,
  });

  // One time for all: a model that is asked for what waits until then gets the whole batch, not the half that was read before it.
  const analyses: SavedAnalysis[] = [];
  for (const item of items) {
    analyses.push({ item, ...readFirst(item, at, limits) });
    // A millisecond or two each; between them, requests and fetches can run.
    await yieldToOthers();
  }

  if (analyses.length > 0) await saveAnalyses(pool, analyses);
  return items.length;
}
