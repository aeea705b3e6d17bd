import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createLlmAnalyzer } from "../../src/analysis/llm/llm-analyzer.ts";
import { loadPrompt } from "../../src/analysis/llm/load-prompt.ts";
import { type Chat, noUsage } from "../../src/chat/chat.ts";
import type { Evaluated, EvaluationGates } from "./evaluation.ts";
import type { EvaluationItem } from "./evaluation-fixtures.ts";

/** A model rewrites what a word list can only trim: more titles get calmer, and fewer of their words stay. */
export const llmGates: EvaluationGates = { neutralityWins: 0.9, unchangedNeutral: 0.9, retention: 0.3 };

/** The items there is a recorded answer for, analysed as if a model had just given it. */
export async function replayRecorded(items: readonly EvaluationItem[]): Promise<Evaluated[]> {
  const file = new URL("../fixtures/llm/recorded-answers.json", import.meta.url);
  const { answers }: { answers: Record<string, object> } = JSON.parse(readFileSync(file, "utf8"));
  const recorded = items.filter(({ id }) => id in answers);
  return Promise.all(recorded.map((item) => replay(item, JSON.stringify(answers[item.id]))));
}

async function replay(item: EvaluationItem, text: string): Promise<Evaluated> {
  const chat: Chat = { ask: async () => ({ kind: "answered", text, model: "recorded", usage: noUsage }) };
  const analyzer = createLlmAnalyzer({ chat, prompt: loadPrompt(null), createFence: () => "0a1b2c" });
  const { title, description, body } = item;
  const input = { title, description, body, kind: "article", languageHint: null, now: new Date(0) } as const;
  const outcome = await analyzer.analyse(input, new AbortController().signal);
  assert.ok(outcome.kind === "analysed", JSON.stringify(outcome));
  return { item, result: outcome.result };
}
