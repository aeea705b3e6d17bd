import { findNewNames } from "../chat/find-new-words.ts";
import { hasOnlyFiguresOf, readFigures } from "../chat/read-figures.ts";
import { isHarmless, sharesWords } from "../chat/text-checks.ts";
import { turnsRound } from "../chat/turns-round.ts";
import { type BriefItem, findReaderLanguage } from "./brief.ts";
import { citedItems, reference } from "./cited-items.ts";
import { splitProse } from "./split-prose.ts";

/** `leftOut`: sentences that their sources do not support. `cited`: the items that the paragraph names. */
export type CheckedParagraph = { prose: string | null; leftOut: number; cited: number[] };

/** A sentence of a brief joins several reports, so more of its words are its own than in a title. */
const sharedMin = 0.6;
/** A sentence that names no source gets the one that has nearly all of its words. */
const sharedMinWithout = 0.8;

/**
 * Each sentence is checked against the items that it cites: their words, numbers, names and every "not", no commands, no new addresses. A
 * reference to an item that does not exist goes; a sentence without one gets the item that says it, or goes, too.
 */
export function checkParagraph(paragraph: string, items: readonly BriefItem[]): CheckedParagraph {
  const language = findReaderLanguage(items);
  const isReferenced = paragraph.search(reference) >= 0;
  const cited = knownItems(paragraph, items.length);
  const sentences = splitProse(paragraph);
  const kept = sentences.flatMap((sentence) => checkSentence(sentence, { cited, items, language }) ?? []);
  return {
    prose: kept.length === 0 ? null : kept.join(" "),
    // A greeting or a heading that cites nothing claims nothing.
    leftOut: isReferenced ? sentences.length - kept.length : 0,
    cited,
  };
}

/** `cited`: by the paragraph around it. */
type Surroundings = { cited: readonly number[]; items: readonly BriefItem[]; language: string };

/** The language that the brief was asked for in, and which share of its words a source must have. */
type Asked = { language: string; shareMin: number };

/** The sentence with its references; null: nothing says so. */
function checkSentence(sentence: string, { cited, items, language }: Surroundings): string | null {
  const words = sentence.replaceAll(reference, "");
  const own = knownItems(sentence, items.length);
  if (own.length > 0) {
    const isSaid = isSupported(
      words,
      own.map((number) => items[number - 1]!),
      { language, shareMin: sharedMin },
    );
    return isSaid ? withKnown(sentence, items.length) : null;
  }
  // Too many references are none, and nobody looks for a better one.
  if (citedItems(sentence, Number.MAX_SAFE_INTEGER) === null) return null;
  const nearestFirst = [...cited, ...items.map((_, index) => index + 1)];
  const source = nearestFirst.find((number) =>
    isSupported(words, [items[number - 1]!], { language, shareMin: sharedMinWithout }),
  );
  return source === undefined ? null : `${withKnown(sentence, items.length)} [${source}]`;
}

function isSupported(words: string, sources: readonly BriefItem[], { language, shareMin }: Asked): boolean {
  const source = sources.map(textOf).join("\n");
  if (!/\p{L}{4}/u.test(words) || !sharesWords(words, source, shareMin)) return false;
  const figures = sources.flatMap((item) => readFigures(textOf(item), withoutRegion(item.language)));
  const own = withoutRegion(language);
  if (!hasOnlyFiguresOf(words, own, figures) || turnsRound(words, source, own)) return false;
  return findNewNames(words, source).length <= nounsAllowed(words, sources) && isHarmless(words, source);
}

function textOf({ title, summary, feedName }: BriefItem): string {
  return `${title}\n${summary}\n${feedName}`;
}

/** "en": an item that is not analysed yet may be in "en-US". */
function withoutRegion(language: string): string {
  return language.split("-")[0]!.toLowerCase();
}

const wordsPerNoun = 8;

/** German nouns have capitals, so a new one is not always a name. */
function nounsAllowed(words: string, sources: readonly BriefItem[]): number {
  const isGerman = sources.some(({ language }) => language === "de");
  return isGerman ? Math.max(1, Math.floor(words.split(" ").length / wordsPerNoun)) : 0;
}

function knownItems(text: string, itemCount: number): number[] {
  return [...text.matchAll(reference)].flatMap(([one]) => citedItems(one, itemCount) ?? []);
}

/** Without the references that lead nowhere. */
function withKnown(sentence: string, itemCount: number): string {
  const known = sentence.replaceAll(reference, (one) => (citedItems(one, itemCount) === null ? "" : one));
  return known.replaceAll(/\s+(?=[.,;:!?…]|$)/gu, "").trim();
}
