import { isHarmless, sharedWordsMin, sharesWords } from "../chat/text-checks.ts";
import { plainText } from "../chat/model-text.ts";
import { type BriefDraft, type BriefItem, type BriefLength, type BriefPlan, plainPlan } from "./brief.ts";
import { sortSections } from "./sort-sections.ts";

/** Ten times the size of 1,000 tokens. */
const textCharsMax = 50_000;
const paragraphsReadMax = 50;
const paragraphsMax: Record<BriefLength, number> = { short: 3, normal: 5, long: 8 };
const paragraphCharsMax = 2_000;

/** [3], [3, 7], [3][7], [3–5]. */
const reference = /\[(\d{1,3}(?:\s*[,;–-]\s*\d{1,3})*)\]/gu;

/** A statement is based on a few items. One that cites a hundred cites none. */
const rangeItemsMax = 10;
const citationsMax = 40;

const segmenter = new Intl.Segmenter(undefined, { granularity: "sentence" });

/** "J. Smith", "Dr. Smith", "U.S. court", "3. Oktober": a sentence does not end here. */
const abbreviationEnd = /(?<![\p{L}\p{N}])(?:\p{L}|\p{Lu}\p{L}{1,2}|\p{L}\.\p{L}|\p{N}{1,2})\.\s*$/u;
const referencesOnly = /^(?:\s*\[[\d\s,;–-]+\])+\s*/u;

/**
 * Keeps the sentences of a model's text that are made of the words and numbers of the items their paragraph cites, and that
 * contain no commands and no new addresses. References are renumbered in the order of the text. null: nothing is left.
 * The work is bounded for any text: all lengths are cut first, and a citation is expanded only within the existing items.
 */
export function parseDraft(
  text: string,
  items: readonly BriefItem[],
  plan: BriefPlan = plainPlan,
): Pick<BriefDraft, "content" | "sections" | "itemRefs"> | null {
  const backed = text
    .slice(0, textCharsMax)
    .split(/\n+/u)
    .filter((paragraph) => paragraph.trim() !== "")
    .slice(0, paragraphsReadMax)
    .map((paragraph) => backedProse(plainText(paragraph, paragraphCharsMax), items))
    .filter((paragraph) => paragraph !== null)
    .slice(0, paragraphsMax[plan.length]);
  if (backed.length === 0) return null;

  const itemsOf = (paragraph: string) =>
    (citedItems(paragraph, items.length) ?? []).map((number) => items[number - 1]!);
  const { sorted: paragraphs, sections } = sortSections(backed, itemsOf, plan);
  const cited = [...new Set(paragraphs.flatMap((paragraph) => citedItems(paragraph, items.length) ?? []))];
  const placeOf = new Map(cited.map((number, index) => [number, index + 1]));
  const renumber = (one: string) => (citedItems(one, items.length) ?? []).map((number) => `[${placeOf.get(number)}]`);
  const content = paragraphs.map((paragraph) => paragraph.replaceAll(reference, (one) => renumber(one).join("")));
  return { content: content.join("\n\n"), sections, itemRefs: cited.map((number) => items[number - 1]!.id) };
}

/** The sentences of a paragraph that its items support; null if none of them cites an item. */
function backedProse(paragraph: string, items: readonly BriefItem[]): string | null {
  const cited = citedItems(paragraph, items.length);
  if (cited === null) return null;
  const source = cited
    .map((number) => items[number - 1]!)
    .map(({ title, summary, feedName }) => `${title} ${summary} ${feedName}`)
    .join("\n");
  const known = new Set(digitsIn(source));
  const backed = splitProse(paragraph).filter((sentence) => {
    const words = sentence.replaceAll(reference, "");
    const isTrue = digitsIn(words).every((digits) => known.has(digits)) && sharesWords(words, source, sharedWordsMin);
    return isTrue && isHarmless(words, source);
  });
  const prose = backed.join(" ");
  return citedItems(prose, items.length)?.length ? prose : null;
}

function digitsIn(text: string): string[] {
  return text.match(/\p{Nd}+/gu) ?? [];
}

/**
 * The numbers of the items that a text cites, in its order. null: an item does not exist, or there are more than anyone
 * would read. A range is expanded only after its length is checked.
 */
export function citedItems(text: string, itemCount: number): number[] | null {
  const cited: number[] = [];
  for (const [, list] of text.matchAll(reference)) {
    for (const part of list!.split(/[,;]/u)) {
      const [from, to = from] = part.split(/[–-]/u).map(Number) as [number, number?];
      const isKnown = from >= 1 && from <= to && to <= itemCount;
      if (!isKnown || to - from >= rangeItemsMax || cited.length + to - from >= citationsMax) return null;
      for (let number = from; number <= to; number += 1) cited.push(number);
    }
  }
  return cited;
}

/** The sentences of a paragraph, each with the references that follow its full stop. */
export function splitProse(paragraph: string): string[] {
  const sentences: string[] = [];
  for (const { segment } of segmenter.segment(paragraph)) {
    const references = referencesOnly.exec(segment)?.[0] ?? "";
    const rest = segment.slice(references.length);
    const last = sentences.at(-1);
    if (last === undefined) sentences.push(segment);
    else if (abbreviationEnd.test(last)) sentences[sentences.length - 1] = last + segment;
    else {
      sentences[sentences.length - 1] = last + references;
      if (rest !== "") sentences.push(rest);
    }
  }
  return sentences.map((sentence) => sentence.trim());
}
