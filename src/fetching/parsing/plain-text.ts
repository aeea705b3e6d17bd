import { decodeHTMLStrict } from "entities";
import { cutText } from "../../text/characters.ts";

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

// The longest name in HTML, CounterClockwiseContourIntegral, has 31 letters.
const entityCharsMax = 33;

const blockChars = 65_536;

/**
 * Decodes the character references of XML and HTML, only with their semicolon: `?a=1&copy=2` stays as it is. Entities declared
 * in a document type are not expanded, so a "billion laughs" document stays small.
 */
export function decodeEntities(text: string): string {
  if (text.length <= blockChars) return decodeBlock(text);
  let decoded = "";
  let start = 0;
  while (start + blockChars < text.length) {
    const block = text.slice(start, start + blockChars);
    // A reference cut by the end of the block goes into the next one.
    const ampersand = block.lastIndexOf("&");
    const whole = ampersand > 0 ? block.slice(0, ampersand) : block;
    decoded += decodeBlock(whole);
    start += whole.length;
  }
  return decoded + decodeBlock(text.slice(start));
}

function decodeBlock(text: string): string {
  let decoded = "";
  let copied = 0;
  let ampersand = text.indexOf("&");
  while (ampersand !== -1) {
    const semicolon = text.indexOf(";", ampersand + 1);
    if (semicolon === -1) break;
    if (semicolon - ampersand > entityCharsMax) {
      // Any `&` in between is too far from the semicolon as well.
      ampersand = text.indexOf("&", Math.max(ampersand + 1, semicolon - entityCharsMax));
      continue;
    }
    decoded += text.slice(copied, ampersand) + characterOf(text, ampersand, semicolon);
    copied = semicolon + 1;
    ampersand = text.indexOf("&", copied);
  }
  // V8 keeps a concatenated string as a tree of its pieces, 90 bytes for each `&lt;`. A slice makes it one flat string.
  return copied === 0 ? text : ` ${decoded}${text.slice(copied)}`.slice(1);
}

// Escaped HTML contains hardly anything but these four, and the general lookup costs twice as much.
function characterOf(text: string, ampersand: number, semicolon: number): string {
  switch (semicolon - ampersand) {
    case 3:
      if (text.startsWith("lt", ampersand + 1)) return "<";
      if (text.startsWith("gt", ampersand + 1)) return ">";
      break;
    case 4:
      if (text.startsWith("amp", ampersand + 1)) return "&";
      break;
    case 5:
      if (text.startsWith("quot", ampersand + 1)) return '"';
      break;
  }
  return decodeHTMLStrict(text.slice(ampersand, semicolon + 1));
}
