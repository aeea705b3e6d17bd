import { type Hole, isSafeUrl, planTemplate, type TemplatePlan } from "./plan-template.ts";

export type HtmlValue = Html | string | number | bigint | boolean | null | undefined | readonly HtmlValue[];
export type { Html };

/** Markup that is safe to send. Only `html` and `trusted` create it, so nothing parsed from JSON can pass for it. */
class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

// The strings array of a call site is always the same object, so each template is parsed once.
const plans = new WeakMap<TemplateStringsArray, TemplatePlan>();

/**
 * Escapes every value for its place. null, undefined and false write nothing, and drop the attribute if they are its
 * whole value; true leaves the bare attribute. Unsafe templates throw when first used.
 */
export function html(strings: TemplateStringsArray, ...values: HtmlValue[]): Html {
  const { steps, rest } = plans.get(strings) ?? remember(strings);
  return new Html(steps.map(({ before, hole }, i) => before + fill(hole, values[i])).join("") + rest);
}

/** The only way around escaping. Never for text that came from outside. */
export function trusted(markup: string): Html {
  return new Html(markup);
}

function remember(strings: TemplateStringsArray): TemplatePlan {
  const plan = planTemplate(strings);
  plans.set(strings, plan);
  return plan;
}

const blocked = "#blocked";

function fill(hole: Hole, value: HtmlValue): string {
  if (hole.at === "content") return content(value);
  if (hole.at === "attribute") return attribute(hole, value);
  const text = plain(value);
  return escape(hole.at === "text" ? text : hole.at === "url-path" ? pathPart(text) : urlPart(text));
}

function content(value: HtmlValue): string {
  if (value instanceof Html) return value.text;
  return Array.isArray(value) ? value.map(content).join("") : escape(plain(value));
}

function attribute({ name, isUrl }: { name: string; isUrl: boolean }, value: HtmlValue): string {
  if (value === null || value === undefined || value === false) return "";
  if (value === true) return ` ${name}=""`;
  const text = plain(value);
  return ` ${name}="${escape(isUrl && !isSafeUrl(text) ? blocked : text)}"`;
}

/** An empty or dotted part would change the path: "/${a}/${b}" without a is "//b", another host. */
function pathPart(text: string): string {
  return /^\.{0,2}$/.test(text) ? encodeURIComponent(blocked) : urlPart(text);
}

function urlPart(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

function plain(value: HtmlValue): string {
  if (value === null || value === undefined || value === false) return "";
  if (typeof value === "string") return value;
  if (typeof value === "number" || typeof value === "bigint") return String(value);
  throw new TypeError(`html: a value of type ${typeof value} where text must stand`);
}

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? "");
}
