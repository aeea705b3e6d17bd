import { randomUUID } from "node:crypto";
import { setImmediate as breathe } from "node:timers/promises";
import type pg from "pg";
import { claimPendingItems, saveAnalyses, type SavedAnalysis } from "./analysis-store.ts";
import { feedText, inputOf } from "./feed-text.ts";
import { analyseByWords } from "./heuristic/analyse-by-words.ts";
import type { ItemScope } from "./item-scope.ts";
import { upgradeNeeds } from "./upgrade-policy.ts";
import type { WaitingItem } from "./waiting-item.ts";

export type AnalyseParts = {
  pool: pg.Pool;
  now: () => Date;
  hasModel: boolean;
  scope?: ItemScope | undefined;
  newLeaseId?: () => string;
};

const itemsPerBatch = 50;
const leaseMs = 60_000;

/**
 * The first look at new and edited items: their HTML is cleaned and the feed's own text analysed by words, at once and
 * without anybody's help, so that the clean feed is out in the same second. Returns how many there were.
 */
export async function analyseItems(parts: AnalyseParts): Promise<number> {
  const { pool, now, hasModel, scope, newLeaseId = randomUUID } = parts;
  const at = now();
  const items = await claimPendingItems(pool, {
    now: at,
    count: itemsPerBatch,
    leaseId: newLeaseId(),
    until: new Date(at.getTime() + leaseMs),
    scope,
  });

  const analyses: SavedAnalysis[] = [];
  for (const item of items) {
    analyses.push(analyse(item, now(), hasModel));
    // A millisecond or two each: requests and fetches go in between.
    await breathe();
  }

  if (analyses.length > 0) await saveAnalyses(pool, analyses);
  return items.length;
}

function analyse(item: WaitingItem, now: Date, hasModel: boolean): SavedAnalysis {
  const { cleanHtml, description, body, inputKind } = feedText(item);
  const saved = { item, cleanHtml, text: body || description, inputKind, now };
  if (item.feed.analyzer === "off") return { ...saved, status: "skipped", result: null, upgradeAt: null };

  const result = analyseByWords(inputOf(item, { description, body }, "feed", now));
  // An edited item starts anew: what page or model said of its former text is gone.
  const { page, model } = upgradeNeeds({ ...item, inputKind, analyzer: "heuristic" }, hasModel);
  return { ...saved, status: "done", result, upgradeAt: page || model ? now : null };
}
