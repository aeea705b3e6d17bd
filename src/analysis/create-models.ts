import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import type { Chat } from "../chat/chat.ts";
import { failingChat } from "../chat/chat-failure.ts";
import { createChat } from "../chat/create-chat.ts";
import { budgetFor, createBudgetedChat, createStoppingChat, type Reserve } from "../chat/limited-chat.ts";
import type { Config } from "../config.ts";
import type { TrustedClient } from "../http-client/trusted-client.ts";
import { failAnalyzer } from "./fail-analyzer.ts";
import { createLlmAnalyzer } from "./llm/llm-analyzer.ts";
import { loadPrompt, withAddition } from "./llm/load-prompt.ts";
import { createMockAnalyzer } from "./mock-analyzer.ts";
import { askModelsAgain, findModelStop, fingerprintOf, type ModelStop, createModelStops } from "./model-stop-store.ts";
import { createSpendReserver } from "./spend-store.ts";
import type { UpgradeParts } from "./upgrade-item.ts";

type ModelParts = { config: Config; pool: pg.Pool; now: () => Date; trusted: TrustedClient };

/** What AI_TYPE stands for. Null where words alone do the work. */
export type Models = {
  modelFor: UpgradeParts["modelFor"] | null;
  /** A chat for one person's brief; its calls are paid from the same budget. */
  briefChat: Chat | null;
  /** Why no model is asked until a person does something; null while they are. */
  stopped: () => Promise<ModelStop | null>;
  /** A person did it: models are asked again. False where nothing had stopped. */
  askAgain: () => Promise<boolean>;
};

const neverStops = { stopped: async () => null, askAgain: async () => false };

const questionMsMax = 60_000;
const mockLatencyMs = 200;
const fenceBytes = 8;

export function createModels(parts: ModelParts): Models {
  switch (parts.config.aiType) {
    case "heuristic":
      return { modelFor: null, briefChat: null, ...neverStops };
    case "mock": {
      const analyzer = createMockAnalyzer({
        latencyMs: mockLatencyMs,
        sleep: (ms, signal) => sleep(ms, undefined, { signal }).catch(() => undefined),
      });
      return { modelFor: async () => analyzer, briefChat: null, ...neverStops };
    }
    case "fail":
      return { modelFor: async () => failAnalyzer, briefChat: failingChat, ...neverStops };
    case "openai":
    case "openrouter":
    case "anthropic":
      return createChatModels(parts, parts.config.aiType);
  }
}

function createChatModels(
  { config, pool, now, trusted }: ModelParts,
  type: "openai" | "openrouter" | "anthropic",
): Models {
  const prices = { promptUsdPerMillion: config.aiPromptPriceUsd, completionUsdPerMillion: config.aiCompletionPriceUsd };
  const budget = {
    usdMax: config.aiDailyBudgetUsd,
    tokensMax: config.aiDailyBudgetTokens === 0 ? null : config.aiDailyBudgetTokens,
  };
  const prompt = loadPrompt(config.aiPromptFile);
  const model = config.aiModel;
  const service = { type, baseUrl: config.aiBaseUrl, apiKey: config.aiApiKey, model };
  const fingerprint = fingerprintOf(service);
  const stops = createModelStops(pool, fingerprint, now);
  const chat = createChat({ ...service, prices, timeoutMs: questionMsMax }, { request: trusted.request, now });
  const budgeted = (reserve: Reserve) => createStoppingChat(createBudgetedChat(chat, reserve, { prices, now }), stops);

  return {
    // The last fifth of the day's budget is for items that words already find loaded.
    modelFor: async ({ feedId, feed }, byWords) => {
      const line = { feedId, purpose: "analysis" as const, model };
      const reserve = createSpendReserver(pool, line, {
        budget: budgetFor(budget, byWords.overall),
        now,
      });
      const createFence = () => randomBytes(fenceBytes).toString("hex");
      return createLlmAnalyzer({ chat: budgeted(reserve), prompt: withAddition(prompt, feed.prompt), createFence });
    },
    stopped: () => findModelStop(pool, fingerprint),
    askAgain: () => askModelsAgain(pool, now()),
    briefChat: budgeted(createSpendReserver(pool, { feedId: null, purpose: "digest", model }, { budget, now })),
  };
}
