import type { Chat } from "../../chat/chat.ts";
import type { Prompt } from "../../chat/parse-prompt.ts";
import type { AnalyzerResult } from "../../items/analyzer-result.ts";
import type { WaitingItem } from "../../items/waiting-item.ts";
import type { AnswerMemory } from "../../models/answer-store.ts";
import { detectLanguage } from "../detect-language.ts";
import { storedInput } from "../feed-text.ts";
import { prepareInput } from "../prepare-input.ts";
import { askTitles, countFitting } from "./ask-titles.ts";
import { checkTexts } from "./check-texts.ts";
import { offlineResult } from "./llm-analyzer.ts";
import { type ModelReading, readForModel } from "./read-for-model.ts";
import { titleKey } from "./small-analyzer.ts";
import { countTitles, firstPace, learnPace, type TitlePace } from "./title-pace.ts";

export type TitleBatch = {
  /** How many items to take up together. */
  size: () => number;
  /** What one title alone took, for the next size. */
  learn: (latencyMs: number) => void;
  /**
   * Asks about the titles of these items together, and remembers the good answers: each item then finds its own, and asks alone
   * only if it has none.
   */
  ask: (items: readonly WaitingItem[], signal: AbortSignal) => Promise<void>;
};

export type TitleBatchParts = {
  /** The operator's number of titles at once; null: by the pace. */
  chosen: number | null;
  prompts: { title: Prompt; titles: Prompt };
  /** `urgency`: of the least urgent item. */
  chatFor: (urgency: number) => Chat;
  memoryFor: (item: WaitingItem) => AnswerMemory;
  countRefused: () => Promise<void>;
  createFence: () => string;
  now: () => Date;
};

type Candidate = { item: WaitingItem; asked: string; reading: ModelReading; byWords: AnalyzerResult };

export function createTitleBatch(parts: TitleBatchParts): TitleBatch {
  let pace: TitlePace = firstPace;
  return {
    size: () => countTitles(pace, parts.chosen),
    learn: (latencyMs) => void (pace = learnPace(pace, { asked: 1, good: 1, latencyMs })),
    ask: async (items, signal) => {
      const found = await Promise.all(items.map((item) => toCandidate(parts, item)));
      const byLanguage = Map.groupBy(
        found.filter((one) => one !== null),
        ({ reading }) => reading.item.language,
      );
      for (const candidates of byLanguage.values()) pace = await askSome(parts, candidates, pace, signal);
    },
  };
}

/** Null: it is asked alone, or not at all. An item that tries to command a model is never in a question with others. */
async function toCandidate(parts: TitleBatchParts, item: WaitingItem): Promise<Candidate | null> {
  if ((item.feed.prompt ?? "").trim() !== "" || item.feed.cacheScope === "off") return null;
  const input = storedInput(item, parts.now());
  const prepared = prepareInput(input);
  const language = detectLanguage(`${prepared.title}\n${prepared.description || prepared.body}`, input.languageHint);
  const reading = readForModel(prepared, language);
  const asked = titleKey(parts.prompts.title, prepared.hash, language);
  if (reading.isSuspect || prepared.title.trim() === "") return null;
  if ((await parts.memoryFor(item).find(asked)) !== null) return null;
  const known = item.byWords === null ? {} : { byWords: item.byWords };
  return { item, asked, reading, byWords: offlineResult({ ...input, ...known, ...reading.item }, language) };
}

async function askSome(
  parts: TitleBatchParts,
  candidates: readonly Candidate[],
  pace: TitlePace,
  signal: AbortSignal,
): Promise<TitlePace> {
  const { prompts, createFence } = parts;
  const chat = parts.chatFor(Math.min(...candidates.map(({ byWords }) => byWords.overall)));
  const items = candidates.map(({ reading }) => reading.item);
  const asked = candidates.slice(0, countFitting(items, prompts.titles.text, chat.contextTokens?.() ?? null));
  if (asked.length < 2 || signal.aborted) return pace;

  const question = { prompt: prompts.titles, fence: createFence(), signal };
  const answer = await askTitles(chat, items.slice(0, asked.length), question);
  if (answer.kind === "failed") {
    if (answer.isAnswered) await parts.countRefused();
    return answer.isAnswered ? learnPace(pace, { asked: asked.length, good: 0, latencyMs: null }) : pace;
  }
  let good = 0;
  for (const [place, candidate] of asked.entries()) {
    const title = answer.titles[place] ?? null;
    if (title === null || !isUsable(title, candidate, prompts.titles.text)) continue;
    good += 1;
    const known = { answer: { title, prompt_version: prompts.titles.version }, model: answer.model };
    await parts.memoryFor(candidate.item).save(candidate.asked, known);
  }
  return learnPace(pace, { asked: asked.length, good, latencyMs: answer.usage.latencyMs });
}

/** The same checks as for a title that was asked for alone: they also find one that belongs to another headline. */
function isUsable(title: string, { reading, byWords }: Candidate, prompt: string): boolean {
  return checkTexts({ title_corrected: title }, { ...reading, prompt }, byWords).refused.length === 0;
}
