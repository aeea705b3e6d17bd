import { setImmediate as yieldToOthers } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import type pg from "pg";
import { type SameAnalysis, type SavedAnalysis, saveSameAnalyses } from "../items/analysis-store.ts";
import { type AnalyzerResult, numberOfVersion } from "../items/analyzer-result.ts";
import {
  claimOldReadings,
  claimReadings,
  countReadings,
  hasPendingItems,
  type ItemClaim,
} from "../items/claim-items-store.ts";
import type { WaitingItem } from "../items/waiting-item.ts";
import { later, minuteMs } from "../time.ts";
import type { AnalysisInput } from "./analyzer.ts";
import { storedInput } from "./feed-text.ts";
import { analyseByWords, heuristicVersion } from "./heuristic/analyse-by-words.ts";
import { saveAnalyses } from "./save-analyses-store.ts";
import { oldestRead } from "./upgrade-policy.ts";

/** The offline analyzer and its version. A new version is a new `heuristicVersion` and nothing else. */
export type WordReader = { version: string; analyse: (input: AnalysisInput) => AnalyzerResult };

export const wordReader: WordReader = { version: heuristicVersion, analyse: analyseByWords };

export type ReadAgainParts = { pool: pg.Pool; now: () => Date; newLeaseId: () => string; reader?: WordReader };

// A batch takes some 40 ms. If its worker is killed, its items are free again after the lease.
const itemsPerBatch = 20;
const leaseMs = minuteMs;

/** Nobody waits for this: it runs for a tenth of the time at most, and that is still 50 items a second. */
const shareOfTime = 0.1;
const whilePendingMs = 1_000;

type BackgroundParts = ReadAgainParts & { ageDaysMax: number; stopwatch?: () => number };

/**
 * Items that an older version of the offline analyzer read are read by this one, newest first, while no item waits for its
 * first reading. `changed`: those about which it says something else.
 */
export async function readOldReadings(
  parts: BackgroundParts,
): Promise<{ took: number; changed: number; againInMs?: number }> {
  const { pool, now, ageDaysMax, reader = wordReader, stopwatch = () => performance.now() } = parts;
  if (await hasPendingItems(pool)) return { took: 0, changed: 0, againInMs: whilePendingMs };
  const startedMs = stopwatch();
  const items = await claimOldReadings(pool, {
    ...newClaim(parts),
    version: numberOfVersion(reader.version),
    since: oldestRead(now(), ageDaysMax),
  });
  if (items.length === 0) return { took: 0, changed: 0 };
  const changed = await readBatch(parts, items);
  const againInMs = (stopwatch() - startedMs) * (1 / shareOfTime - 1);
  return { took: items.length, changed, againInMs };
}

/** `changed` are those about which the analyzer now says something else. */
export type ReadAgain = { items: number; changed: number };

/**
 * Reads all items published since then again, whatever version read them, except those that a model has read. It goes on
 * until none is left or `stop`; `onBatch` is told how many were read.
 */
export async function readAgainSince(
  parts: ReadAgainParts,
  since: Date,
  { stop, onStart, onBatch }: { stop: AbortSignal; onStart: (total: number) => void; onBatch: (count: number) => void },
): Promise<ReadAgain> {
  const readings = { since, startedAt: parts.now() };
  onStart(await countReadings(parts.pool, readings));
  const done: ReadAgain = { items: 0, changed: 0 };
  let before = endOfTime;
  while (!stop.aborted) {
    const items = await claimReadings(parts.pool, { ...newClaim(parts), ...readings, before });
    if (items.length === 0) break;
    done.changed += await readBatch(parts, items);
    done.items += items.length;
    onBatch(items.length);
    // A Date has no microseconds: others of the same millisecond may be left.
    before = later(new Date(Math.min(...items.map(({ pubDate }) => pubDate.getTime()))), 1);
  }
  return done;
}

const endOfTime = new Date("9999-12-31T00:00:00Z");

function newClaim({ now, newLeaseId }: ReadAgainParts): ItemClaim {
  const at = now();
  return { now: at, until: later(at, leaseMs), leaseId: newLeaseId(), count: itemsPerBatch };
}

/** Returns how many results changed. Feeds and the index hear of these alone. */
async function readBatch(
  { pool, now, reader = wordReader }: ReadAgainParts,
  items: readonly WaitingItem[],
): Promise<number> {
  const changed: SavedAnalysis[] = [];
  const same: SameAnalysis[] = [];
  for (const item of items) {
    const at = now();
    const result = reader.analyse(storedInput(item, at));
    if (item.byWords !== null && saysTheSame(item.byWords, result)) same.push({ item, result, now: at });
    else changed.push(asSaved(item, result, at));
    await yieldToOthers();
  }
  if (same.length > 0) await saveSameAnalyses(pool, same);
  return changed.length === 0 ? 0 : saveAnalyses(pool, changed);
}

/** All but the result stays: its texts, and when its page or a model is to be asked for. */
function asSaved(item: WaitingItem, result: AnalyzerResult, now: Date): SavedAnalysis {
  const unchanged = { cleanHtml: null, text: null, inputKind: null, page: null, modelWhy: null };
  return { item, status: "done", result, ...unchanged, upgradeAt: item.upgradeAt, now };
}

/** Apart from who says it and when. As JSON, because the older one has been stored. */
function saysTheSame(older: AnalyzerResult, newer: AnalyzerResult): boolean {
  const { analyzer_version: version, analyzed_at: at } = older;
  const stored: unknown = JSON.parse(JSON.stringify({ ...newer, analyzer_version: version, analyzed_at: at }));
  return isDeepStrictEqual(older, stored);
}
