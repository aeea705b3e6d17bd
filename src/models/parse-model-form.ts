import { services } from "../chat/services.ts";
import { isModelName } from "./list-models.ts";
import { isSameServer, providers, type StoredModel, uses } from "./model-settings.ts";
import { parseClock, writeClock } from "./working-hours.ts";

/** As a person writes it, in a form or on the command line. A switch is "on" or empty. */
export const modelFields = [
  ...(["provider", "address", "model", "contextTokens", "questionSize", "titlesAtOnce"] as const),
  ...(["promptUsd", "completionUsd", "dailyUsd", "monthlyUsd", "dailyTokens", "from", "to"] as const),
  ...uses,
] as const;
export type ModelField = (typeof modelFields)[number];
export type WrittenModel = Record<ModelField, string>;

export type ModelFault =
  | "provider-unknown"
  | "address-wrong"
  | "address-missing"
  | "key-wrong"
  | "model-missing"
  | "model-wrong"
  | "number-wrong"
  | "context-wrong"
  | "titles-wrong"
  | "hours-half"
  | "hours-wrong";

export type ModelFaults = Partial<Record<ModelField | "key", ModelFault>>;

/** `keep`, `remove`, or a new one. */
export type KeyChange = { kind: "keep" } | { kind: "remove" } | { kind: "replace"; key: string };

type Parsed = {
  /** What is to be stored. Its key is still the one before. */
  stored: StoredModel;
  /** The key before was for another server, and no new one came. */
  isKeyDropped: boolean;
  faults: ModelFaults;
};

export function writeModel(stored: StoredModel): WrittenModel {
  const text = (value: number | string | null) => (value === null ? "" : String(value));
  const flag = (isOn: boolean) => (isOn ? "on" : "");
  return {
    provider: stored.provider,
    address: text(stored.address),
    model: text(stored.model),
    contextTokens: text(stored.contextTokens),
    questionSize: text(stored.questionSize),
    titlesAtOnce: text(stored.titlesAtOnce),
    promptUsd: text(stored.promptUsd),
    completionUsd: text(stored.completionUsd),
    dailyUsd: text(stored.dailyUsd),
    monthlyUsd: text(stored.monthlyUsd),
    dailyTokens: text(stored.dailyTokens),
    from: stored.hours === null ? "" : writeClock(stored.hours.fromMinute),
    to: stored.hours === null ? "" : writeClock(stored.hours.toMinute),
    titles: flag(stored.uses.titles),
    summaries: flag(stored.uses.summaries),
    briefs: flag(stored.uses.briefs),
    translations: flag(stored.uses.translations),
  };
}

/** `isFixed`: the environment sets this field, so what was stored stays. The time zone is the operator's. */
export function parseModelForm(
  written: WrittenModel,
  parts: { before: StoredModel; key: KeyChange; isFixed: (field: string) => boolean; timeZone: string },
): Parsed {
  const { before, key, isFixed, timeZone } = parts;
  const given = { ...written };
  for (const field of modelFields) if (isFixed(field)) given[field] = writeModel(before)[field];
  const faults: ModelFaults = {};
  const number = (field: ModelField, max: number, isWhole = false): number | null => {
    const parsed = parseNumber(given[field], max, isWhole);
    if (parsed === undefined) faults[field] = field === "contextTokens" ? "context-wrong" : "number-wrong";
    return parsed ?? null;
  };
  const provider = providers.find((one) => one === given.provider);
  if (provider === undefined) faults.provider = "provider-unknown";
  const address = parseAddress(given.address);
  if (address === undefined) faults.address = "address-wrong";
  const contextTokens = number("contextTokens", contextTokensMax, true);
  if (contextTokens !== null && contextTokens < contextTokensMin) faults.contextTokens = "context-wrong";
  const titlesAtOnce = number("titlesAtOnce", titlesMax, true);
  if (faults.titlesAtOnce !== undefined || titlesAtOnce === 0) faults.titlesAtOnce = "titles-wrong";
  const stored: StoredModel = {
    provider: provider ?? "none",
    address: address ?? null,
    apiKey: before.apiKey,
    model: given.model.trim() || null,
    contextTokens,
    questionSize: given.questionSize === "full" || given.questionSize === "small" ? given.questionSize : null,
    titlesAtOnce,
    promptUsd: number("promptUsd", usdMax),
    completionUsd: number("completionUsd", usdMax),
    dailyUsd: number("dailyUsd", usdMax),
    monthlyUsd: number("monthlyUsd", usdMax),
    dailyTokens: number("dailyTokens", tokensMax, true),
    hours: parseHours(given, timeZone, faults),
    uses: {
      titles: given.titles === "on",
      summaries: given.summaries === "on",
      briefs: given.briefs === "on",
      translations: given.translations === "on",
    },
  };
  checkServer(stored, isFixed, faults);
  if (key.kind === "replace" && !isKey(key.key)) faults.key = "key-wrong";
  const isKeyDropped = key.kind === "keep" && before.apiKey !== null && !isSameServer(before, stored);
  if (isKeyDropped || key.kind !== "keep") stored.apiKey = null;
  return { stored, isKeyDropped, faults };
}

