import type { FeedSettings } from "../../feeds/feed-settings.ts";

/** How a setting is asked for in a form. What is right, and what it means, says the table in feeds/feed-settings.ts alone. */
export type SettingInput =
  | { kind: "flag" }
  | { kind: "choice"; choices: readonly string[] }
  | { kind: "line"; type: "text" | "number" }
  | { kind: "lines" };

type InputFor<Value> = [Value] extends [boolean]
  ? { kind: "flag" }
  :
      | { kind: "choice"; choices: readonly (Extract<Value, string> | "")[] }
      | Exclude<SettingInput, { kind: "flag" | "choice" }>;

const flag = { kind: "flag" } as const;

export const settingInputs: { [Name in keyof FeedSettings]: InputFor<FeedSettings[Name]> } = {
  name: { kind: "line", type: "text" },
  rootDomain: { kind: "line", type: "text" },
  published: flag,
  enabled: flag,
  polling: flag,
  adaptive: flag,
  intervalMinutes: { kind: "line", type: "number" },
  failurePolicy: { kind: "choice", choices: ["", "backoff", "one_strike"] },
  enforceFeedDomain: flag,
  fullText: { kind: "choice", choices: ["auto", "always", "never"] },
  analyzer: { kind: "choice", choices: ["", "heuristic", "off"] },
  prompt: { kind: "lines" },
  cacheScope: { kind: "choice", choices: ["feed", "global", "off"] },
};

export const settingNames = Object.keys(settingInputs) as (keyof FeedSettings)[];

/** As a person would type it, and as the table reads it. */
export function writeSetting(value: FeedSettings[keyof FeedSettings]): string {
  if (typeof value === "boolean") return value ? "on" : "off";
  return typeof value === "number" ? String(Math.round(value)) : (value ?? "");
}
