import { type Chat, noUsage } from "../../chat/chat.ts";
import { type AnswerMemory, noMemory } from "../../models/answer-store.ts";
import { abortedOutcome } from "../aborted-outcome.ts";
import type { AnalysisInput, AnalysisOutcome, Analyzer } from "../analyzer.ts";
import { detectLanguage } from "../detect-language.ts";
import { analyseByWords } from "../heuristic/analyse-by-words.ts";
import type { AnalyzerResult } from "../../items/analyzer-result.ts";
import { prepareInput } from "../prepare-input.ts";
import { type AskedAnswer, askWithRepair } from "./ask-with-repair.ts";
import { buildQuestion, fitItem } from "./build-question.ts";
import { buildResult, llmVersion } from "./build-result.ts";
import type { Prompt } from "../../chat/parse-prompt.ts";
import { type ModelAnswer, modelAnswerSchema, parseAnswer } from "./model-answer.ts";
import { type ModelReading, readForModel } from "./read-for-model.ts";

/** `createFence` gives a word that the writer of an item cannot know. */
type LlmParts = { chat: Chat; prompt: Prompt; createFence: () => string; memory?: AnswerMemory };

/** Cheap to create: one for each feed with its own prompt text, and one for each item with its own budget. */
export function createLlmAnalyzer(parts: LlmParts): Analyzer {
  return {
    name: "llm",
    version: llmVersion,
    async analyse(input, signal) {
      return signal.aborted ? abortedOutcome : analyseByModel(parts, input, signal);
    },
  };
}

async function analyseByModel(parts: LlmParts, input: AnalysisInput, signal: AbortSignal): Promise<AnalysisOutcome> {
  const prepared = prepareInput(input);
  const language = detectLanguage(`${prepared.title}\n${prepared.description || prepared.body}`, input.languageHint);
  const whole = readForModel(prepared, language);
  const contextTokens = parts.chat.contextTokens?.() ?? null;
  const item = fitItem(whole.item, { contextTokens, promptText: parts.prompt.text });
  const reading = { ...whole, item, isShortened: whole.isShortened || item.body !== whole.item.body };

  const asked = await askOrRemember(parts, prepared.hash, reading, signal);

  if (asked.kind === "failed") return asked;
  const byWords = offlineResult({ ...input, ...reading.item }, language);
  const answered = { ...asked, prompt: parts.prompt };
  return { kind: "analysed", result: buildResult(answered, { input, prepared }, reading, byWords) };
}

/** The same text with the same prompt is not asked about twice. */
async function askOrRemember(
  { chat, prompt, createFence, memory = noMemory }: LlmParts,
  inputHash: string,
  { item }: ModelReading,
  signal: AbortSignal,
): Promise<AskedAnswer<ModelAnswer>> {
  const asked = `item ${prompt.version} ${inputHash} ${item.language}`;
  const known = await memory.find(asked);
  const answer = modelAnswerSchema.safeParse(known?.answer).data;
  if (known !== null && answer !== undefined) return { kind: "answered", answer, model: known.model, usage: noUsage };

  const question = buildQuestion(prompt.text, item, createFence());
  const parse = (text: string) => parseAnswer(text, item.language);
  const outcome = await askWithRepair(chat, question, { parse, signal });
  if (outcome.kind === "answered") await memory.save(asked, outcome);
  return outcome;
}

/** Of the same text as the model's answer: what the model may not read must not count here either. Usually nothing differs. */
export function offlineResult(input: AnalysisInput, language: string): AnalyzerResult {
  const known = input.byWords;
  const isSame = known?.input_hash === prepareInput(input).hash && known.language === language;
  return isSame ? known : analyseByWords(input);
}
