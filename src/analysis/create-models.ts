import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import type { Chat } from "../chat/chat.ts";
import { failingChat } from "../chat/chat-failure.ts";
import { createChat } from "../chat/create-chat.ts";
import type { Prompt } from "../chat/parse-prompt.ts";
import {
  type Budget,
  budgetDay,
  budgetFor,
  createBudgetedChat,
  createHourlyChat,
  createQueuedChat,
  createStoppingChat,
} from "../chat/limited-chat.ts";
import { type ServiceName, services } from "../chat/services.ts";
import type { Config } from "../config.ts";
import type { SecretBox } from "../database/secret-box.ts";
import type { TrustedClient } from "../http-client/trusted-client.ts";
import { retryStoppedItems } from "../items/analysis-store.ts";
import type { WaitingItem } from "../items/waiting-item.ts";
import { type AnswerMemory, createAnswerMemory, noMemory } from "../models/answer-store.ts";
import type { ModelSettings } from "../models/model-settings.ts";
import type { InsideModels } from "../models/inside/inside-models.ts";
import { readModel } from "../models/model-settings-store.ts";
import {
  createModelStops,
  deleteModelStops,
  findModelStop,
  fingerprintOf,
  type ModelStop,
} from "../models/model-stop-store.ts";
import { countRefusal, createSpendReserver, type SpendPurpose } from "../models/spend-store.ts";
import { findStart } from "../models/working-hours.ts";
import { minuteMs } from "../time.ts";
import type { AnalysisFailure, Analyzer } from "./analyzer.ts";
import { failAnalyzer } from "./fail-analyzer.ts";
import { createLlmAnalyzer } from "./llm/llm-analyzer.ts";
import type { AskedAnswer } from "./llm/ask-with-repair.ts";
import { loadPrompt, loadSmallPrompts, loadTranslationPrompt, withAddition } from "./llm/load-prompt.ts";
import { createSmallAnalyzer } from "./llm/small-analyzer.ts";
import { createTitleBatch, type TitleBatch } from "./llm/title-batch.ts";
import { createMockAnalyzer } from "./mock-analyzer.ts";
import { askTranslation } from "./translation/ask-translation.ts";
import type { ItemTexts, WaitingTranslation } from "./translation/translation-store.ts";
import type { UpgradeParts } from "./upgrade-item.ts";

export type ModelParts = {
  config: Config;
  pool: pg.Pool;
  now: () => Date;
  trusted: TrustedClient;
  secrets: SecretBox;
  inside: InsideModels;
};

/** The model as it is set up at this moment. Null where words alone do the work. */
export type CurrentModel = {
  modelFor: UpgradeParts["modelFor"] | null;
  /** A chat for one person's brief; its calls are paid from the same budget. */
  briefChat: Chat | null;
  /** For small questions: several titles in one. Null where none are asked. */
  titleBatch: TitleBatch | null;
  translator: Translator | null;
  /** Why no model is asked until a person does something; null while they are. */
  stopped: () => Promise<ModelStop | null>;
  /** When its hours begin; null: now is one of them. */
  startsAt: Date | null;
  /** Items at once, and for how long one of them may be worked on. */
  concurrency: number;
  leaseMs: number;
};

/** Asks for translations; `model` names provider and model, for what was translated by another. */
export type Translator = {
  model: string;
  promptVersion: string;
  prompt: string;
  ask: (item: WaitingTranslation, signal: AbortSignal) => Promise<AskedAnswer<ItemTexts>>;
  countRefused: (item: WaitingTranslation) => Promise<void>;
};

export type Models = {
  /** Looked up with every call: what an operator changes holds at once, in every process. */
  current: () => Promise<CurrentModel>;
  stopped: CurrentModel["stopped"];
  /** A person did something about it: models are asked again. False where nothing had stopped. */
  askAgain: () => Promise<boolean>;
};

const mockLatencyMs = 200;
const fenceBytes = 8;

export function createModels(parts: ModelParts): Models {
  const { pool, now } = parts;
  const find = findCurrent(parts);
  return {
    current: find,
    stopped: async () => (await find()).stopped(),
    askAgain: async () => {
      const wasStopped = await deleteModelStops(pool);
      await retryStoppedItems(pool, now());
      return wasStopped;
    },
  };
}

