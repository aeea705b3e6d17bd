import type pg from "pg";
import { plainText } from "../../chat/model-text.ts";
import { suspectInjection } from "../../chat/text-checks.ts";
import type { RefusedText } from "../../items/analyzer-result.ts";
import { dayMs, earlier, later, minuteMs } from "../../time.ts";
import type { AnalysisFailure } from "../analyzer.ts";
import type { Models, Translator } from "../create-models.ts";
import { nextTry } from "../upgrade-policy.ts";
import { judgeTranslation } from "./judge-translation.ts";
import {
  claimTranslations,
  findWantedLanguages,
  type ItemTexts,
  listForTranslation,
  putOffTranslation,
  retryRefused,
  saveTranslation,
  type WaitingTranslation,
} from "./translation-store.ts";

type TranslateParts = {
  pool: pg.Pool;
  now: () => Date;
  newLeaseId: () => string;
  models: Pick<Models, "current">;
  ageDaysMax: number;
};
type Worked = { took: number; changed: number };
const nothing: Worked = { took: 0, changed: 0 };

/** Older items are hardly read any more. */
const translatedDays = 3;

/** Translates for those who chose it, what they see first. Nothing is asked while the service refuses us or outside its hours. */
export function createTranslating(parts: TranslateParts): (signal: AbortSignal) => Promise<Worked> {
  const { pool, now, models } = parts;
  let pausedUntil = new Date(0);
  let lastModel = "";
  return async (signal) => {
    const { translator, stopped, startsAt, concurrency: count, leaseMs } = await models.current();
    if (translator === null || (await findWantedLanguages(pool)).length === 0) return nothing;
    const since = earlier(now(), Math.min(translatedDays, parts.ageDaysMax) * dayMs);
    const listed = await listForTranslation(pool, { since, now: now() });
    const { model, promptVersion } = translator;
    if (lastModel !== model) await retryRefused(pool, { model, promptVersion, now: now() });
    lastModel = model;
    if (now() < pausedUntil || startsAt !== null || (await stopped()) !== null) return { took: listed, changed: 0 };

    const lease = parts.newLeaseId();
    const items = await claimTranslations(pool, { now: now(), since, until: later(now(), leaseMs), lease, count });
    const ended = await Promise.all(items.map((item) => translateItem({ ...parts, translator }, item, signal)));
    for (const { pauseMs } of ended) if (pauseMs > 0) pausedUntil = later(now(), pauseMs);
    return { took: listed + items.length, changed: ended.filter(({ isShown }) => isShown).length };
  };
}

/** `pauseMs`: for so long no other question would be answered either. */
type Ended = { isShown: boolean; pauseMs: number };

async function translateItem(
  { pool, now, translator }: Omit<TranslateParts, "models"> & { translator: Translator },
  item: WaitingTranslation,
  signal: AbortSignal,
): Promise<Ended> {
  const { model, promptVersion } = translator;
  const facts = { model, promptVersion, error: null, now: now() };
  // With the item's own words a model could be told to say anything.
  if (suspectInjection(item.title) || suspectInjection(item.summary)) {
    const refused: RefusedText[] = [{ field: "title", why: "injection", words: [] }];
    await saveTranslation(pool, item, { ...facts, title: null, summary: null, refused });
    return { isShown: false, pauseMs: 0 };
  }
  const asked = await translator.ask(item, signal);
  if (asked.kind === "failed") return putOff({ pool, now }, item, { ...facts, ...asked.failure });

  const checked = checkTranslation(asked.answer, item, translator.prompt);
  await saveTranslation(pool, item, { ...facts, ...checked });
  if (checked.refused.length > 0) await translator.countRefused(item);
  return { isShown: checked.title !== null || checked.summary !== null, pauseMs: 0 };
}

type Checked = { title: string | null; summary: string | null; refused: RefusedText[] };
const charsMax = { title: 400, summary: 2_500 };

/** Each text alone: a title that is refused does not cost the summary. */
export function checkTranslation(
  answer: ItemTexts,
  item: Pick<WaitingTranslation, "title" | "summary" | "from" | "into">,
  prompt: string,
): Checked {
  const refused: RefusedText[] = [];
  const check = (field: "title" | "summary"): string | null => {
    const text = plainText(answer[field], charsMax[field]);
    if (item[field] === "" || text === "") return null;
    const problem = judgeTranslation(text, { field, source: item[field], from: item.from, into: item.into, prompt });
    if (problem !== null) refused.push({ field, ...problem });
    return problem === null ? text : null;
  };
  return { title: check("title"), summary: check("summary"), refused };
}

// The service, its bill or our own stop: no item is to blame.
const blameless = new Set<AnalysisFailure["why"]>(["auth", "payment", "rate_limited", "budget", "loading", "aborted"]);
const pauseMsUsual = 5 * minuteMs;
const attemptsMax = 3;

async function putOff(
  { pool, now }: Pick<TranslateParts, "pool" | "now">,
  item: WaitingTranslation,
  failure: AnalysisFailure & { model: string; promptVersion: string },
): Promise<Ended> {
  const { why, message, retryAfterMs, model, promptVersion } = failure;
  const counts = !blameless.has(why);
  const pauseMs = counts ? 0 : (retryAfterMs ?? pauseMsUsual);
  const next = nextTry(item.attempts, { counts, notBefore: later(now(), retryAfterMs ?? pauseMs) }, now(), attemptsMax);
  if (next.kind === "again") {
    await putOffTranslation(pool, item, { attempts: next.attempts, notBefore: next.at, error: message });
    return { isShown: false, pauseMs: why === "aborted" ? 0 : pauseMs };
  }
  const none = { title: null, summary: null, refused: [], model, promptVersion };
  await saveTranslation(pool, item, { ...none, error: message, now: now() });
  return { isShown: false, pauseMs: 0 };
}
