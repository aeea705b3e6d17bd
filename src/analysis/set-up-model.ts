import { createBudgetedChat } from "../chat/limited-chat.ts";
import { services } from "../chat/services.ts";
import { suspectInjection } from "../chat/text-checks.ts";
import { retryStoppedItems } from "../items/analysis-store.ts";
import type { RefusedText } from "../items/analyzer-result.ts";
import type { InsideModels } from "../models/inside/inside-models.ts";
import { listModels, type ListedModels } from "../models/list-models.ts";
import { type ModelSettings, resolveModel, setByEnvironment, type StoredModel } from "../models/model-settings.ts";
import { openKey, readStoredModel, saveStoredModel } from "../models/model-settings-store.ts";
import { createSpendReserver } from "../models/spend-store.ts";
import { minuteMs } from "../time.ts";
import { createChatOf, type ModelParts } from "./create-models.ts";
import { askWithRepair } from "./llm/ask-with-repair.ts";
import { analyseByWords } from "./heuristic/analyse-by-words.ts";
import { buildQuestion, type ReadableItem } from "./llm/build-question.ts";
import { checkTexts } from "./llm/check-texts.ts";
import { loadSmallPrompts } from "./llm/load-prompt.ts";
import { parseSmallAnswer, smallFormat } from "./llm/model-answer.ts";
import { detectLanguage } from "./detect-language.ts";

/** What a model made of one headline, and at what price. */
export type ModelTrial =
  | {
      kind: "answered";
      title: string;
      /** Why readers would not get to see it; null: they would. */
      refused: RefusedText | null;
      model: string;
      tokens: number;
      costUsd: number;
      latencyMs: number;
    }
  | { kind: "failed"; sentence: string };

/** What the operator's page and the command `plainwire model` do. */
export type ModelSetup = {
  /** The variable that sets this field; null: it is the operator's. */
  fixedBy: (field: string) => string | null;
  read: () => Promise<StoredModel>;
  /** What would hold if this were stored; the same function decides it for workers. */
  resolve: (stored: StoredModel) => ModelSettings;
  seal: (key: string) => Buffer;
  /** Holds at once in all processes; what waited for money or a better key is asked about again. */
  save: (stored: StoredModel) => Promise<void>;
  list: (settings: ModelSettings, signal: AbortSignal) => Promise<ListedModels>;
  tryOut: (settings: ModelSettings, headline: string, signal: AbortSignal) => Promise<ModelTrial>;
  /** Models that are installed here, and installing more. */
  inside: InsideModels;
};

export function createModelSetup(parts: ModelParts): ModelSetup {
  const { config, pool, now, trusted, secrets, inside } = parts;
  return {
    fixedBy: (field) => setByEnvironment(config, field),
    read: () => readStoredModel(pool),
    resolve: (stored) => resolveModel(config, stored, (sealed) => openKey(secrets, sealed)),
    seal: secrets.seal,
    save: async (stored) => {
      await saveStoredModel(pool, stored, now());
      await retryStoppedItems(pool, now());
    },
    list: async (settings, signal) =>
      settings.provider === "inside"
        ? { kind: "listed", models: (await inside.list()).map(({ name }) => name) }
        : listModels(trusted, settings, signal),
    inside,
    tryOut: (settings, headline, signal) => tryOut(parts, settings, headline, signal),
  };
}

/** A person waits for it, and a browser not much longer; a model that is loaded the next time answers then. */
export const trialMsMax = 3 * minuteMs;
const outputTokensMax = 200;

/** The same question that a title gets. It counts for the budget, and is asked at any hour. */
async function tryOut(
  parts: ModelParts,
  settings: ModelSettings,
  headline: string,
  signal: AbortSignal,
): Promise<ModelTrial> {
  const { pool, now } = parts;
  const { provider, model, prices, budget } = settings;
  if (provider === "none") return { kind: "failed", sentence: "No provider is chosen." };
  const timeoutMs = Math.min(services[provider].questionMsMax, trialMsMax);
  const reserve = createSpendReserver(pool, { feedId: null, purpose: "trial", model }, { budget, now });
  const chat = createBudgetedChat(createChatOf(parts, { ...settings, provider }, timeoutMs), reserve, { prices, now });
  const language = detectLanguage(headline, null);
  const item = { title: headline, description: "", body: "", language };
  const asked = { format: smallFormat("title"), outputTokensMax };
  const question = buildQuestion(loadSmallPrompts().title.text, item, "0", asked);
  const outcome = await askWithRepair(chat, question, {
    parse: (text) => parseSmallAnswer(text, "title", language),
    signal,
  });
  if (outcome.kind === "failed") return { kind: "failed", sentence: outcome.failure.message };
  const { promptTokens, completionTokens, costUsd, latencyMs } = outcome.usage;
  const title = outcome.answer.title.trim();
  const refused = checkTrial(title, item, now());
  const tokens = promptTokens + completionTokens;
  return { kind: "answered", title, refused, model: outcome.model, tokens, costUsd, latencyMs };
}

/** The same checks that a title of an item gets, without an article. */
function checkTrial(title: string, item: ReadableItem, now: Date): RefusedText | null {
  const reading = { item, isSuspect: suspectInjection(item.title), prompt: loadSmallPrompts().title.text };
  const byWords = analyseByWords({ ...item, kind: "feed", languageHint: item.language, now });
  return checkTexts({ title_corrected: title }, reading, byWords).refused[0] ?? null;
}