function findCurrent(parts: ModelParts): Models["current"] {
  const { config, pool, now } = parts;
  const rest = { stopped: async () => null, startsAt: null, concurrency: config.aiConcurrency, leaseMs: 5 * minuteMs };
  const none = { ...rest, modelFor: null, briefChat: null, titleBatch: null, translator: null };
  if (config.aiType === "mock") {
    const analyzer = createMockAnalyzer({
      latencyMs: mockLatencyMs,
      sleep: (ms, signal) => sleep(ms, undefined, { signal }).catch(() => undefined),
    });
    return async () => ({ ...none, modelFor: async () => analyzer });
  }
  if (config.aiType === "fail")
    return async () => ({ ...none, modelFor: async () => failAnalyzer, briefChat: failingChat });

  // A chat remembers pauses and what its server accepts, so it is made again only when something changed.
  let made: { settings: string; model: Omit<CurrentModel, "startsAt"> } | null = null;
  const prompts = {
    whole: loadPrompt(config.aiPromptFile),
    ...loadSmallPrompts(),
    translation: loadTranslationPrompt(),
  };
  return async () => {
    const settings = await readModel(pool, parts);
    const { provider } = settings;
    if (provider === "none") return none;
    const text = JSON.stringify(settings);
    if (made?.settings !== text)
      made = { settings: text, model: createChatModel(parts, { ...settings, provider }, prompts) };
    return { ...made.model, startsAt: findStart(settings.hours, now()) };
  };
}

type ServiceSettings = ModelSettings & { provider: ServiceName };
type Prompts = ReturnType<typeof loadSmallPrompts> & { whole: Prompt; translation: Prompt };

function createChatModel(
  parts: ModelParts,
  settings: ServiceSettings,
  prompts: Prompts,
): Omit<CurrentModel, "startsAt"> {
  const { pool, now } = parts;
  const { provider, budget, uses, model } = settings;
  const fingerprint = fingerprintOf({ ...settings, type: provider, baseUrl: settings.address });
  const chatFor = createPaidChats(parts, settings, fingerprint);
  const createFence = () => randomBytes(fenceBytes).toString("hex");
  const memoryFor: MemoryFor = (feedId, cacheScope) => {
    const scope = cacheScope === "global" ? "" : feedId;
    return cacheScope === "off" ? noMemory : createAnswerMemory(pool, [scope, provider, model], now);
  };
  const isSmall = settings.asksSmall || !uses.titles || !uses.summaries;
  const line = { feedId: null, purpose: "title" as const };
  const titleBatch =
    isSmall && uses.titles
      ? createTitleBatch({
          chosen: settings.titlesAtOnce,
          prompts,
          chatFor: (urgency) => chatFor(line, budgetFor(budget, urgency)),
          memoryFor: ({ feedId, feed }) => memoryFor(feedId, feed.cacheScope),
          countRefused: () => countRefusal(pool, { ...line, day: budgetDay(now()), model }),
          createFence,
          now,
        })
      : null;
  const modelFor: UpgradeParts["modelFor"] = async ({ feedId, feed }, byWords) => {
    // The last fifth of the day's budget is for items that words already find loaded.
    const paying = (purpose: SpendPurpose) => chatFor({ feedId, purpose }, budgetFor(budget, byWords.overall));
    const memory = memoryFor(feedId, feed.cacheScope);
    const countRefused = (purpose: SpendPurpose) => () =>
      countRefusal(pool, { day: budgetDay(now()), feedId, purpose, model });
    if (!isSmall) {
      const prompt = withAddition(prompts.whole, feed.prompt);
      const analyzer = createLlmAnalyzer({ chat: paying("analysis"), prompt, createFence, memory });
      return withRefusals(analyzer, countRefused("analysis"));
    }
    const analyzer = createSmallAnalyzer({
      chats: { title: uses.titles ? paying("title") : null, summary: uses.summaries ? paying("summary") : null },
      prompts: { title: withAddition(prompts.title, feed.prompt), summary: withAddition(prompts.summary, feed.prompt) },
      createFence,
      memory,
      ...(titleBatch === null ? {} : { onTitle: titleBatch.learn }),
    });
    return withRefusals(analyzer, countRefused(uses.titles ? "title" : "summary"));
  };
  return {
    modelFor: uses.titles || uses.summaries ? modelFor : null,
    titleBatch,
    translator: uses.translations
      ? createTranslator(parts, settings, { chatFor, memoryFor, createFence, prompt: prompts.translation })
      : null,
    briefChat: uses.briefs ? chatFor({ feedId: null, purpose: "digest" }, budget) : null,
    stopped: () => findModelStop(pool, fingerprint),
    concurrency: settings.concurrency,
    // Two questions and a repair of each, and some time for the database: a dead worker's items are free long before.
    leaseMs: Math.max(5 * minuteMs, 4 * services[provider].questionMsMax + minuteMs),
  };
}

