// Characters that a reader does not see, or that change the order of what they see. One table for everybody: where two
// lists differ, one of them is a hole. Which sets are taken out depends on where the text goes.
const sets = {
  /** Embeddings, overrides and isolates. One left open reorders everything after it on the same line. */
  bidiControls: String.raw`\u202A-\u202E\u2066-\u2069`,
  /** They set the direction of their neighbours only, which an honest Hebrew or Arabic headline needs. */
  bidiMarks: String.raw`\u061C\u200E\u200F`,
  /** Soft hyphen, zero-width space, word joiner, byte order mark and the like: they split a word and nobody sees it. */
  zeroWidth: String.raw`\u00AD\u180E\u200B\u2060-\u2065\u206A-\u206F\uFEFF\uFFF9-\uFFFB`,
  /** Tags and supplementary variation selectors: invisible alphabets. Whole sentences to a model fit into them. */
  alphabets: String.raw`\u{E0000}-\u{E007F}\u{E0100}-\u{E01EF}`,
  /** What XML 1.0 does not allow even as a reference, and C1 controls, which the W3C validator complains about. */
  forbiddenInXml: String.raw`\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\uFFFE\uFFFF`,
};
// Control characters as a whole are Unicode's own class, \p{Cc}. In no set are the joiners U+200C and U+200D: Persian,
// the scripts of India and many emoji are spelled with them.

// By code units, which is six times as fast as by code points, where no set goes beyond U+FFFF.
const bidiControls = new RegExp(`[${sets.bidiControls}]`, "g");
const bidi = new RegExp(`[${sets.bidiControls}${sets.bidiMarks}]`, "g");
const hidden = new RegExp(`[${sets.bidiControls}${sets.bidiMarks}${sets.zeroWidth}${sets.alphabets}]`, "gu");
const ignorable = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
const controlsInLines = /[\0-\t\v-\x1F\x7F-\x9F]/g;
// Where a text has none of these, it has nothing hidden or ignorable. Asked first: by code units it takes a sixth.
const mayBeHidden = /[\u0300-\uFFFF\xAD]/;
const forbiddenInXml = new RegExp(`[${sets.forbiddenInXml}]`, "g");

/** For a headline that others put into a line of their own. The marks stay. */
export function withoutBidiControls(text: string): string {
  return text.replace(bidiControls, "");
}

/** For a terminal and other places where no direction but ours may hold. */
export function withoutBidi(text: string): string {
  return text.replace(bidi, "");
}

/** For models and the offline analysis: only what a person would see. Line breaks stay, other controls become spaces. */
export function withoutHidden(text: string): string {
  const visible = mayBeHidden.test(text) ? text.replace(hidden, "") : text;
  return visible.replace(controlsInLines, " ").toWellFormed();
}

/**
 * Only for searching. Joiners and variation selectors go too: between the letters of a word they hide it from a pattern,
 * and from no model.
 */
export function withoutIgnorable(text: string): string {
  return mayBeHidden.test(text) ? text.replace(ignorable, "") : text;
}

export function withoutForbiddenInXml(text: string): string {
  return text.replace(forbiddenInXml, "");
}

/** For a text column of PostgreSQL, which takes no NUL and no half of a surrogate pair. */
export function storableText(text: string): string {
  return text.replaceAll("\0", "").toWellFormed();
}

const halfPairs = /\p{Surrogate}/gu;

/** Text that may stand in an XML document. */
export function printable(text: string): string {
  // Asked first, because the search by code points costs six times the other one and hardly ever finds any.
  const whole = text.isWellFormed() ? text : text.replace(halfPairs, "");
  return withoutForbiddenInXml(whole);
}

/** One line of at most `charsMax` characters, for titles and names. An ellipsis shows that something was cut. */
export function printableLine(text: string, charsMax: number): string {
  const start = text.trimStart();
  return start.length <= charsMax ? toLine(start) : `${toLine(start.slice(0, charsMax - 1))}…`;
}

function toLine(text: string): string {
  return withoutBidiControls(printable(text)).replace(/\s+/g, " ").trim();
}

/** At most so many characters (UTF-16 code units), never half of a surrogate pair. */
export function cutText(text: string, charsMax: number): string {
  if (text.length <= charsMax) return text;
  return text.slice(0, splitsPair(text, charsMax) ? charsMax - 1 : charsMax);
}

function splitsPair(text: string, at: number): boolean {
  return (text.charCodeAt(at - 1) & 0xfc00) === 0xd800;
}
