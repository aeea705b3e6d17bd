// Zero-width, bidi and tag characters carry text that no reader sees, or turn round what he sees. The two joiners stay:
// Persian and the scripts of India are spelt with them.
const hidden = /[\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF\u{E0000}-\u{E007F}]/gu;
const control = /[\u0000-\u0009\u000B-\u001F\u007F-\u009F]/gu;
const comment = /<!--[^]*?(?:-->|$)/gu;
const tag = /<\/?[a-z!?][^<>]{0,500}>/giu;
// "://" makes an address, whatever stands before it: a scheme of one letter or of a hundred, or nothing at all. The length
// bounds only how much of the scheme goes along.
const url = /(?:[a-z0-9+.-]{0,40}:\/\/|\bwww\.)[^\s<>"'”»)\]]*/giu;
const linkTarget = /(?<=\])\([^()\n]{0,2000}\)/gu;
const emphasis = /\*\*|__|`+|^\s{0,3}(?:#{1,6}|>|[-*•])\s+/gmu;

/** Text without characters that nobody sees. Line breaks stay. */
export function withoutHidden(text: string): string {
  return text.replaceAll(hidden, "").replaceAll(control, " ").toWellFormed();
}

/** Text without what is in it only for a machine's eyes: hidden characters, comments, tags. */
export function visibleText(text: string): string {
  return withoutHidden(text).replaceAll(comment, " ").replaceAll(tag, " ");
}

/** Markup may be longer than what it leaves, but not by this much. */
const markupCharsMax = 20_000;

/** A model's words as one line of plain text: no links, no markup, cut to a length at a word. */
export function plainText(answer: string, charsMax: number): string {
  const text = visibleText(answer.slice(0, charsMax + markupCharsMax))
    .replaceAll(linkTarget, "")
    // Before addresses: ":**//" is one as soon as the asterisks are gone.
    .replaceAll(emphasis, "")
    .replaceAll(url, "")
    .replaceAll(/\s+/gu, " ")
    .trim();
  if (text.length <= charsMax) return text;
  const start = text.slice(0, charsMax - 1);
  const border = start.lastIndexOf(" ");
  return `${border > charsMax / 2 ? start.slice(0, border) : start.toWellFormed()}…`;
}
