import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { failAnalyzer } from "./analysis/fail-analyzer.ts";
import { createLlmAnalyzer } from "./analysis/llm/llm-analyzer.ts";
import { loadPrompt, withAddition } from "./analysis/llm/load-prompt.ts";
import { createMockAnalyzer } from "./analysis/mock-analyzer.ts";
import {
  askModelsAgain,
  findModelStop,
  fingerprintOf,
  type ModelStop,
  createModelStops,
} from "./analysis/model-stop-store.ts";
import { createSpendReserver } from "./analysis/spend-store.ts";
import type { UpgradeParts } from "./analysis/upgrade-item.ts";
import type { Parts } from "./assemble.ts";
import { budgetFor, createBudgetedChat, createStoppingChat, type Reserve } from "./chat/limited-chat.ts";
import type { Chat } from "./chat/chat.ts";
import { createChat } from "./chat/create-chat.ts";
import { failingChat } from "./chat/chat-failure.ts";

type ModelParts = Pick<Parts, "config" | "db" | "clock" | "trusted">;

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

export function makeModels(parts: ModelParts): Models {
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
      return makeChatModels(parts, parts.config.aiType);
  }
}

function makeChatModels(
  { config, db, clock, trusted }: ModelParts,
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
  const stops = createModelStops(db.worker, fingerprint, clock.now);
  const chat = createChat(
    { ...service, prices, timeoutMs: questionMsMax },
    { request: trusted.request, now: clock.now },
  );
  const budgeted = (reserve: Reserve) =>
    createStoppingChat(createBudgetedChat(chat, reserve, { prices, now: clock.now }), stops);

  return {
    // The last fifth of the day's budget is for items that words already find loaded.
    modelFor: async ({ feedId, feed }, byWords) => {
      const line = { feedId, purpose: "analysis" as const, model };
      const reserve = createSpendReserver(db.worker, line, {
        budget: budgetFor(budget, byWords.overall),
        now: clock.now,
      });
      const createFence = () => randomBytes(fenceBytes).toString("hex");
      return createLlmAnalyzer({ chat: budgeted(reserve), prompt: withAddition(prompt, feed.prompt), createFence });
    },
    stopped: () => findModelStop(db.worker, fingerprint),
    askAgain: () => askModelsAgain(db.worker, clock.now()),
    briefChat: budgeted(
      createSpendReserver(db.worker, { feedId: null, purpose: "digest", model }, { budget, now: clock.now }),
    ),
  };
}
