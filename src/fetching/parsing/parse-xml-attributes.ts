import { decodeEntities } from "./decode-entities.ts";
import { attributesPerElementMax } from "./parse-limits.ts";

// Appends the names (in lower case) and values of a start tag by turns; `from` is the end of the tag's name. Returns
// where the tag ends: past its `>`, or before the next `<` where that was forgotten; -1 where the text ends first.
// `absent` holds the quotes that are nowhere ahead.
export function readAttributes(text: string, from: number, attributes: string[], absent: Set<string>): number {
  let at = from;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === 0x3e) return at + 1;
    if (code === 0x3c) return at;
    at = code <= 0x20 || code === 0x2f ? at + 1 : readAttribute(text, at, attributes, absent);
  }
  return -1;
}

function readAttribute(text: string, from: number, attributes: string[], absent: Set<string>): number {
  const nameEnd = endOfName(text, from);
  const name = text.slice(from, nameEnd).toLowerCase();
  const equals = skipSpace(text, nameEnd);
  if (text.charCodeAt(equals) !== 0x3d) {
    addAttribute(attributes, name, "");
    return nameEnd;
  }
  const start = skipSpace(text, equals + 1);
  const quoteEnd = closingQuote(text, start, absent);
  const end = quoteEnd === -1 ? endOfBareValue(text, start) : quoteEnd;
  const quoteChars = quoteEnd === -1 ? 0 : 1;
  addAttribute(attributes, name, decodeEntities(text.slice(start + quoteChars, end)));
  return end + quoteChars;
}

function addAttribute(attributes: string[], name: string, value: string): void {
  if (attributes.length < 2 * attributesPerElementMax) attributes.push(name, value);
}

// At least one character, whatever it is.
function endOfName(text: string, from: number): number {
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

function closingQuote(text: string, start: number, absent: Set<string>): number {
  const quote = text.charAt(start);
  if ((quote !== '"' && quote !== "'") || absent.has(quote)) return -1;
  const end = text.indexOf(quote, start + 1);
  if (end === -1) absent.add(quote);
  return end;
}

function endOfBareValue(text: string, start: number): number {
  let at = start;
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code <= 0x20 || code === 0x3e || (code === 0x2f && text.charCodeAt(at + 1) === 0x3e)) break;
  }
  return at;
}
