import type { ReadText } from "../heuristic/read-text.ts";
import { functionWords } from "./function-words.ts";
import type { Language } from "./lexicon-entry.ts";
import type { TaggedTitle } from "./tagger/tag-title.ts";

// What every step of the title editor gets and gives.

export type PlainTitle = { title: string; reasons: string[] };
export type Tag = (read: ReadText, language: Language) => TaggedTitle | null;

export type Change = { start: number; end: number; text: string };

export function titleCased(text: string): string {
  return text.replaceAll(/(?<=^|\s)(?!(?:the|and|for|but)\b)\p{Ll}(?=\p{L}{2})/gu, (letter) => letter.toUpperCase());
}

/** English titles may write every longer word with a capital. Many names, or a shout, are no Title Case. */
export function isInTitleCase({ text, tokens }: ReadText, language: Language): boolean {
  if (language !== "en") return false;
  const long = tokens.filter(({ word }, at) => at > 0 && word.length > 3);
  const raisedCount = long.filter(({ start }) => /^\p{Lu}/u.test(text.slice(start))).length;
  if (long.length < 2 || raisedCount / long.length <= 0.7) return false;
  // "Ann Bell SLAMS her former Nova co-hosts Kate Reed and Tom Hill": "former" is small.
  const small = long.filter(
    ({ start, word }) => /^\p{Ll}(?!\p{Lu})/u.test(text.slice(start)) && !functionWords("function", "en").has(word),
  );
  return small.length <= (long.length >= smallOnesFrom ? 1 : 0);
}

// In a long Title Case title one word may be small by mistake.
const smallOnesFrom = 8;

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
    // "Minister am See …": some outlets set a space before the dots.
    .replaceAll(/\s+([,;:.!?…])/gu, (gap: string, mark: string) =>
      mark === "…" && original.includes(gap) ? gap : mark,
    )
    // "Polizist, der ihn fasste, packt aus: „…“": a colon says more than the comma before it.
    .replaceAll(/[,;:](?:\s*[,;:])+/gu, (marks: string) => (marks.includes(":") ? ":" : marks[0]!))
    // "It is green. Hint: it grows": the mark of the words that went.
    .replaceAll(/([.!?…])\s*:(?=\s)/gu, (marks: string, first: string) => (original.includes(marks) ? marks : first))
    // The mark of a segment that went stands next to the one before it.
    .replaceAll(/([.!?…])\s*\.(?!\.)/gu, (marks: string, first: string) => (original.includes(marks) ? marks : first))
    .replaceAll(/\.\s*([!?])/gu, (marks: string) => (original.includes(marks) ? marks : "."))
    // "… explains. - Herald": the last segment went, and the outlet's name stays.
    .replaceAll(/\.(\s[-–—|]\s)/gu, (marks: string, dash: string) => (original.includes(marks) ? marks : dash))
    // "Draw - Explosive! Hosts lose": the word behind the dash went, and its mark was left.
    .replaceAll(/(\s[-–—])\s*[:.!]\s/gu, "$1 ")
    // "Kicker: Exklusiv! Sohn liebt Star": the same behind a colon.
    .replaceAll(/([\p{L}“”"»«’]:)\s*[.!]\s/gu, "$1 ")
    // A segment between two dashes went.
    .replaceAll(/(\s[-–—])(?:\s*[!.])?(?:\s[-–—])+(?=\s)/gu, "$1")
    // "-20 Grad" keeps its sign.
    .replace(/^(?:[\s,;:.!|]|[–—-](?!\d))+/u, "")
    .replace(/[\s,;:|–—-]+$/u, "");
  if (!/[.]\s*$/u.test(original)) text = text.replace(/(?<![.…]|\.\p{L}|\s[IVX]+|\s(?:proc|tys|mln|mld|godz))\.$/u, "");
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
      /(?:^|[^\p{L}\p{N}:])(?:\p{Lu}|[IVX]{2,}|\p{N}{1,2}|ws|dot|np|ok|tys|mln|mld|proc|godz|ul|woj|pow|gm|im|św|bzw|ca|nr|vs|ggü|Co|Jr|Sr|Dr|Mr|Mrs|Ms|St|Gov|Sen|Rep|Reps|Sens|Gen|Prof|Rev|Lt|Col|Sgt|Capt|No)\.\s$/u.test(
        text.slice(0, at),
      )
    )
      // "Lata 60. Wielki powrót": a number that closed its sentence still does.
      return /\p{N}\.\s$/u.test(text.slice(0, at)) && closedSentence(text.slice(0, at), original) ? raised(word) : word;
    return original.includes(text.slice(at - 2, at + word.length)) ? word : raised(word);
  });
}

function closedSentence(before: string, original: string): boolean {
  const from = original.indexOf(before.slice(-10));
  return from >= 0 && /^\p{Lu}/u.test(original.slice(from + Math.min(10, before.length)));
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
    // Not the last letter of "Q&A", nor the end of "Erdoğan".
    /(?<![\p{L}\p{N}&'’.-])(an?)(\s+)(\p{L}[\p{L}'’-]*)/giu,
    (whole: string, article: string, space: string, word: string) => {
      // Not "an party" of "an un-American party".
      if (` ${original}`.includes(` ${whole}`)) return whole;
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
