import { pieceCharsMin } from "./piece-marks.ts";

/**
 * Pieces of text, in lower case, of which a title contains at least one if the pattern fits it; null if the pattern can do without
 * any. Reads what frames are written with, not every regular expression.
 */
export function neededPieces(pattern: string): string[] | null {
  return readAlternatives({ pattern, at: 0 });
}

type Place = { pattern: string; at: number };

/** Up to the end or to the bracket that closes the group: one piece of each alternative, or null if one of them needs none. */
function readAlternatives(place: Place): string[] | null {
  let pieces: string[] | null = [];
  for (;;) {
    const found = readSequence(place);
    pieces = pieces === null || found === null ? null : [...pieces, ...found];
    if (place.pattern[place.at] !== "|") return pieces;
    place.at += 1;
  }
}

/** Everything in a sequence is needed: the best of it is asked for. */
function readSequence(place: Place): string[] | null {
  let best: string[] | null = null;
  let run = "";
  const take = (pieces: string[] | null) => {
    if (isBetter(pieces, best)) best = pieces;
  };
  const endRun = () => {
    take(run.length >= pieceCharsMin ? [run] : null);
    run = "";
  };
  while (place.at < place.pattern.length && !/[|)]/.test(place.pattern[place.at]!)) {
    const element = readElement(place);
    const isOptional = skipQuantifier(place);
    if (typeof element === "string" && isOptional === null) {
      run += element;
      continue;
    }
    endRun();
    if (typeof element !== "string" && isOptional !== true) take(element);
  }
  endRun();
  return best;
}

/** Fewer and longer pieces are found in fewer titles. */
function isBetter(pieces: string[] | null, than: string[] | null): boolean {
  if (pieces === null) return false;
  if (than === null) return true;
  return worth(pieces) > worth(than);
}

function worth(pieces: string[]): number {
  return Math.min(...pieces.map((piece) => piece.length)) - pieces.length;
}

/** A letter, or what a group needs; a class, a look around and any other sign need nothing. */
function readElement(place: Place): string | string[] | null {
  const { pattern, at } = place;
  const sign = pattern[at]!;
  place.at += 1;
  if (sign === "(") return readGroup(place);
  if (sign === "[") {
    place.at = endOfClass(pattern, at);
    return null;
  }
  if (sign === "\\") {
    const escape = /\\(?:[pP]\{[^}]*\}|u[0-9a-f]{4}|u\{[^}]*\}|k<[^>]*>|\d+|.)/iuy;
    escape.lastIndex = at;
    place.at = at + (escape.exec(pattern)?.[0].length ?? 2);
    return /[.?!*+()[\]{}|/$^-]/.test(pattern[at + 1]!) ? pattern[at + 1]! : null;
  }
  return /[.^$]/.test(sign) ? null : sign.toLowerCase();
}

function readGroup(place: Place): string[] | null {
  const opening = /\?(?:[:=!]|<[=!]|<[^>]*>)/uy;
  opening.lastIndex = place.at;
  const [kind = ""] = opening.exec(place.pattern) ?? [];
  if (kind === "" && place.pattern[place.at] === "?") throw new Error(`A frame has an unknown group: ${place.pattern}`);
  place.at += kind.length;
  const found = readAlternatives(place);
  place.at += 1;
  return /^\?<?[=!]/.test(kind) ? null : found;
}

function endOfClass(pattern: string, at: number): number {
  let end = at + 1;
  while (pattern[end] !== "]") end += pattern[end] === "\\" ? 2 : 1;
  return end + 1;
}

/** Null: there is none; otherwise whether what stands before it may be absent. */
function skipQuantifier(place: Place): boolean | null {
  const quantifier = /(?:[?*+]|\{(\d+)(?:,\d*)?\})\??/uy;
  quantifier.lastIndex = place.at;
  const found = quantifier.exec(place.pattern);
  if (found === null) return null;
  place.at += found[0].length;
  return /^[?*]/.test(found[0]) || found[1] === "0";
}
