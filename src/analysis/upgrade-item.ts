import type pg from "pg";
import type { AnalyzerResult } from "../items/analyzer-result.ts";
import type { AnalysisInput, Analyzer } from "./analyzer.ts";
import { buryUpgrade, findModelResult, putOffUpgrade, saveAnalyses } from "./analysis-store.ts";
import { feedText, inputOf } from "./feed-text.ts";
import { analyseByWords } from "./heuristic/analyse-by-words.ts";
import type { PageOutcome, PageUnavailable } from "./page/page-outcome.ts";
import { nextTry, upgradeNeeds, type NextTry } from "./upgrade-policy.ts";
import type { WaitingItem } from "./waiting-item.ts";

export type UpgradeParts = {
  pool: pg.Pool;
  now: () => Date;
  downloadPage: (url: string, signal: AbortSignal) => Promise<PageOutcome>;
  /** The model for an item of this feed, or null where words must do: none is set up, or the day's budget is nearly spent. */
  modelFor: ((item: WaitingItem, byWords: AnalyzerResult) => Promise<Analyzer | null>) | null;
};

export type Upgraded = "bettered" | "unchanged" | "put-off" | "given-up";

/** A second look: the page's own text, and a model's reading of it. The words' result stands until something better is there. */
export async function upgradeItem(parts: UpgradeParts, item: WaitingItem, signal: AbortSignal): Promise<Upgraded> {
  const needs = upgradeNeeds(item, parts.modelFor !== null);

  const page = needs.page && item.url !== null ? await parts.downloadPage(item.url, signal) : null;
  if (page?.kind === "unavailable" && page.retry && !isLastPageTry(item)) return putOff(parts, item, pageFailure(page));

  const { input, stored } = textsOf(item, page, parts.now());
  const byWords = analyseByWords(input);
  const read = needs.model ? await readByModel(parts, item, { input, byWords }, signal) : { kind: "nothing" as const };
  if (read.kind === "failed") return putOff(parts, item, read);

  // A heuristic never overwrites a model's result.
  const result = read.kind === "read" ? read.result : item.analyzer === "llm" || page?.kind !== "text" ? null : byWords;
  await saveAnalyses(parts.pool, [{ item, status: "done", result, ...stored, upgradeAt: null, now: parts.now() }]);
  return result === null ? "unchanged" : "bettered";
}

// After these the feed's text must do: a model's reading should not wait for a page that may never come.
const pageTriesMax = 3;

function isLastPageTry(item: WaitingItem): boolean {
  return item.attempts + 1 >= pageTriesMax;
}

type Failure = { message: string; counts: boolean; notBefore: Date | null };

function pageFailure({ message, why, retryAt }: PageUnavailable): Failure {
  return {
    message,
    counts: why !== "host-busy" && why !== "busy" && why !== "aborted" && why !== "closed",
    notBefore: retryAt,
  };
}

function textsOf(item: WaitingItem, page: PageOutcome | null, now: Date) {
  if (page?.kind === "text") {
    const { html, text } = page.page;
    return {
      input: inputOf(item, { description: feedText(item).description, body: text }, "article", now),
      stored: { cleanHtml: html, text, inputKind: "page" as const },
    };
  }
  const { description, body } = feedText(item);
  const kept = item.inputKind === "page" && item.text !== null ? item.text : body;
  return {
    input: inputOf(item, { description, body: kept }, item.inputKind === "page" ? "article" : "feed", now),
    stored: { cleanHtml: null, text: null, inputKind: null },
  };
}

type Read = { kind: "read"; result: AnalyzerResult } | { kind: "nothing" } | ({ kind: "failed" } & Failure);
type Reading = { input: AnalysisInput; byWords: AnalyzerResult };

async function readByModel(
  parts: UpgradeParts,
  item: WaitingItem,
  { input, byWords }: Reading,
  signal: AbortSignal,
): Promise<Read> {
  const known = await findModelResult(parts.pool, item, byWords.input_hash);
  if (known !== null) return { kind: "read", result: known };
  const model = (await parts.modelFor?.(item, byWords)) ?? null;
  if (model === null) return { kind: "nothing" };

  const outcome = await model.analyse(input, signal);
  if (outcome.kind === "analysed") return { kind: "read", result: outcome.result };
  const { why, message, retryAfterMs } = outcome.failure;
  const notBefore = new Date(parts.now().getTime() + (retryAfterMs ?? (blameless.has(why) ? providerPauseMs : 0)));
  return { kind: "failed", message, counts: !blameless.has(why), notBefore };
}

// The service, its bill or our own stop: the item is not to blame, and must not end as a dead letter for it.
const blameless = new Set(["auth", "payment", "rate_limited", "aborted"]);
const providerPauseMs = 5 * 60_000;

async function putOff(
  { pool, now }: UpgradeParts,
  item: WaitingItem,
  { message, ...failure }: Failure,
): Promise<Upgraded> {
  const next: NextTry = nextTry(item, failure, now());
  if (next.kind === "again") {
    await putOffUpgrade(pool, { item, attempts: next.attempts, upgradeAt: next.at, error: message });
    return "put-off";
  }
  await buryUpgrade(pool, { item, attempts: next.attempts, upgradeAt: null, error: message }, now());
  return "given-up";
}
