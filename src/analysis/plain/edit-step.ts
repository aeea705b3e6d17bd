import type { ReadText } from "../heuristic/read-text.ts";
import { looksLikeTabloid } from "./german-guards.ts";
import type { Language } from "./lexicon-entry.ts";
import type { TaggedTitle } from "./tagger/tag-title.ts";

// What every step of the title editor gets and gives.

export type PlainTitle = { title: string; reasons: string[] };
export type Tag = (read: ReadText, language: Language) => TaggedTitle | null;

/** How sure the tagger must be. Chosen on headlines that the tagger had not seen. */
export type EditLimits = {
  /** The whole title: below this it is plain, and nothing is touched. */
  title: number;
  /** The same for frames, which are surer than words. */
  frame: number;
  /** A word that the lexicon knows a plain counterpart for. */
  replace: number;
  /** A word that the lexicon would drop: that it is loaded here. */
  drop: number;
  /** A modifier that the lexicon would drop: that an editor drops it. Where it is low, the word is the point of the title. */
  spare: number;
  /** All words of a segment, on average, to drop it whole. */
  segment: number;
  /** The title, to lose its exclamation marks. One that has become plain by words must not keep them. */
  marks: number;
  /** One or two words in capitals; three are always shouting. */
  shout: number;
};

export const editLimits: Record<Language, EditLimits> = {
  en: { title: 0.12, frame: 0.02, replace: 0.15, drop: 0.35, spare: 0.3, segment: 0.6, marks: 0.12, shout: 0.35 },
  de: { title: 0.25, frame: 0.1, replace: 0.4, drop: 0.6, spare: 0.5, segment: 0.6, marks: 0.12, shout: 0.35 },
  pl: { title: 0.12, frame: 0.08, replace: 0.3, drop: 0.6, spare: 0.4, segment: 0.6, marks: 0.12, shout: 0.35 },
};

// A German tabloid's title: the lexicon was written with such titles, and lower limits made no more of its edits wrong.
const tabloidLimits: EditLimits = {
  ...editLimits.de,
  title: 0.1,
  frame: 0.03,
  replace: 0.15,
  drop: 0.4,
  spare: 0.3,
  segment: 0.7,
};

export function limitsFor(title: string, language: Language): EditLimits {
  return language === "de" && looksLikeTabloid(title) ? tabloidLimits : editLimits[language];
}

export type Change = { start: number; end: number; text: string };

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
    // "… explains. - Herald": the last segment went, and the outlet's name stays.
    .replaceAll(/\.(\s[-–—|]\s)/gu, (marks: string, dash: string) => (original.includes(marks) ? marks : dash))
    // "Draw - Explosive! Hosts lose": the word behind the dash went, and its mark was left.
    .replaceAll(/(\s[-–—])\s*[:.!]\s/gu, "$1 ")
    .replace(/^[\s,;:.!|–—-]+/u, "")
    .replace(/[\s,;:|–—-]+$/u, "");
  if (!/[.]\s*$/u.test(original)) text = text.replace(/(?<![.…]|\.\p{Lu}|\s[IVX]+)\.$/u, "");
  if (language === "en") text = fixArticles(text, original);
  text = raiseSegments(text, original);
  return /^\p{Lu}/u.test(original.replace(/^[^\p{L}]+/u, "")) ? raised(text) : text;
}

/** A segment that has lost its first word begins with the next one. */
function raiseSegments(text: string, original: string): string {
  return text.replaceAll(/(?<=[.!?] | - |: )\p{Ll}\p{L}*/gu, (word, at: number) => {
    // Behind a colon only where the outlet wrote a capital there too.
    if (text[at - 2] === ":" && !(/: \p{Lu}/u.test(original) && !/: \p{Ll}/u.test(original))) return word;
    // "swore and... left": a pause, not an end.
    if (text.slice(0, at).endsWith("... ")) return word;
    // Behind a dash the sentence may go on with a small letter.
    if (text[at - 2] === "-" && /\s-\s\p{Ll}/u.test(original)) return word;
    // "dochodzenie ws. wycieku": the dot of an abbreviation.
    if (
      /(?:^|[^\p{L}])(?:\p{Lu}|ws|dot|np|ok|tys|mln|mld|proc|godz|ul|woj|pow|gm|im|św|bzw|ca|nr|vs|ggü|Co)\.\s$/u.test(
        text.slice(0, at),
      )
    )
      return word;
    return original.includes(text.slice(at - 2, at + word.length)) ? word : raised(word);
  });
}

function raised(text: string): string {
  return text.replace(
    // "iPhone" and "eBay" keep their small letter.
    /^([^\p{L}\p{N}]*)(\p{Ll})(?!\p{Lu})/u,
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
