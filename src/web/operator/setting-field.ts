import type { FeedSettings } from "../../feeds/feed-settings.ts";
import { checkField, inputField, linesField, option, selectField } from "../kit/field.ts";
import type { Frame } from "../kit/frame.ts";
import type { Html } from "../kit/html.ts";
import type { OperatorTexts } from "../texts/en-operator.ts";

type SettingField = { name: keyof FeedSettings; value: string; fault: string | undefined };

/** One setting of a feed, and what it means. */
export function settingField({ texts: { operator } }: Frame, { name, value, fault }: SettingField): Html {
  const { settings: texts } = operator;
  const label = texts.names[name];
  // These choices explain themselves.
  const hint = name === "failurePolicy" ? "" : texts.hints[name];
  const input = settingInputs[name];
  switch (input.kind) {
    case "flag":
      return checkField({ name, label, hint, value: "on", isChecked: value === "on", fault });
    case "choice":
      return selectField(
        { name, label, hint, fault },
        input.choices.map((one) => option(one, choiceName(name, one, texts), value)),
      );
    case "line":
      return inputField({ name, label, hint, value, fault, type: input.type, autocomplete: "off" });
    case "lines":
      return linesField({ name, label, hint, value, fault, rows: 3 });
  }
}

function choiceName(
  name: keyof FeedSettings,
  choice: string,
  { analyzers, failurePolicies, fullTexts, cacheScopes, usual }: OperatorTexts["settings"],
): string {
  const named: Partial<Record<keyof FeedSettings, Record<string, string>>> = {
    failurePolicy: failurePolicies,
    fullText: fullTexts,
    cacheScope: cacheScopes,
  };
  // How a model is turned off for one feed.
  if (name === "analyzer") return choice === "heuristic" || choice === "off" ? analyzers[choice] : analyzers.best;
  return named[name]?.[choice] ?? usual;
}

/** The input for each setting. What is valid, and what it means, is in feeds/feed-settings.ts. */
type SettingInput =
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

/** As a person would type it, and as feeds/feed-settings.ts parses it. */
export function writeSetting(value: FeedSettings[keyof FeedSettings]): string {
  if (typeof value === "boolean") return value ? "on" : "off";
  return typeof value === "number" ? String(Math.round(value)) : (value ?? "");
}
