import { decodeEntities } from "./plain-text.ts";
import { attributesPerElementMax, elementsMax } from "./parse-result.ts";
import { addNode, closeCurrent, closeNearest, createTree, openElement } from "./xml-tree.ts";
import type { XmlElement, XmlTree } from "./xml-tree.ts";

/** `cut` names the limit that left elements out; `unclosed` are the elements that were open where the text ended. */
export type XmlDocument = { root: XmlElement; cut: "depth" | "elements" | null; unclosed: readonly XmlElement[] };

/**
 * Reads any text as XML and never fails: what is not closed ends with its parent, an end tag without a start is ignored, and
 * of a document that breaks off we keep what came before. Each character is looked at a fixed number of times.
 *
 * Our own scanner, because htmlparser2 loses more items of broken feeds and is slower: docs/parser.md has the numbers.
 */
export function parseXml(text: string): XmlDocument {
  const tree = createTree();
  const scan: Scan = { text, tree, absent: new Set() };
  let at = 0;
  while (at < text.length && tree.elements < elementsMax) {
    const lessThan = findMarkup(text, at);
    const textEnd = lessThan === -1 ? text.length : lessThan;
    if (textEnd > at) addText(scan, at, textEnd);
    at = lessThan === -1 ? text.length : scanMarkup(scan, lessThan);
  }
  const unclosed = tree.open.map(({ element }) => element);
  return { root: tree.root, cut: at < text.length ? "elements" : tree.isTooDeep ? "depth" : null, unclosed };
}

type Scan = {
  text: string;
  tree: XmlTree;
  // Closing marks (`"`, `-->`, `]]>` …) that don't occur any more: we search for each in vain only once, so that a document
  // full of opening marks does not cost quadratic time.
  absent: Set<string>;
};

function addText({ text, tree }: Scan, start: number, end: number): void {
  if (tree.current.name.isContainer && isBlank(text, start, end)) return;
  addNode(tree.current, decodeEntities(text.slice(start, end)));
}

function isBlank(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) if (text.charCodeAt(at) > 0x20) return false;
  return true;
}

// The next `<` that starts a tag or a declaration; in `1 < 2` and `<3` it is text.
function findMarkup(text: string, from: number): number {
  let lessThan = text.indexOf("<", from);
  while (lessThan !== -1 && !startsMarkup(text.charCodeAt(lessThan + 1))) lessThan = text.indexOf("<", lessThan + 1);
  return lessThan;
}

// A letter, `_` or anything beyond ASCII starts a name; `/`, `!` and `?` start other markup.
function startsMarkup(code: number): boolean {
  const lower = code | 0x20;
  const isName = (lower >= 0x61 && lower <= 0x7a) || code === 0x5f || code > 0x7f;
  return isName || code === 0x2f || code === 0x21 || code === 0x3f;
}

// This and the functions below return where the scan goes on.
function scanMarkup(scan: Scan, lessThan: number): number {
  switch (scan.text.charCodeAt(lessThan + 1)) {
    case 0x2f:
      return scanEndTag(scan, lessThan);
    case 0x21:
      return scanDeclaration(scan, lessThan);
    case 0x3f:
      return skipPast(scan, ">", lessThan);
    default:
      return scanStartTag(scan, lessThan);
  }
}

const noAttributes: string[] = [];

function scanStartTag(scan: Scan, lessThan: number): number {
  const { text } = scan;
  const nameEnd = endOfName(text, lessThan + 1);
  const attributes: string[] = text.charCodeAt(nameEnd) === 0x3e ? noAttributes : [];
  const tagEnd = attributes === noAttributes ? nameEnd + 1 : scanAttributes(scan, nameEnd, attributes);
  if (tagEnd === -1) return text.length;

  const isClosed = text.charCodeAt(tagEnd - 2) === 0x2f && text.charCodeAt(tagEnd - 1) === 0x3e;
  openElement(scan.tree, text.slice(lessThan + 1, nameEnd), attributes, isClosed);
  return tagEnd;
}

function endOfName(text: string, from: number): number {
  let at = from;
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code <= 0x20 || code === 0x3e || code === 0x2f || code === 0x3c) break;
  }
  return at;
}

// Returns the position after the tag's `>`, or of the next `<` where the `>` is missing; -1 where the text ends first.
function scanAttributes(scan: Scan, from: number, attributes: string[]): number {
  const { text } = scan;
  let at = from;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === 0x3e) return at + 1;
    if (code === 0x3c) return at;
    at = code <= 0x20 || code === 0x2f ? at + 1 : scanAttribute(scan, at, attributes);
  }
  return -1;
}