/** Below this not even a headline and our shortest question fit. */
const contextTokensMin = 1_024;
const contextTokensMax = 2_000_000;
const titlesMax = 20;
const usdMax = 100_000;
const tokensMax = 1_000_000_000;

function checkServer(stored: StoredModel, isFixed: (field: string) => boolean, faults: ModelFaults): void {
  const { provider, address, model } = stored;
  if (provider === "none") return;
  const { baseUrl, dialect } = services[provider];
  if (address === null && baseUrl === null && dialect !== null && !isFixed("address"))
    faults.address ??= "address-missing";
  if (model === null && !isFixed("model")) faults.model = "model-missing";
  if (model !== null && !isModelName(model)) faults.model = "model-wrong";
}

/** Keys come by copy and paste, with a space or a line's end around them. Inside, none of them has one. */
export function isKey(key: string): boolean {
  return /^[\x21-\x7e]{1,1000}$/.test(key);
}

/** null: none; undefined: not an address. A user name in it would be sent in the clear and shown on the page. */
function parseAddress(text: string): string | null | undefined {
  const written = text.trim();
  if (written === "") return null;
  const url = URL.canParse(written) ? new URL(written) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "") return undefined;
  return written.length > 500 || url.search !== "" || url.hash !== "" ? undefined : written.replace(/\/+$/, "");
}

function parseNumber(text: string, max: number, isWhole: boolean): number | null | undefined {
  const written = text.trim().replace(",", ".");
  if (written === "") return null;
  const isNumber = isWhole ? /^\d{1,15}$/.test(written) : /^\d{1,9}(\.\d{1,6})?$/.test(written);
  return isNumber && Number(written) <= max ? Number(written) : undefined;
}

function parseHours({ from, to }: WrittenModel, timeZone: string, faults: ModelFaults): StoredModel["hours"] {
  if (from.trim() === "" && to.trim() === "") return null;
  const [fromMinute, toMinute] = [parseClock(from), parseClock(to)];
  if (fromMinute !== null && toMinute !== null && fromMinute !== toMinute) return { fromMinute, toMinute, timeZone };
  faults.from = from.trim() === "" || to.trim() === "" ? "hours-half" : "hours-wrong";
  return null;
}

/** In English, for the command line; pages have their own in three languages. */
export const faultSentences: Record<ModelFault, string> = {
  "provider-unknown": `there is no such provider; there are ${providers.join(", ")}`,
  "address-wrong": "write an address such as http://127.0.0.1:11434, without a user name and without ?",
  "address-missing": "this provider needs an address",
  "key-wrong": "a key has no spaces and only plain letters, digits and signs: copy it again",
  "model-missing": "name a model; 'plainwire model list' shows what the server has",
  "model-wrong": "a model's name has no spaces and at most 200 characters",
  "number-wrong": "write a number, such as 0.5",
  "context-wrong": "write a whole number from 1024 to 2000000",
  "titles-wrong": "write a whole number from 1 to 20",
  "hours-half": "give both the first and the last hour, or none",
  "hours-wrong": "write two different times, such as 22:00 and 06:30",
};
