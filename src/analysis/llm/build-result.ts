import type { ChatUsage } from "../../chat/chat.ts";
import type { AnalyzerResult, AnalyzerUsage } from "../../items/analyzer-result.ts";
import { titleEdits } from "../title-edits.ts";
import { checkTexts, sourceOf } from "./check-texts.ts";
import { type PlacedItem, placeFacts, placeTechniques } from "./place-findings.ts";
import type { Prompt } from "../../chat/parse-prompt.ts";
import type { ModelAnswer } from "./model-answer.ts";
import type { ModelReading } from "./read-for-model.ts";
import { steadyScores } from "./steady-scores.ts";

export const llmVersion = "l2";

type Answered = { answer: ModelAnswer; model: string; prompt: Prompt; usage: ChatUsage };

/** Uses only what the item supports of a model's answer. The rest comes from the offline analysis. */
export function buildResult(
  { answer, model, prompt, usage }: Answered,
  { input, prepared }: PlacedItem,
  reading: ModelReading,
  byWords: AnalyzerResult,
): AnalyzerResult {
  const { warnings, ...texts } = checkTexts(answer, { ...reading, prompt: prompt.text }, byWords);
  const source = sourceOf(reading.item);
  const scores = steadyScores(answer, byWords, reading);
  return {
    schema_version: 2,
    analyzer: "llm",
    analyzer_version: llmVersion,
    llm_model: model,
    prompt_version: prompt.version,
    language: reading.item.language,
    input_kind: input.kind,
    input_hash: prepared.hash,
    input_truncated: prepared.truncated || reading.isShortened,
    analyzed_at: input.now.toISOString(),
    title_original: prepared.title,
    description_original: prepared.description,
    ...texts,
    // After an injection those of words count, found again in the item as it was published.
    facts: placeFacts(
      reading.isSuspect ? byWords.facts.map(({ text, quote = text }) => ({ text, quote })) : answer.facts,
      { input, prepared },
      { source, language: reading.item.language },
    ),
    ...scores,
    techniques: placeTechniques(
      answer.techniques,
      { input, prepared },
      { scores, source, isSuspect: reading.isSuspect },
    ),
    edits: titleEdits(prepared.title, texts.title_corrected),
    category: answer.category,
    warnings: reading.isSuspect ? ["injection_suspected", ...warnings] : warnings,
    usage: toAnalyzerUsage(usage),
  };
}

export function toAnalyzerUsage(usage: ChatUsage): AnalyzerUsage {
  return {
    prompt_tokens: usage.promptTokens,
    completion_tokens: usage.completionTokens,
    cached_tokens: usage.cachedTokens,
    cost_usd: usage.costUsd,
    latency_ms: usage.latencyMs,
    attempts: usage.calls,
  };
}
