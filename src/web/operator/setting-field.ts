import { describeSettings, type FeedSettings } from "../../feeds/feed-settings.ts";
import { faultLine } from "../kit/field.ts";
import { type Html, html } from "../kit/html.ts";
import type { Frame } from "../kit/layout.ts";

type SettingField = { name: keyof FeedSettings; value: string; fault: string | undefined };

const meanings = new Map(describeSettings().map(([words, meaning]) => [words.replaceAll("-", ""), meaning]));

/** One setting of a feed, with what the command line says of it below. */
export function settingField({ texts: { operator } }: Frame, { name, value, fault }: SettingField): Html {
  const { settings: texts } = operator;
  const label = texts.names[name];
  const hint = meanings.get(name.toLowerCase()) ?? "";
  const input = settingInputs[name];
  switch (input.kind) {
    case "flag":
      return checkField({ name, label, hint: asQuestion(hint), value, fault });
    case "choice":
      return choiceField(
        { name, label, hint, value, fault },
        input.choices,
        name === "analyzer" ? texts.best : texts.usual,
      );
    case "line":
      return textField({ name, label, hint, value, fault, type: input.type });
    case "lines":
      return textField({ name, label, hint, value, fault, type: "lines" });
  }
}

/** A box is ticked or not: it need not say "on or off". */
function asQuestion(meaning: string): string {
  const question = meaning.replace(/^on or off: /, "");
  return `${question.slice(0, 1).toUpperCase()}${question.slice(1)}?`;
}

type Field = { name: string; label: string; value: string; hint?: string; fault?: string | undefined };
/** `id` where the page has another field of that name. */
type TextField = Field & { id?: string; type?: "text" | "number" | "password" | "lines" };

export function textField({ name, id = name, label, value, hint, fault, type = "text" }: TextField): Html {
  const about = aboutOf({ name: id, hint, fault });
  const invalid = fault !== undefined && "true";
  return html`<div class="field">
    <label for="${id}">${label}</label>
    ${
      type === "lines"
        ? html`<textarea
            id="${id}"
            name="${name}"
            rows="3"
            dir="auto"
            autocomplete="off"
            spellcheck="false"
            aria-describedby="${about}"
            aria-invalid="${invalid}"
          >
${value}</textarea>`
        : html`<input
            id="${id}"
            name="${name}"
            type="${type}"
            value="${value}"
            dir="auto"
            autocomplete="off"
            autocapitalize="off"
            spellcheck="false"
            aria-describedby="${about}"
            aria-invalid="${invalid}"
          />`
    }
    ${notes({ name: id, hint, fault })}
  </div>`;
}

function choiceField({ name, label, value, hint, fault }: Field, choices: readonly string[], unset: string): Html {
  return html`<div class="field">
    <label for="${name}">${label}</label>
    <select id="${name}" name="${name}" aria-describedby="${aboutOf({ name, hint, fault })}">
      ${choices.map((one) => html`<option value="${one}" selected="${one === value}">${one === "" ? unset : one}</option>`)}
    </select>
    ${notes({ name, hint, fault })}
  </div>`;
}

function checkField({ name, label, value, hint, fault }: Field): Html {
  return html`<div class="field">
    <label class="check"
      ><input
        type="checkbox"
        name="${name}"
        value="on"
        checked="${value === "on"}"
        aria-describedby="${aboutOf({ name, hint, fault })}"
      /><span>${label}</span></label
    >
    ${notes({ name, hint, fault })}
  </div>`;
}

type Notes = { name: string; hint: string | undefined; fault: string | undefined };

function notes({ name, hint, fault }: Notes): Html {
  return html`${hint !== undefined && html`<p class="hint" id="${name}-hint">${hint}</p>`}
  ${faultLine(name, fault ?? null)}`;
}

function aboutOf({ name, hint, fault }: Notes): string | false {
  const ids = [hint === undefined ? "" : `${name}-hint`, fault === undefined ? "" : `${name}-fault`].filter(Boolean);
  return ids.length > 0 && ids.join(" ");
}

/** How a setting is asked for in a form. What is right, and what it means, says the table in feeds/feed-settings.ts alone. */
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

/** As a person would type it, and as the table reads it. */
export function writeSetting(value: FeedSettings[keyof FeedSettings]): string {
  if (typeof value === "boolean") return value ? "on" : "off";
  return typeof value === "number" ? String(Math.round(value)) : (value ?? "");
}
