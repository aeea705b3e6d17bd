import type { Prices } from "../chat/chat.ts";
import type { Budget } from "../chat/limited-chat.ts";
import { type Service, type ServiceName, serviceNames, services } from "../chat/services.ts";
import { type Config, settings as configRows } from "../config.ts";
import type { WorkingHours } from "./working-hours.ts";

/** What a model may be used for. */
export const uses = ["titles", "summaries", "briefs", "translations"] as const;
export type Use = (typeof uses)[number];

export type Provider = ServiceName | "none";
export const providers: readonly Provider[] = ["none", ...serviceNames];

/** As the operator set it up in the browser or with `plainwire model use`; null is the default. */
export type StoredModel = {
  provider: Provider;
  address: string | null;
  /** Sealed. */
  apiKey: Buffer | null;
  model: string | null;
  contextTokens: number | null;
  questionSize: "full" | "small" | null;
  /** Titles in one question; null: by how fast the model is. */
  titlesAtOnce: number | null;
  promptUsd: number | null;
  completionUsd: number | null;
  dailyUsd: number | null;
  monthlyUsd: number | null;
  dailyTokens: number | null;
  hours: WorkingHours | null;
  uses: Record<Use, boolean>;
};

export const noModel: StoredModel = {
  provider: "none",
  address: null,
  apiKey: null,
  model: null,
  contextTokens: null,
  questionSize: null,
  titlesAtOnce: null,
  promptUsd: null,
  completionUsd: null,
  dailyUsd: null,
  monthlyUsd: null,
  dailyTokens: null,
  hours: null,
  uses: { titles: true, summaries: true, briefs: true, translations: true },
};

/** What holds: the environment, then what is stored, then the provider's defaults. */
export type ModelSettings = {
  provider: Provider;
  /** null: the provider's own. */
  address: string | null;
  apiKey: string | null;
  /** A key is stored that SECRET_KEY does not open. */
  isKeyLost: boolean;
  model: string;
  contextTokens: number | null;
  /** Title and summary by themselves, as weak models need it. */
  asksSmall: boolean;
  titlesAtOnce: number | null;
  prices: Prices;
  budget: Budget & { monthUsdMax: number | null };
  hours: WorkingHours | null;
  uses: Record<Use, boolean>;
  /** Questions at once, in one process. */
  concurrency: number;
};

/** The fields that the environment may set, and by which name. */
const environmentFields = {
  provider: "aiType",
  address: "aiBaseUrl",
  apiKey: "aiApiKey",
  model: "aiModel",
  dailyUsd: "aiDailyBudgetUsd",
  dailyTokens: "aiDailyBudgetTokens",
  promptUsd: "aiPromptPriceUsd",
  completionUsd: "aiCompletionPriceUsd",
} as const satisfies Partial<Record<keyof StoredModel, keyof Config>>;

export type EnvironmentField = keyof typeof environmentFields;

/** The variable that sets this field in this process; null: the page and the command may. */
export function setByEnvironment({ given }: Pick<Config, "given">, field: string): string | null {
  const key = Object.hasOwn(environmentFields, field) ? environmentFields[field as EnvironmentField] : null;
  return key !== null && given.has(key) ? configRows[key].name : null;
}

/**
 * `open`: opens a sealed key; null if it cannot. A stored key and a stored model belong to the stored provider and address:
 * where the environment names others, they are not used.
 */
export function resolveModel(
  config: Config,
  stored: StoredModel,
  open: (sealed: Buffer) => string | null,
): ModelSettings {
  const isGiven = (field: EnvironmentField) => setByEnvironment(config, field) !== null;
  const provider = isGiven("provider") ? providerOf(config.aiType) : stored.provider;
  const isOurs = provider === stored.provider && (!isGiven("address") || config.aiBaseUrl === stored.address);
  const address = isGiven("address") ? config.aiBaseUrl : isOurs ? stored.address : null;
  const service: Service | null = provider === "none" ? null : services[provider];
  const openedKey = isOurs && stored.apiKey !== null ? open(stored.apiKey) : null;
  const isLocal = service?.isLocal ?? false;
  const pick = <Value>(field: EnvironmentField, given: Value, own: Value | null, otherwise: Value): Value =>
    isGiven(field) ? given : (own ?? otherwise);
  const price = (field: "promptUsd" | "completionUsd", given: number) =>
    pick(field, given, stored[field], isLocal ? 0 : given);
  return {
    provider,
    address,
    apiKey: isGiven("apiKey") ? config.aiApiKey : openedKey,
    isKeyLost: !isGiven("apiKey") && isOurs && stored.apiKey !== null && openedKey === null,
    model: pick("model", config.aiModel, isOurs ? stored.model : null, config.aiModel),
    contextTokens: stored.contextTokens ?? service?.contextTokens ?? null,
    asksSmall: stored.questionSize === null ? isLocal : stored.questionSize === "small",
    titlesAtOnce: stored.titlesAtOnce,
    prices: {
      promptUsdPerMillion: price("promptUsd", config.aiPromptPriceUsd),
      completionUsdPerMillion: price("completionUsd", config.aiCompletionPriceUsd),
    },
    budget: {
      usdMax: pick("dailyUsd", config.aiDailyBudgetUsd, stored.dailyUsd, config.aiDailyBudgetUsd),
      tokensMax: pick("dailyTokens", config.aiDailyBudgetTokens, stored.dailyTokens, 0) || null,
      monthUsdMax: stored.monthlyUsd,
    },
    hours: stored.hours,
    uses: stored.uses,
    concurrency: isLocal && !config.given.has("aiConcurrency") ? 1 : config.aiConcurrency,
  };
}

/** `mock` and `fail` are for tests and never get here as a provider. */
function providerOf(aiType: Config["aiType"]): Provider {
  return aiType === "heuristic" || aiType === "mock" || aiType === "fail" ? "none" : aiType;
}

/** A key belongs to the server it was entered for. */
export function isSameServer(one: Pick<StoredModel, "provider" | "address">, other: typeof one): boolean {
  return one.provider === other.provider && originOf(one) === originOf(other);
}

function originOf({ provider, address }: Pick<StoredModel, "provider" | "address">): string | null {
  const url = address ?? (provider === "none" ? null : services[provider].baseUrl);
  return url === null ? null : new URL(url).origin;
}