type MemoryFor = (feedId: string, cacheScope: WaitingItem["feed"]["cacheScope"]) => AnswerMemory;
type TranslatorParts = { chatFor: PaidChat; memoryFor: MemoryFor; createFence: () => string; prompt: Prompt };

function createTranslator(
  { pool, now }: ModelParts,
  { provider, model, budget }: ServiceSettings,
  { chatFor, memoryFor, createFence, prompt }: TranslatorParts,
): Translator {
  const purpose = "translation" as const;
  return {
    model: `${provider} ${model}`,
    promptVersion: prompt.version,
    prompt: prompt.text,
    ask: (item, signal) => {
      const { feedId, cacheScope } = item;
      // The last fifth of the day's budget is for items that words already find loaded.
      const chat = chatFor({ feedId, purpose }, budgetFor(budget, 0));
      return askTranslation({ chat, prompt, createFence, memory: memoryFor(feedId, cacheScope) }, item, signal);
    },
    countRefused: ({ feedId }) => countRefusal(pool, { day: budgetDay(now()), feedId, purpose, model }),
  };
}

/** The server answered, and was paid; its answer could not be used. */
const thrownAway = new Set<AnalysisFailure["why"]>(["bad_json", "schema", "truncated"]);

function withRefusals(analyzer: Analyzer, countRefused: () => Promise<void>): Analyzer {
  return {
    ...analyzer,
    async analyse(input, signal) {
      const outcome = await analyzer.analyse(input, signal);
      if (outcome.kind === "failed" && thrownAway.has(outcome.failure.why)) await countRefused();
      return outcome;
    },
  };
}

/** The model inside, or one of a server: from here on they are the same. */
export function createChatOf(
  { now, trusted, inside }: Pick<ModelParts, "now" | "trusted" | "inside">,
  { provider, address, apiKey, model, prices, contextTokens }: ServiceSettings,
  timeoutMs: number,
): Chat {
  if (provider === "inside")
    return inside.chat({ model, prices, timeoutMs, contextTokens: contextTokens ?? insideContextTokens });
  const service = { type: provider, baseUrl: address, apiKey, model, prices, timeoutMs, contextTokens };
  return createChat(service, { request: trusted.request, now });
}

const insideContextTokens = 8_192;

type PaidChat = (line: { feedId: string | null; purpose: SpendPurpose }, budget: Budget) => Chat;

/** Chats with one server: it is asked within its hours, so many questions at once, and every one is paid for. */
function createPaidChats(parts: ModelParts, settings: ServiceSettings, fingerprint: string): PaidChat {
  const { pool, now } = parts;
  const { provider, model, prices, hours, concurrency } = settings;
  const { questionMsMax: timeoutMs, isLocal } = services[provider];
  const one = createChatOf(parts, settings, timeoutMs);
  const queued = isLocal ? createQueuedChat(one, concurrency) : one;
  const chat = createHourlyChat(queued, (at) => findStart(hours, at), now);
  const stops = createModelStops(pool, fingerprint, now);
  return (line, budget) => {
    const reserve = createSpendReserver(pool, { ...line, model }, { budget, now });
    return createStoppingChat(createBudgetedChat(chat, reserve, { prices, now }), stops);
  };
}
