import type pg from "pg";
import { putOffPage, type SavedAnalysis } from "../items/analysis-store.ts";
import { saveAnalyses } from "./save-analyses-store.ts";
import { feedText, inputOf } from "./feed-text.ts";
import { analyseByWords } from "./heuristic/analyse-by-words.ts";
import type { PageText } from "./page/extract-page.ts";
import type { PageOutcome, PageUnavailable } from "./page/page-outcome.ts";
import { nextTry } from "./upgrade-policy.ts";
import type { WaitingItem } from "../items/waiting-item.ts";

export type ReadPageParts = {
  pool: pg.Pool;
  now: () => Date;
  downloadPage: (url: string, signal: AbortSignal) => Promise<PageOutcome>;
};

export type PageRead = "read" | "put-off" | "given-up";

/** After these the feed's text must do: a model's reading should not wait for a page that may never come. */
const triesMax = 3;

/** Fetches an item's page once. Its text is kept, so that later readings ask the publisher for nothing. */
export async function readPage(parts: ReadPageParts, item: WaitingItem, signal: AbortSignal): Promise<PageRead> {
  const { pool, now } = parts;
  if (item.url === null) return giveUp(parts, item, "no-address", null);

  const page = await parts.downloadPage(item.url, signal);

  if (page.kind === "text") {
    await saveAnalyses(pool, [withPage(item, page.page, now())]);
    return "read";
  }
  const next = page.retry ? nextTry(item.pageAttempts, failureOf(page), now(), triesMax) : null;
  if (next?.kind !== "again") return giveUp(parts, item, "failed", page.message);
  await putOffPage(pool, { item, attempts: next.attempts, pageAt: next.at, error: page.message });
  return "put-off";
}

function withPage(item: WaitingItem, { html, text }: PageText, now: Date): SavedAnalysis {
  const { description } = feedText(item);
  // The offline analysis never overwrites a model's result.
  const isForWords = item.analyzer === null || item.analyzer === "heuristic";
  const result = isForWords ? analyseByWords(inputOf(item, { description, body: text }, "article", now)) : null;
  return {
    item,
    status: "done",
    result,
    cleanHtml: html,
    text,
    inputKind: "page",
    upgradeAt: item.upgradeAt,
    page: { why: "read", at: null, error: null },
    modelWhy: null,
    now,
  };
}

async function giveUp(
  { pool, now }: ReadPageParts,
  item: WaitingItem,
  why: "failed" | "no-address",
  error: string | null,
): Promise<PageRead> {
  await saveAnalyses(pool, [
    {
      item,
      status: "done",
      result: null,
      cleanHtml: null,
      text: null,
      inputKind: null,
      upgradeAt: item.upgradeAt,
      page: { why, at: null, error },
      modelWhy: null,
      now: now(),
    },
  ]);
  return "given-up";
}

const blameless = new Set(["host-busy", "busy", "aborted", "closed"]);

function failureOf({ why, retryAt }: PageUnavailable) {
  return { counts: !blameless.has(why), notBefore: retryAt };
}
