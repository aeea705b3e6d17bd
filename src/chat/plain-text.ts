import { withoutHidden } from "../text/characters.ts";
import { cutText } from "../text/cut-text.ts";

const comment = /<!--[^]*?(?:-->|$)/gu;
const tag = /<\/?[a-z!?][^<>]{0,500}>/giu;
// "://" makes an address, whatever stands before it: a scheme of one letter or of a hundred, or nothing at all. The length
// bounds only how much of the scheme goes along.
const url = /(?:[a-z0-9+.-]{0,40}:\/\/|\bwww\.)[^\s<>"'”»)\]]*/giu;
const linkTarget = /(?<=\])\([^()\n]{0,2000}\)/gu;
const emphasis = /\*\*|__|`+|^\s{0,3}(?:#{1,6}|>|[-*•])\s+/gmu;

/** Text without what is in it only for a machine's eyes: hidden characters, comments, tags. */
export function visibleText(text: string): string {
  return withoutHidden(text).replaceAll(comment, " ").replaceAll(tag, " ");
}

/** Markup may be longer than what it leaves, but not by this much. */
const markupCharsMax = 20_000;

/** A model's words as one line of plain text: no links, no markup, cut to a length at a word. */
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
