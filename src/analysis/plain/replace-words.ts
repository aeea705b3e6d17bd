import type { ReadText } from "../heuristic/read-text.ts";
import type { EntryMatch } from "./find-entries.ts";
import type { Language } from "./lexicon-entry.ts";

export type Change = { start: number; end: number; text: string };

/** The title with these words replaced or dropped. Matches without a plain counterpart are left alone. */
export function replaceWords(title: ReadText, matches: readonly EntryMatch[], language: Language): string {
  const changes = matches.filter(({ to }) => to !== null).map((match) => changeFor(title, match, language));
  return tidy(applyChanges(title.text, changes), title.text, language);
}

export function changeFor(title: ReadText, { entry, start, end, to }: EntryMatch, language: Language): Change {
  const { text } = title;
  const old = text.slice(start, end);
  if (entry.pos === "compound") return compoundChange(text, start, end, to!);
  return { start, end, text: withCaseOf(old, to!, isInTitleCase(title, language)) };
}

// "Schock-Zahlen" → "Zahlen", "Horrorunfall" → "Unfall", "Mega-Stau" → "langer Stau" is never tried: only a first part.
function compoundChange(text: string, start: number, end: number, to: string): Change {
  const isCapital = /^\p{Lu}/u.test(text.slice(start));
  if (to !== "") return { start, end, text: to + (text[end - 1] === "-" ? "-" : "") };
  const following = text[end] ?? "";
  return { start, end: end + 1, text: isCapital ? following.toUpperCase() : following };
}

/** Capitals follow what stood there: "Slams" → "Criticizes", in Title Case each longer word. "SLAMS" is shouting, not case. */
function withCaseOf(old: string, to: string, isTitleCase: boolean): string {
  if (to === "") return to;
  if (isTitleCase) return titleCased(to);
  return /^[^\p{L}]*\p{Lu}\p{Ll}/u.test(old) ? to[0]!.toUpperCase() + to.slice(1) : to;
}

export function titleCased(text: string): string {
  return text.replaceAll(/(?<=^|\s)(?!(?:the|and|for|but)\b)\p{Ll}(?=\p{L}{2})/gu, (letter) => letter.toUpperCase());
}

/** English titles may write every longer word with a capital. */
export function isInTitleCase({ text, tokens }: ReadText, language: Language): boolean {
  if (language !== "en") return false;
  const long = tokens.filter(({ word }, at) => at > 0 && word.length > 3);
  const raisedCount = long.filter(({ start }) => /^\p{Lu}/u.test(text.slice(start))).length;
  return long.length >= 2 && raisedCount / long.length > 0.7;
}

export function applyChanges(text: string, changes: readonly Change[]): string {
  let edited = text;
  for (const { start, end, text: replacement } of changes.toSorted((a, b) => b.start - a.start)) {
    edited = edited.slice(0, start) + replacement + edited.slice(end);
  }
  return edited;
}

/** Spaces, articles and the first capital, as they must be after words have gone. */
export function tidy(edited: string, original: string, language: Language): string {
  if (edited === original) return original;
  let text = edited
    .replaceAll(/[^\S\n]{2,}/gu, " ")
    .replaceAll(/\s+([,;:.!?…])/gu, "$1")
    .replaceAll(/([,;:])(?:\s*[,;:])+/gu, "$1")
    // The mark of a segment that went stands next to the one before it.
    .replaceAll(/([.!?…])\s*\.(?!\.)/gu, (marks: string, first: string) => (original.includes(marks) ? marks : first))
    .replaceAll(/\.\s*([!?])/gu, (marks: string) => (original.includes(marks) ? marks : "."))
    .replace(/^[\s,;:.!|–—-]+/u, "")
    .replace(/[\s,;:|–—-]+$/u, "");
  if (!/[.]\s*$/u.test(original)) text = text.replace(/(?<![.…])\.$/u, "");
  if (language === "en") text = fixArticles(text, original);
  text = raiseSegments(text, original);
  return /^\p{Lu}/u.test(original.replace(/^[^\p{L}]+/u, "")) ? raised(text) : text;
}

/** A segment that has lost its first word begins with the next one. */
function raiseSegments(text: string, original: string): string {
  return text.replaceAll(/(?<=[.!?] | - )\p{Ll}\p{L}*/gu, (word, at: number) => {
    return original.includes(text.slice(at - 2, at + word.length)) ? word : raised(word);
  });
}

function raised(text: string): string {
  return text.replace(
    /^([^\p{L}\p{N}]*)(\p{Ll})/u,
    (_, before: string, letter: string) => before + letter.toUpperCase(),
  );
}

// Only articles that got a new neighbour: "a FBI agent" of the outlet stays as it was.
function fixArticles(text: string, original: string): string {
  return text.replaceAll(
    /\b(an?)(\s+)(\p{L}[\p{L}'’-]*)/giu,
    (whole: string, article: string, space: string, word: string) => {
      if (original.includes(whole)) return whole;
      const wanted = startsWithVowelSound(word) ? "an" : "a";
      const cased = article.startsWith("A")
        ? article === "AN"
          ? wanted.toUpperCase()
          : `A${wanted.slice(1)}`
        : wanted;
      return cased + space + word;
    },
  );
}

function startsWithVowelSound(word: string): boolean {
  if (/^(?:uni(?!n)|use|user|usu|eu|one|once|u[.\s]|ur[aei])/iu.test(word)) return false;
  return /^(?:[aeiou]|hour|honest|heir|honou?r)/iu.test(word);
}
