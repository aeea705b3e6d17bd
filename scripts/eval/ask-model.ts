import { createLlmAnalyzer } from "../../src/analysis/llm/llm-analyzer.ts";
import { loadPrompt, loadSmallPrompts } from "../../src/analysis/llm/load-prompt.ts";
import { createSmallAnalyzer } from "../../src/analysis/llm/small-analyzer.ts";
import type { Analyzer } from "../../src/analysis/analyzer.ts";
import { createChat } from "../../src/chat/create-chat.ts";
import { services } from "../../src/chat/services.ts";
import type { TrustedClient } from "../../src/http-client/trusted-client.ts";
import { noMemory } from "../../src/models/answer-store.ts";
import type { ModelSettings } from "../../src/models/model-settings.ts";
import { Refusal } from "../../src/refusal.ts";
import { type Gold, inputOf, judge, type Judged } from "./headline-figures.ts";

/** `refused`: how many titles of the model were not used, by reason. `failed`: questions without an answer; words count there. */
export type ModelRun = {
  judged: Judged[];
  byModel: number;
  refused: Map<string, number>;
  failed: number;
  tokens: number;
  costUsd: number;
};

/** Every headline through the same questions and checks as items, without the database: no budget, no hours, no memory. */
export async function judgeByModel(
  gold: readonly Gold[],
  settings: ModelSettings,
  request: TrustedClient["request"],
): Promise<ModelRun> {
  const analyzer = analyzerOf(settings, request);
  const run: ModelRun = { judged: [], byModel: 0, refused: new Map(), failed: 0, tokens: 0, costUsd: 0 };
  const waiting = [...gold.entries()];
  const judged: Judged[] = [];
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [at, label] = next;
      judged[at] = await judgeOne(label, analyzer, run);
    }
  };
  await Promise.all(Array.from({ length: settings.concurrency }, work));
  return { ...run, judged };
}

async function judgeOne(label: Gold, analyzer: Analyzer, run: ModelRun): Promise<Judged> {
  const outcome = await analyzer.analyse(inputOf(label), new AbortController().signal);
  if (outcome.kind === "failed") {
    // A refused key or a server that is gone fails for all of them.
    if (["auth", "payment", "network"].includes(outcome.failure.why)) throw new Refusal(outcome.failure.message);
    run.failed += 1;
    return judge(label);
  }
  const { result } = outcome;
  const refusal = result.refused?.find(({ field }) => field === "title");
  if (refusal !== undefined) run.refused.set(refusal.why, (run.refused.get(refusal.why) ?? 0) + 1);
  if (result.title_source === "llm") run.byModel += 1;
  run.tokens += (result.usage?.prompt_tokens ?? 0) + (result.usage?.completion_tokens ?? 0);
  run.costUsd += result.usage?.cost_usd ?? 0;
  return judge(label, result);
}

function analyzerOf(settings: ModelSettings, request: TrustedClient["request"]): Analyzer {
  const { provider: type, address: baseUrl, apiKey, model, prices, contextTokens } = settings;
  if (type === "none") throw new Refusal("No model is configured. Set AI_TYPE and AI_MODEL (docs/models.md).");
  if (type === "inside")
    throw new Refusal("eval asks a server. Serve the GGUF file with llama.cpp and set AI_TYPE=llamacpp.");
  const timeoutMs = services[type].questionMsMax;
  const now = () => new Date();
  const chat = createChat({ type, baseUrl, apiKey, model, prices, timeoutMs, contextTokens }, { request, now });
  const createFence = () => "0a1b2c";
  if (!settings.asksSmall) return createLlmAnalyzer({ chat, prompt: loadPrompt(null), createFence });
  const chats = { title: chat, summary: null };
  return createSmallAnalyzer({ chats, prompts: loadSmallPrompts(), createFence, memory: noMemory });
}

export function describeRun({ judged, byModel, refused, failed, tokens, costUsd }: ModelRun): string {
  const reasons = [...refused].toSorted(([, a], [, b]) => b - a).map(([why, count]) => `${why} ${count}`);
  return [
    `${judged.length} headlines: ${byModel} titles by the model, ${judged.length - byModel} by words or as published.`,
    `Refused: ${reasons.join(", ") || "none"}. Without an answer: ${failed}.`,
    `${tokens} tokens, ${costUsd.toFixed(4)} dollars.`,
  ].join("\n");
}
