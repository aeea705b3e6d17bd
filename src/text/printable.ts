import { withoutBidiControls, withoutForbiddenInXml } from "./characters.ts";

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
