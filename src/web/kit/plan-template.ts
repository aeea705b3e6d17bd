/** Where a value stands in a template, which decides how it is escaped. */
export type Hole =
  | { at: "content" }
  | { at: "text" }
  | { at: "attribute"; name: string; isUrl: boolean }
  | { at: "url-path" }
  | { at: "url-query" };

export type TemplatePlan = { steps: { before: string; hole: Hole }[]; rest: string };

const mark = "\0";
const space = "[ \\t\\n\\f\\r]";
const elementName = "[a-zA-Z][a-zA-Z0-9-]*";
const attributeName = "[a-zA-Z][\\w:.-]*";
// Stricter than HTML on purpose: anything unknown is refused, so no browser can read a template differently than we
// do. A value in a name or an unquoted attribute matches nothing, and comments are not allowed.
const token = new RegExp(
  [
    `(?<text>[^<]+)`,
    `<(?<open>${elementName})(?<attributes>(?:${space}+${attributeName}(?:="[^"]*"|='[^']*')?)*)(?<end>${space}*/?>)`,
    `(?<other></${elementName}${space}*>|<!doctype html>)`,
  ].join("|"),
  "y",
);
const attribute = new RegExp(`(${attributeName})(?:=("|')([^]*?)\\2)?`, "g");

const urlAttributes =
  /^(?:href|src|action|formaction|poster|cite|xlink:href|hx-sse:connect|hx-(?:get|post|put|patch|delete|query|action|push-url|replace-url)(?::.*)?)$/;
// htmx evaluates some attributes: hx-confirm="js:…" runs, hx-trigger="click[…]" too. Only selectors may take a value.
const interpretedAttributes = /^hx-(?!(?:target|select|select-oob|include|indicator|disable|swap-oob)(?::|$))/;
// Script, or blocked by our Content-Security-Policy anyway.
const refusedAttributes = /^(?:on.*|hx-on.*|style|srcdoc|srcset|imagesrcset|ping|http-equiv)$/;
const refusedElements =
  /^(?:base|object|embed|applet|i?frame|frameset|animate\w*|set|plaintext|xmp|no(?:script|embed|frames))$/;
// Their content is not markup: the first two allow no values, the others only text.
const rawElements = /^(?:script|style|title|textarea)$/;

type Draft = { steps: TemplatePlan["steps"]; before: string };

/** Parses the static text of a template. Throws if a value could change the meaning of the markup. */
export function planTemplate(strings: readonly string[]): TemplatePlan {
  const source = strings.join(mark);
  if (source.split(mark).length !== strings.length) refuse("a template with the character U+0000", source);
  const draft: Draft = { steps: [], before: "" };

  let at = 0;
  while (at < source.length) {
    const { length, text, open, attributes = "", end = "", other } = tokenAt(source, at);
    at += length;
    if (text !== undefined) writeWithHoles(draft, text, () => ({ at: "content" }));
    if (other !== undefined) draft.before += other;
    if (open !== undefined) {
      writeOpenTag(draft, open, attributes);
      draft.before += end;
      at += writeRawContent(draft, open.toLowerCase(), source.slice(at));
    }
  }
  return { steps: draft.steps, rest: draft.before };
}

function tokenAt(source: string, at: number) {
  token.lastIndex = at;
  const found = token.exec(source);
  if (found?.groups === undefined) refuse("markup or a value where none may stand", source.slice(at));
  return { ...found.groups, length: found[0].length } as { length: number } & Record<string, string | undefined>;
}

function writeOpenTag(draft: Draft, element: string, attributes: string) {
  if (refusedElements.test(element.toLowerCase())) refuse(`<${element}>, which is not for templates`, attributes);
  draft.before += `<${element}`;
  for (const [whole, name = "", quote = "", value = ""] of attributes.matchAll(attribute)) {
    const plainName = name.toLowerCase().replace(/^data-(?=hx-)/, "");
    const isUrl = urlAttributes.test(plainName);
    if (refusedAttributes.test(plainName)) refuse("an attribute that is not for templates", whole);
    if (!value.includes(mark)) {
      draft.before += ` ${whole}`;
    } else if (!isUrl && interpretedAttributes.test(plainName)) {
      refuse("a value in an attribute that htmx interprets", whole);
    } else if (value === mark) {
      leave(draft, { at: "attribute", name, isUrl });
    } else {
      if (isUrl) requireFixedHost(value);
      draft.before += ` ${name}=${quote}`;
      writeWithHoles(draft, value, isUrl ? urlHole : () => ({ at: "text" }));
      draft.before += quote;
    }
  }
}

/** The template's own text must fix scheme and host; the values after it are percent-encoded parts. */
function requireFixedHost(value: string) {
  const prefix = value.slice(0, value.indexOf(mark));
  if (prefix === "" || !isSafeUrl(prefix)) refuse("a URL that is unsafe, or goes on after a leading value", value);
}

function urlHole(before: string): Hole {
  return { at: /[?#]/.test(before) ? "url-query" : "url-path" };
}

function writeRawContent(draft: Draft, element: string, source: string): number {
  if (!rawElements.test(element)) return 0;
  const length = source.search(new RegExp(`</${element}\\s*>`, "i"));
  const content = source.slice(0, length);
  const isCode = element === "script" || element === "style";
  if (length < 0 || (isCode && content !== "")) refuse(`<${element}> unclosed, or with code in it`, source);
  writeWithHoles(draft, content, () => ({ at: "text" }));
  return length;
}

function writeWithHoles(draft: Draft, text: string, holeAfter: (before: string) => Hole) {
  const [first = "", ...others] = text.split(mark);
  let before = first;
  draft.before += first;
  for (const piece of others) {
    leave(draft, holeAfter(before));
    draft.before += piece;
    before += piece;
  }
}

function leave(draft: Draft, hole: Hole) {
  draft.steps.push({ before: draft.before, hole });
  draft.before = "";
}

function refuse(what: string, where: string): never {
  throw new Error(`html: ${what}, at ${JSON.stringify(where.replaceAll(mark, "${…}").slice(0, 80))}`);
}

const ignoredByBrowsers = /[\u0000-\u0020]/g;
const knownScheme = /^(?:https?|mailto):/i;
const anyScheme = /^[a-z][a-z0-9+.-]*:/i;
const otherHost = /^[/\\]{2}/;

/**
 * Whether an address may stand in an href. Absolute addresses must be http, https or mailto; all others must stay on our
 * own host. `//host` is refused: it looks relative, and feed addresses are stored absolute anyway.
 */
export function isSafeUrl(address: string): boolean {
  // Browsers drop tabs, line ends and leading controls before they read the scheme: "java\tscript:" runs.
  const seen = address.replace(ignoredByBrowsers, "");
  return knownScheme.test(seen) || !(anyScheme.test(seen) || otherHost.test(seen));
}
