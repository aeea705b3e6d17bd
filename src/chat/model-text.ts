import { cutText, withoutHidden } from "../text/characters.ts";
import { parseJson } from "../text/parse-json.ts";

const comment = /<!--[^]*?(?:-->|$)/gu;
const tag = /<\/?[a-z!?][^<>]{0,500}>/giu;
// "://" makes an address, with any scheme before it or none. The length only limits how much of the scheme is removed too.
const url = /(?:[a-z0-9+.-]{0,40}:\/\/|\bwww\.)[^\s<>"'”»)\]]*/giu;
const linkTarget = /(?<=\])\([^()\n]{0,2000}\)/gu;
const emphasis = /\*\*|__|`+|^\s{0,3}(?:#{1,6}|>|[-*•])\s+/gmu;

/** Text without what only a machine sees: hidden characters, comments, tags. */
export function visibleText(text: string): string {
  return withoutHidden(text).replaceAll(comment, " ").replaceAll(tag, " ");
}

/** Markup may be longer than the text it leaves, but not by more than this. */
const markupCharsMax = 20_000;

/** A model's text as one line of plain text: no links, no markup, cut at a word. */
export function plainText(answer: string, charsMax: number): string {
  const text = visibleText(cutText(answer, charsMax + markupCharsMax))
    .replaceAll(linkTarget, "")
    // Before addresses: ":**//" is one as soon as the asterisks are gone.
    .replaceAll(emphasis, "")
    .replaceAll(url, "")
    .replaceAll(/\s+/gu, " ")
    .trim();
  if (text.length <= charsMax) return text;
  const start = cutText(text, charsMax - 1);
  const border = start.lastIndexOf(" ");
  return `${border > charsMax / 2 ? start.slice(0, border) : start}…`;
}

let names: Intl.DisplayNames | null = null;

/** The English name of an ISO 639 code, for a prompt; `otherwise` if the language is unknown. */
export function nameLanguage(language: string, otherwise: string): string {
  if (language === "und") return otherwise;
  names ??= new Intl.DisplayNames("en", { type: "language" });
  return names.of(language) ?? otherwise;
}

/** With more opening braces than this, the text is not an answer with some words around it. */
const openingsMax = 20;

/**
 * Finds the JSON object in a model's answer, whatever is around it: a code fence, a sentence, the thoughts of a reasoning
 * model. undefined: there is none. The longest object counts, because a short one may be an example.
 */
export function parseJsonAnswer(text: string): unknown {
  // Without thoughts, from the start.
  const answer = text.slice(text.lastIndexOf("</think>") + 1);
  const objects: { length: number; value: unknown }[] = [];
  let at = answer.indexOf("{");
  for (let openings = 0; at >= 0 && openings < openingsMax; openings += 1) {
    const end = findEnd(answer, at);
    const value = end === null ? undefined : parseJson(answer.slice(at, end));
    if (value !== undefined) objects.push({ length: end! - at, value });
    at = answer.indexOf("{", value === undefined ? at + 1 : end!);
  }
  return objects.toSorted((a, b) => b.length - a.length)[0]?.value;
}

/** Where the brace at `start` is closed; braces in strings do not count. */
function findEnd(text: string, start: number): number | null {
  let depth = 0;
  let isInString = false;
  for (let at = start; at < text.length; at += 1) {
    const char = text[at];
    if (isInString) {
      if (char === "\\") at += 1;
      else if (char === '"') isInString = false;
    } else if (char === '"') isInString = true;
    else if (char === "{") depth += 1;
    else if (char === "}" && --depth === 0) return at + 1;
  }
  return null;
}
