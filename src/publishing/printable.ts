// What XML 1.0 forbids, and the C1 controls that the W3C validator complains of.
const unprintable = /[\0-\x08\x0B\x0C\x0E-\x1F\x7F-\x9F\uFFFE\uFFFF]/g;
const halfPairs = /\p{Surrogate}/gu;

// Embeddings, overrides and isolates: one left open turns round whatever a reader shows after it on the same line.
// The marks U+200E and U+200F stay; they do what an honest headline needs.
const bidiControls = /[\u202A-\u202E\u2066-\u2069]/g;

export function printable(text: string): string {
  // Asked first, because the search by code points costs six times the other one and hardly ever finds any.
  const whole = text.isWellFormed() ? text : text.replace(halfPairs, "");
  return whole.replace(unprintable, "");
}

/** One line of at most `charsMax` characters, for titles and names; what was cut shows it. */
export function printableLine(text: string, charsMax: number): string {
  const start = text.trimStart();
  return start.length <= charsMax ? toLine(start) : `${toLine(start.slice(0, charsMax - 1))}…`;
}

function toLine(text: string): string {
  return printable(text).replace(bidiControls, "").replace(/\s+/g, " ").trim();
}
