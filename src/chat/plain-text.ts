import { withoutHidden } from "../text/characters.ts";
import { cutText } from "../text/cut-text.ts";

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

const names = new Intl.DisplayNames("en", { type: "language" });

/** The English name of an ISO 639 code, for a prompt; `otherwise` if the language is unknown. */
export function nameLanguage(language: string, otherwise: string): string {
  return language === "und" ? otherwise : (names.of(language) ?? otherwise);
}
