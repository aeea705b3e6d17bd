import type pg from "pg";
import type { AnalyzerResult } from "../items/analyzer-result.ts";
import type { ModelWhy } from "../items/reading-state.ts";
import { later, minuteMs } from "../time.ts";
import { findModelResult, putOffUpgrade } from "../items/analysis-store.ts";
import { giveUpUpgrade, saveAnalyses } from "./save-analyses-store.ts";
import type { AnalysisFailure, AnalysisInput, Analyzer } from "./analyzer.ts";
import { storedInput } from "./feed-text.ts";
import { analyseByWords, heuristicVersion } from "./heuristic/analyse-by-words.ts";
import { prepareInput } from "./prepare-input.ts";
import { nextTry } from "./upgrade-policy.ts";
import type { WaitingItem } from "../items/waiting-item.ts";

export type UpgradeParts = {
  pool: pg.Pool;
  now: () => Date;
  /** The model for an item of this feed, or null where words must do. */
  modelFor: (item: WaitingItem, byWords: AnalyzerResult) => Promise<Analyzer | null>;
};

export type Upgraded = "upgraded" | "unchanged" | "put-off" | "given-up";

/** A model's reading of what is stored of an item: its page's text, or the feed's. Nothing is downloaded for it. */
export async function upgradeItem(parts: UpgradeParts, item: WaitingItem, signal: AbortSignal): Promise<Upgraded> {
  const input = storedInput(item, parts.now());
  const read = await readByModel(parts, item, input, signal);
  if (read.kind === "failed") return putOff(parts, item, read.failure);

  const { result } = read;
  await saveAnalyses(parts.pool, [
    {
      item,
      status: "done",
      result,
      cleanHtml: null,
      text: null,
      inputKind: null,
      upgradeAt: null,
      page: null,
      modelWhy: result === null ? null : "read",
      now: parts.now(),
    },
  ]);
  return result === null ? "unchanged" : "upgraded";
}

type Read = { kind: "read"; result: AnalyzerResult | null } | { kind: "failed"; failure: AnalysisFailure };

async function readByModel(
  parts: UpgradeParts,
  item: WaitingItem,
  input: AnalysisInput,
  signal: AbortSignal,
): Promise<Read> {
  const { hash } = prepareInput(input);
  const known = await findModelResult(parts.pool, item, hash);
  if (known !== null) return { kind: "read", result: known };
  const byWords = isCurrent(item.byWords, hash) ? item.byWords : analyseByWords(input);
  const model = await parts.modelFor(item, byWords);
  if (model === null) return { kind: "read", result: null };

  const outcome = await model.analyse({ ...input, byWords }, signal);
  return outcome.kind === "analysed" ? { kind: "read", result: outcome.result } : outcome;
}

/** The stage analyse has usually stored the offline result for the same text. */
function isCurrent(stored: AnalyzerResult | null, hash: string): stored is AnalyzerResult {
  return stored?.input_hash === hash && stored.analyzer_version === heuristicVersion;
}

// The service, its bill or our own stop: the item is not to blame, and must not end as a dead letter for it.
const blameless = new Set<AnalysisFailure["why"]>(["auth", "payment", "rate_limited", "budget", "loading", "aborted"]);
const providerPauseMs = 5 * minuteMs;

async function putOff(
  { pool, now }: UpgradeParts,
  item: WaitingItem,
  { why, message, retryAfterMs }: AnalysisFailure,
): Promise<Upgraded> {
  const counts = !blameless.has(why);
  const notBefore = later(now(), retryAfterMs ?? (counts ? 0 : providerPauseMs));
  const next = nextTry(item.attempts, { counts, notBefore }, now());
  const upgradeAt = next.kind === "again" ? next.at : null;
  const putOffItem = { item, attempts: next.attempts, upgradeAt, error: message, modelWhy: modelWhyOf(why) };
  if (next.kind === "again") {
    await putOffUpgrade(pool, putOffItem);
    return "put-off";
  }
  await giveUpUpgrade(pool, { ...putOffItem, modelWhy: "failed" }, now());
  return "given-up";
}

function modelWhyOf(why: AnalysisFailure["why"]): ModelWhy {
  if (why === "auth" || why === "payment") return "stopped";
  return why === "budget" ? "budget" : "waiting";
}
