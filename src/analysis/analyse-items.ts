import { randomUUID } from "node:crypto";
import { setImmediate as yieldToOthers } from "node:timers/promises";
import type pg from "pg";
import { later, minuteMs } from "../time.ts";
import type { SavedAnalysis } from "../items/analysis-store.ts";
import { claimPendingItems } from "../items/claim-items-store.ts";
import { saveAnalyses } from "./save-analyses-store.ts";
import { feedText, inputOf } from "./feed-text.ts";
import { analyseByWords } from "./heuristic/analyse-by-words.ts";
import type { ItemScope, WaitingItem } from "../items/waiting-item.ts";
import { hasPage, planReading, type ReadingLimits } from "./upgrade-policy.ts";

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
 * The first look at new and edited items: cleans their HTML and analyses the feed's own text, offline and at once, so that the
 * clean feed is out in the same second. Returns how many items there were.
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

  const analyses: SavedAnalysis[] = [];
  for (const item of items) {
    analyses.push(analyse(item, now(), limits));
    // A millisecond or two each; between them, requests and fetches can run.
    await yieldToOthers();
  }

  if (analyses.length > 0) await saveAnalyses(pool, analyses);
  return items.length;
}

/** An edited item starts again: the model's result for its old text is gone. Its page is fetched only once, so it stays. */
function analyse(item: WaitingItem, now: Date, limits: ReadingLimits): SavedAnalysis {
  const { cleanHtml, description, body, inputKind } = feedText(item);
  const ownText = body || description;
  const plan = planReading(item, ownText.length, limits, now);
  const isWanted = { page: plan.page === "waiting", model: plan.model === "waiting" };
  const saved = {
    item,
    ...(hasPage(item) ? { cleanHtml: null, text: null, inputKind: null } : { cleanHtml, text: ownText, inputKind }),
    upgradeAt: isWanted.model ? now : null,
    page: { why: plan.page, at: isWanted.page ? now : null, error: null },
    modelWhy: plan.model,
    now,
  };
  if (item.feed.analyzer === "off") return { ...saved, status: "skipped", result: null };

  const input = hasPage(item)
    ? inputOf(item, { description, body: item.text ?? "" }, "article", now)
    : inputOf(item, { description, body }, "feed", now);
  return { ...saved, status: "done", result: analyseByWords(input) };
}
