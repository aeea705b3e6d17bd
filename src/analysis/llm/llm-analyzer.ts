import type { Chat } from "../../chat/chat.ts";
import { abortedOutcome } from "../aborted-outcome.ts";
import type { AnalysisInput, AnalysisOutcome, Analyzer } from "../analyzer.ts";
import { detectLanguage } from "../detect-language.ts";
import { analyseByWords } from "../heuristic/analyse-by-words.ts";
import type { AnalyzerResult } from "../../items/analyzer-result.ts";
import { prepareInput } from "../prepare-input.ts";
import { askWithRepair } from "./ask-with-repair.ts";
import { buildQuestion } from "./build-question.ts";
import { buildResult, llmVersion } from "./build-result.ts";
import type { Prompt } from "./load-prompt.ts";
import { readForModel } from "./read-for-model.ts";

/** `createFence` gives a word that the writer of an item cannot know. */
type LlmParts = { chat: Chat; prompt: Prompt; createFence: () => string };

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
  const reading = readForModel(prepared, language);

  const question = buildQuestion(parts.prompt.text, reading.item, parts.createFence());
  const asked = await askWithRepair(parts.chat, question, { language, signal });

  if (asked.kind === "failed") return asked;
  const byWords = wordsOf({ ...input, ...reading.item }, language);
  const answered = { ...asked, promptVersion: parts.prompt.version };
  return { kind: "analysed", result: buildResult(answered, { input, prepared }, reading, byWords) };
}

/** Of the same text as the model's answer: what the model may not read must not count here either. Usually nothing differs. */
function wordsOf(input: AnalysisInput, language: string): AnalyzerResult {
  const known = input.byWords;
  const isSame = known?.input_hash === prepareInput(input).hash && known.language === language;
  return isSame ? known : analyseByWords(input);
}
