import { cutText } from "../../text/cut-text.ts";
import { decodeEntities } from "./decode-entities.ts";

/** The text of HTML, as a person would read it. */
export function plainText(html: string): string {
  return collapseSpace(decodeEntities(html.includes("<") ? withoutTags(html) : html));
}

/** Also removes control characters: they mean nothing, and the XML we publish must not contain them. */
export function collapseSpace(text: string): string {
  return unevenSpace.test(text) ? text.replace(/[\s\p{Cc}]+/gu, " ").trim() : text;
}

/**
 * At most `charsMax` characters; null for an empty text. Always a copy: a slice in V8 points into the whole string, so one
 * title would keep its 10 MB document in memory. A slice of a new concatenation points to that alone.
 */
export function copyCut(text: string, charsMax: number): string | null {
  const cut = cutText(text, charsMax);
  return cut === "" ? null : ` ${cut}`.slice(1);
}

const unevenSpace = /[^\S ]|\p{Cc}|^ | $| {2}/u;

function withoutTags(html: string): string {
  let text = "";
  let copied = 0;
  let unread = "";
  for (const { 0: written, 1: slash, 2: name = "", index } of html.matchAll(tag)) {
    const element = name.toLowerCase();
    if (unread === "") text += html.slice(copied, index) + spaceFor(written, element);
    copied = index + written.length;
    if (isUnread(element)) unread = slash === "/" ? "" : element;
  }
  return unread === "" ? text + html.slice(copied) : text;
}

// A tag, or a comment that may be cut off. Without `<` inside, so that no text is searched twice for an end.
const tag = /<(?:(\/?)([a-z][a-z0-9]*)(?:[\s/][^<>]*)?>|!--[^<>]*(?:>|$))/gi;

// Only HTML elements are tags: a title may mention `Vec<T>`.
function spaceFor(written: string, element: string): string {
  if (element === "" || inlineElements.has(element)) return "";
  return blockElements.has(element) ? " " : written;
}

export function isUnread(name: string): boolean {
  return name === "script" || name === "style" || name === "xhtml:script" || name === "xhtml:style";
}

const inlineElements = new Set(
  (
    "a abbr acronym audio b bdi bdo big cite code data del dfn em font i img ins kbd mark math q rp rt ruby s samp " +
    "script small source span strike strong style sub sup svg time track tt u var video wbr"
  ).split(" "),
);

const blockElements = new Set(
  (
    "address article aside blockquote body br button caption center dd details div dl dt embed fieldset figcaption " +
    "figure footer form h1 h2 h3 h4 h5 h6 head header hr html iframe input label li link main meta nav noscript " +
    "object ol option p param picture pre section select summary table tbody td textarea tfoot th thead title tr ul"
  ).split(" "),
);