function scanAttribute(scan: Scan, from: number, attributes: string[]): number {
  const { text } = scan;
  const nameEnd = endOfAttributeName(text, from);
  const name = text.slice(from, nameEnd).toLowerCase();
  const equals = skipSpace(text, nameEnd);
  if (text.charCodeAt(equals) !== 0x3d) {
    addAttribute(attributes, name, "");
    return nameEnd;
  }
  const start = skipSpace(text, equals + 1);
  const quoteEnd = closingQuote(scan, start);
  const end = quoteEnd === -1 ? endOfBareValue(text, start) : quoteEnd;
  const quoteChars = quoteEnd === -1 ? 0 : 1;
  addAttribute(attributes, name, decodeEntities(text.slice(start + quoteChars, end)));
  return end + quoteChars;
}

function addAttribute(attributes: string[], name: string, value: string): void {
  if (attributes.length < 2 * attributesPerElementMax) attributes.push(name, value);
}

// At least one character, so that the scan always moves on.
function endOfAttributeName(text: string, from: number): number {
  let at = from + 1;
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code <= 0x20 || code === 0x3d || code === 0x3e || code === 0x2f || code === 0x3c) break;
  }
  return at;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (text.charCodeAt(at) <= 0x20) at += 1;
  return at;
}

function closingQuote(scan: Scan, start: number): number {
  const quote = scan.text.charAt(start);
  return quote === '"' || quote === "'" ? find(scan, quote, start + 1) : -1;
}

function endOfBareValue(text: string, start: number): number {
  let at = start;
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code <= 0x20 || code === 0x3e || (code === 0x2f && text.charCodeAt(at + 1) === 0x3e)) break;
  }
  return at;
}

function scanEndTag(scan: Scan, lessThan: number): number {
  const { text, tree } = scan;
  const { written } = tree.current;
  const nameEnd = lessThan + 2 + written.length;
  if (text.charCodeAt(nameEnd) === 0x3e && text.startsWith(written, lessThan + 2)) {
    closeCurrent(tree);
    return nameEnd + 1;
  }
  const writtenEnd = endOfName(text, lessThan + 2);
  closeNearest(tree, text.slice(lessThan + 2, writtenEnd));
  return text.charCodeAt(writtenEnd) === 0x3c ? writtenEnd : skipPast(scan, ">", writtenEnd);
}

function scanDeclaration(scan: Scan, lessThan: number): number {
  const { text } = scan;
  if (text.startsWith("<!--", lessThan)) return skipPast(scan, "-->", lessThan + "<!--".length);
  if (text.startsWith(cdataStart, lessThan)) return scanCdata(scan, lessThan + cdataStart.length);
  const end = skipPast(scan, ">", lessThan);
  const subset = text.slice(lessThan, end).indexOf("[");
  // A document type with declarations of its own. We skip them: entities from a document type are never expanded.
  return subset === -1 ? end : skipPast(scan, "]", lessThan + subset);
}

function scanCdata(scan: Scan, start: number): number {
  const { text, tree } = scan;
  const end = find(scan, "]]>", start);
  if (end !== -1) {
    const outerEnd = text.slice(start, end).includes(cdataStart) ? findOuterEnd(scan, end) : -1;
    if (outerEnd !== -1) {
      const both = text.slice(start, end) + text.slice(end + "]]>".length, outerEnd);
      addNode(tree.current, both.replaceAll(cdataStart, ""));
      return outerEnd + "]]>".length;
    }
    if (end > start) addNode(tree.current, text.slice(start, end));
    return end + "]]>".length;
  }
  // Never closed: it ends with the element's own end tag, or with the document.
  const endTag = text.indexOf(`</${tree.current.written}`, start);
  const textEnd = endTag === -1 ? text.length : endTag;
  if (textEnd > start) addNode(tree.current, text.slice(start, textEnd));
  return textEnd;
}

const cdataStart = "<![CDATA[";

// Where a section that contains another one ends: some feeds put a text with sections of its own into one. Then there is an end too
// many, which well-formed XML never has. -1: it ends where it seems to.
function findOuterEnd(scan: Scan, innerEnd: number): number {
  const rest = innerEnd + "]]>".length;
  const outerEnd = find(scan, "]]>", rest);
  if (outerEnd === -1) return -1;
  const between = scan.text.slice(rest, outerEnd);
  return between.includes(cdataStart) || between.includes(`</${scan.tree.current.written}`) ? -1 : outerEnd;
}

// Without that end, past the next `>`.
function skipPast(scan: Scan, end: string, from: number): number {
  const found = find(scan, end, from);
  if (found !== -1) return found + end.length;
  return end === ">" ? scan.text.length : skipPast(scan, ">", from);
}

function find({ text, absent }: Scan, end: string, from: number): number {
  if (absent.has(end)) return -1;
  const found = text.indexOf(end, from);
  if (found === -1) absent.add(end);
  return found;
}
