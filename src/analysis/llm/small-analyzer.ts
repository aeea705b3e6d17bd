import { z } from "zod";
import { addUsage, type Chat, type ChatUsage, noUsage } from "../../chat/chat.ts";
import type { AnswerMemory } from "../../models/answer-store.ts";
import { abortedOutcome } from "../aborted-outcome.ts";
import type { AnalysisFailure, AnalysisInput, AnalysisOutcome, Analyzer } from "../analyzer.ts";
import { detectLanguage } from "../detect-language.ts";
import { prepareInput } from "../prepare-input.ts";
import { titleEdits } from "../title-edits.ts";
import { type AskedAnswer, askWithRepair } from "./ask-with-repair.ts";
import { type AskedFor, buildQuestion, fitItem } from "./build-question.ts";
import { llmVersion, toAnalyzerUsage } from "./build-result.ts";
import { checkTexts } from "./check-texts.ts";
import { offlineResult } from "./llm-analyzer.ts";
import type { Prompt } from "../../chat/parse-prompt.ts";
import { parseSmallAnswer, smallFormat } from "./model-answer.ts";
import { readForModel } from "./read-for-model.ts";

type Step = "title" | "summary";

/** A step without a chat is not asked: the offline text stays. */
type SmallParts = {
  chats: Record<Step, Chat | null>;
  prompts: Record<Step, Prompt>;
  createFence: () => string;
  memory: AnswerMemory;
  /** Told how long a title took that was asked for alone. */
  onTitle?: (latencyMs: number) => void;
};

/** A headline has 40 tokens at most, and a summary of two sentences 150; Polish needs twice that. */
const askedFor: Record<Step, AskedFor> = {
  title: { format: smallFormat("title"), outputTokensMax: 200 },
  summary: { format: smallFormat("summary"), outputTokensMax: 400 },
};

/** The lead is enough for a title, and a slow machine reads 2,000 tokens for a minute. */
const bodyTokensMax: Record<Step, number> = { title: 300, summary: 1_000 };

/**
 * For weak models, and for what is wanted alone: one small question for the title, then one for the summary. Scores, facts and
 * techniques stay those of the offline analysis. A summary that fails costs nothing but itself.
 */
export function createSmallAnalyzer(parts: SmallParts): Analyzer {
  return {
    name: "llm",
    version: llmVersion,
    async analyse(input, signal) {
      return signal.aborted ? abortedOutcome : analyseInSteps(parts, input, signal);
    },
  };
}

async function analyseInSteps(parts: SmallParts, input: AnalysisInput, signal: AbortSignal): Promise<AnalysisOutcome> {
  const prepared = prepareInput(input);
  const language = detectLanguage(`${prepared.title}\n${prepared.description || prepared.body}`, input.languageHint);
  const steps = (["title", "summary"] as const).filter((step) => parts.chats[step] !== null);
  const texts = { title: "", summary: "" };
  const versions = { title: parts.prompts.title.version, summary: parts.prompts.summary.version };
  let usage: ChatUsage = noUsage;
  let model: string | null = null;
  let failure: AnalysisFailure | null = null;
  for (const step of steps) {
    const asked = await askStep(parts, step, { input, language }, signal);
    if (asked.kind === "failed") {
      failure ??= asked.failure;
      // Of what lies with this one answer the next step may still come; anything else holds for it, too.
      if (!ownFaults.has(asked.failure.why)) return { kind: "failed", failure: asked.failure };
      continue;
    }
    usage = addUsage(usage, asked.usage);
    model = asked.model;
    texts[step] = asked.answer[step];
    versions[step] = asked.answer.prompt_version ?? versions[step];
    if (step === "title" && asked.usage.calls === 1) parts.onTitle?.(asked.usage.latencyMs);
  }
  if (model === null) return { kind: "failed", failure: failure ?? nothingAsked };

  const reading = readForModel(prepared, language);
  const byWords = offlineResult({ ...input, ...reading.item }, language);
  const prompt = steps.map((step) => parts.prompts[step].text).join("\n");
  const { warnings, ...checked } = checkTexts(
    { title_corrected: texts.title, summary: texts.summary },
    { ...reading, prompt },
    byWords,
  );
  const result = {
    ...byWords,
    analyzer: "llm" as const,
    analyzer_version: llmVersion,
    llm_model: model,
    prompt_version: steps.map((step) => versions[step]).join("+"),
    input_hash: prepared.hash,
    analyzed_at: input.now.toISOString(),
    title_original: prepared.title,
    description_original: prepared.description,
    ...checked,
    edits: titleEdits(prepared.title, checked.title_corrected),
    warnings: [
      ...new Set([...byWords.warnings, ...(reading.isSuspect ? ["injection_suspected" as const] : []), ...warnings]),
    ],
    usage: toAnalyzerUsage(usage),
  };
  return { kind: "analysed", result };
}

const ownFaults = new Set<AnalysisFailure["why"]>(["bad_json", "schema", "truncated", "refusal"]);
const nothingAsked: AnalysisFailure = {
  why: "aborted",
  message: "Nothing was asked.",
  retryAfterMs: null,
  usage: null,
};

/** The same question about the same text is not asked twice, even if a worker was killed between the two. */
async function askStep(
  { chats, prompts, createFence, memory }: SmallParts,
  step: Step,
  { input, language }: { input: AnalysisInput; language: string },
  signal: AbortSignal,
): Promise<AskedAnswer<Record<Step, string> & { prompt_version?: string }>> {
  const prepared = prepareInput(input);
  const chat = chats[step] as Chat;
  const prompt = prompts[step];
  const asked =
    step === "title" ? titleKey(prompt, prepared.hash, language) : keyOf(step, prompt, prepared.hash, language);
  const known = await memory.find(asked);
  const remembered = z
    .object({ [step]: z.string(), prompt_version: z.string().optional() })
    .safeParse(known?.answer).data;
  if (known !== null && remembered !== undefined) {
    const answer = remembered as Record<Step, string> & { prompt_version?: string };
    return { kind: "answered", answer, model: known.model, usage: noUsage };
  }
  const { item } = readForModel(prepared, language, bodyTokensMax[step]);
  const fitting = { contextTokens: chat.contextTokens?.() ?? null, promptText: prompt.text, asked: askedFor[step] };
  const question = buildQuestion(prompt.text, fitItem(item, fitting), createFence(), askedFor[step]);
  const parse = (text: string) => parseSmallAnswer(text, step, language);
  const outcome = await askWithRepair(chat, question, { parse, signal });
  if (outcome.kind === "answered") await memory.save(asked, outcome);
  return outcome;
}

/** Under which an answer is remembered. An answer from a question about several titles is under the same key. */
export function titleKey(prompt: Prompt, inputHash: string, language: string): string {
  return keyOf("title", prompt, inputHash, language);
}

function keyOf(step: Step, { version }: Prompt, inputHash: string, language: string): string {
  return `${step} ${version} ${inputHash} ${language}`;
}
