import type { FailurePolicy } from "../schedule/policy/fetch-state.ts";

/**
 * When an item's page is read for its whole text. auto: where the feed's own text is short and somebody reads it, or when a
 * person opens the item.
 */
export type FullText = "auto" | "always" | "never";

/** What an operator may set per feed. */
export type FeedSettings = {
  name: string | null;
  rootDomain: string | null;
  published: boolean;
  enabled: boolean;
  polling: boolean;
  adaptive: boolean;
  /** Of its own; null is FETCHER_SUCCESS_INTERVAL. Where an adaptive interval starts. */
  intervalMinutes: number | null;
  /** Null is FETCHER_FAILURE_POLICY. */
  failurePolicy: FailurePolicy | null;
  enforceFeedDomain: boolean;
  fullText: FullText;
  analyzer: "heuristic" | "off" | null;
  prompt: string | null;
  cacheScope: "feed" | "global" | "off";
};

export const defaultSettings: FeedSettings = {
  name: null,
  rootDomain: null,
  published: false,
  enabled: false,
  polling: false,
  adaptive: true,
  intervalMinutes: null,
  failurePolicy: null,
  enforceFeedDomain: true,
  fullText: "auto",
  analyzer: null,
  prompt: null,
  cacheScope: "feed",
};

/** The column of each setting, and of the headers, which are set with them. */
export const settingColumns: Record<keyof FeedSettings | "headers", string> = {
  name: "name",
  rootDomain: "root_domain",
  published: "published",
  enabled: "enabled",
  polling: "polling",
  adaptive: "adaptive",
  intervalMinutes: "own_interval_minutes",
  failurePolicy: "failure_policy",
  enforceFeedDomain: "enforce_feed_domain",
  fullText: "full_text",
  analyzer: "analyzer",
  prompt: "prompt",
  cacheScope: "cache_scope",
  headers: "headers",
};

/** `meaning` completes "must be …"; `read` gives undefined for what is not. */
type Rule<Value> = { meaning: string; read: (value: unknown) => Value | undefined };

// One table for the command line, for imports and for forms.
const rules: { [Name in keyof FeedSettings]: Rule<FeedSettings[Name]> } = {
  name: {
    meaning: "a name of up to 255 characters; empty is the feed's own title",
    read: textOrNull(/^\P{Cc}{1,255}$/u),
  },
  rootDomain: {
    meaning: "a domain such as example.org, under which /api/site finds it; empty is none",
    read: textOrNull(/^[\p{Ll}\p{Lo}\p{N}.:[\]-]{1,253}$/u),
  },
  published: { meaning: "on or off: may everybody read it at /rss and /api", read: flag },
  enabled: { meaning: "on or off: is it served and fetched at all", read: flag },
  polling: { meaning: "on or off: does a successful fetch schedule the next one", read: flag },
  adaptive: { meaning: "on or off: does the interval follow how often the feed changes", read: flag },
  intervalMinutes: {
    meaning:
      "minutes between two fetches, from 1 to 100000; fixed, unless adaptive is set as well: then it starts there; empty is FETCHER_SUCCESS_INTERVAL",
    read: minutesOrNull,
  },
  failurePolicy: {
    meaning:
      "backoff (try again, later each time) or one_strike (stop at the first failure); empty is FETCHER_FAILURE_POLICY",
    read: oneOf("backoff", "one_strike", null),
  },
  enforceFeedDomain: {
    meaning:
      "on or off: are items that link to other domains dropped; turned off, the next fetch brings those still listed",
    read: flag,
  },
  fullText: {
    meaning:
      "auto, always or never: are the items' pages read for their whole text; auto is where the feed's own is short",
    read: readFullText,
  },
  analyzer: {
    meaning: "heuristic (the offline reader alone) or off; empty is the best that AI_TYPE offers",
    read: oneOf("heuristic", "off", null),
  },
  prompt: {
    meaning: "instructions to the model of up to 10000 characters; empty is none",
    read: textOrNull(/^[^\0]{1,10000}$/u),
  },
  cacheScope: {
    meaning: "feed, global or off: which analyses of the same text are used again",
    read: oneOf("feed", "global", "off"),
  },
};

export type ParsedSetting = { kind: "setting"; setting: Partial<FeedSettings> } | { kind: "wrong"; sentence: string };

/** A setting by its name in any spelling, and a value of JSON. */
export function parseSetting(written: string, value: unknown): ParsedSetting {
  return parse(written, [value]);
}

/** The same as a person types it: `interval-minutes` and `30`, `polling` and `on`. */
export function parseWrittenSetting(written: string, text: string): ParsedSetting {
  return parse(written, [text, toValue(text)]);
}

/** A number asked for by hand is meant to hold: an adaptive interval would walk away from it at the next fetch. */
export function withFixedInterval(settings: Partial<FeedSettings>): Partial<FeedSettings> {
  return typeof settings.intervalMinutes === "number" ? { adaptive: false, ...settings } : settings;
}

export function describeSettings(): [name: string, meaning: string][] {
  return names.map((name) => [toWords(name), rules[name].meaning]);
}

const names = Object.keys(rules) as (keyof FeedSettings)[];

function parse(written: string, candidates: unknown[]): ParsedSetting {
  const name = names.find((known) => toWords(known) === toWords(written));
  if (name === undefined) {
    return {
      kind: "wrong",
      sentence: `"${written}" is no setting of a feed; there are ${names.map(toWords).join(", ")}.`,
    };
  }
  const { meaning, read } = rules[name];
  const value = candidates.map((candidate) => read(candidate)).find((one) => one !== undefined);
  if (value === undefined) return { kind: "wrong", sentence: `${toWords(name)} must be ${meaning}.` };
  return { kind: "setting", setting: { [name]: value } };
}

function toWords(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function toValue(text: string): unknown {
  if (text === "") return null;
  if (/^(on|true|yes)$/i.test(text)) return true;
  if (/^(off|false|no)$/i.test(text)) return false;
  return Number(text);
}

function flag(value: unknown): boolean | undefined {
  return typeof value === "boolean" ? value : undefined;
}

/** Exports of 0.1 say true and false. */
function readFullText(value: unknown): FullText | undefined {
  if (typeof value === "boolean") return value ? "auto" : "never";
  return oneOf("auto", "always", "never")(value);
}

function minutesOrNull(value: unknown): number | null | undefined {
  if (value === null) return null;
  return typeof value === "number" && value >= 1 && value <= 100_000 ? value : undefined;
}

function oneOf<const Choice extends string | null>(...choices: Choice[]) {
  return (value: unknown): Choice | undefined => choices.find((choice) => choice === value);
}

function textOrNull(pattern: RegExp) {
  return (value: unknown): string | null | undefined => {
    if (value === null) return null;
    return typeof value === "string" && pattern.test(value.trim()) ? value.trim() : undefined;
  };
}
