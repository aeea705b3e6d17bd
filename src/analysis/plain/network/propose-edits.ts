import { isInside, type ReadText } from "../../heuristic/read-text.ts";
import { applyChanges, type Change, type PlainTitle, tidy } from "../edit-step.ts";
import type { Language } from "../lexicon-entry.ts";
import { mustStayAt } from "./must-stay.ts";
import { type NetworkLimits, networkLimits } from "./network-limits.ts";
import { type NetworkTitle, readByNetwork, type WordOperation } from "./read-title.ts";

type Hunk = { words: WordOperation[]; by: string; sureness: number };

/** What a human editor would most likely change: all changes together, then each alone, the surest first. */
export function proposeEdits(
  read: ReadText,
  language: Language,
  limits: Pick<NetworkLimits, "change" | "article"> = networkLimits[language],
): PlainTitle[] {
  const title = readByNetwork(read.text, language);
  if (title.needsArticle > limits.article) return [];
  const hunks = hunksOf(title, language)
    .filter(({ sureness, words }) => sureness >= limits.change && !touchesQuotation(read, words))
    .filter((hunk) => !leavesHalfCompound(read.text, hunk) && !isNeeded(read, hunk, language))
    .toSorted((a, b) => b.sureness - a.sureness);
  if (hunks.length === 0) return [];
  const all = hunks.length === 1 ? [] : [withChanges(read, hunks, language)];
  return [...all, ...hunks.map((hunk) => withChanges(read, [hunk], language))];
}

/** Neighbours that are not kept change together; a word that is replaced begins a change of its own. */
function hunksOf({ words }: NetworkTitle, language: Language): Hunk[] {
  const hunks: Hunk[] = [];
  let last: Hunk | null = null;
  words.forEach((word, at) => {
    const operation = likeliestOf(word);
    if (operation === "keep" || (operation === "replace" && word.by === null)) {
      last = null;
    } else if (operation === "delete" && last !== null) {
      last.words.push(word);
      last.sureness = Math.min(last.sureness, word.delete);
    } else {
      const by = operation === "replace" ? inCaseOf(word, at, language) : "";
      const sureness = operation === "replace" ? word.replace * Math.sqrt(word.by!.likely) : word.delete;
      last = { words: [word], by, sureness };
      hunks.push(last);
    }
  });
  return hunks;
}

function likeliestOf(word: WordOperation): "keep" | "delete" | "replace" {
  if (word.keep >= word.delete && word.keep >= word.replace) return "keep";
  return word.delete >= word.replace ? "delete" : "replace";
}

/** German nouns have their capital in the list; elsewhere a capital follows a capital. */
function inCaseOf({ text, by }: WordOperation, at: number, language: Language): string {
  const isRaised = /^\p{Lu}/u.test(text) && (language !== "de" || at === 0);
  return isRaised ? by!.text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase()) : by!.text;
}

function touchesQuotation({ quotes }: ReadText, words: readonly WordOperation[]): boolean {
  return words.some(
    ({ start, end }) => isInside(quotes, start, end) || quotes.some((quote) => quote.start < end && start < quote.end),
  );
}

/** What keeps a word of the lexicon from being dropped keeps a single word here, too. */
function isNeeded(read: ReadText, { words, by }: Hunk, language: Language): boolean {
  const [word] = words;
  return by === "" && words.length === 1 && /\p{L}/u.test(word!.text) && mustStayAt(read, word!, language);
}

/** "Chaos" of "Schul-Chaos", or "Russische" for "Russen-" of "Russen-Angriff": what is left is no word. */
function leavesHalfCompound(text: string, { words, by }: Hunk): boolean {
  const [before, after] = [text.slice(0, words[0]!.start), text.slice(words.at(-1)!.end)];
  if (words[0]!.text === "-") return /\p{L}$/u.test(before);
  if (by !== "" && /^\p{L}/u.test(after)) return true;
  return by === "" && /\p{L}-$/u.test(before) && !/^-\p{L}/u.test(after);
}

/** The first part of a compound goes with its hyphen. */
function endOf(text: string, { words, by }: Hunk): number {
  const { end } = words.at(-1)!;
  return by === "" && /^-\p{L}/u.test(text.slice(end)) ? end + 1 : end;
}

function withChanges({ text }: ReadText, hunks: readonly Hunk[], language: Language): PlainTitle {
  const changes: Change[] = hunks.map((hunk) => ({
    start: hunk.words[0]!.start,
    end: endOf(text, hunk),
    text: hunk.by,
  }));
  const reasons = changes.map(({ start, end, text: by }) => {
    const old = text.slice(start, end);
    return by === "" ? `“${old}” removed.` : `“${old}” replaced by “${by}”.`;
  });
  return { title: tidy(applyChanges(text, changes), text, language), reasons };
}
