import { isHarmless } from "../chat/harmless.ts";
import { plainText } from "../chat/plain-text.ts";
import { sharedWordsMin, sharesWords } from "../chat/shares-words.ts";
import { citedItems, reference } from "./cited-items.ts";
import type { Digest, DigestItem } from "./digest.ts";
import { splitProse } from "./split-prose.ts";

/** Ten times what 1,000 tokens are. */
const textCharsMax = 50_000;
const paragraphsReadMax = 50;
const paragraphsMax = 5;
const paragraphCharsMax = 2_000;

/**
 * What of a model's text can be stood up for: sentences made of the words and numbers of the items their paragraph cites,
 * which give no orders and no addresses. The references are numbered again in the order of the text. null: nothing is left.
 * Whatever the text, the work is bounded before it is done: a citation is expanded only within the items there are.
 */
export function parseDigest(text: string, items: readonly DigestItem[]): Pick<Digest, "content" | "itemRefs"> | null {
  const paragraphs = text
    .slice(0, textCharsMax)
    .split(/\n+/u)
    .filter((paragraph) => paragraph.trim() !== "")
    .slice(0, paragraphsReadMax)
    .map((paragraph) => backedProse(plainText(paragraph, paragraphCharsMax), items))
    .filter((paragraph) => paragraph !== null)
    .slice(0, paragraphsMax);
  if (paragraphs.length === 0) return null;

  const cited = [...new Set(paragraphs.flatMap((paragraph) => citedItems(paragraph, items.length) ?? []))];
  const placeOf = new Map(cited.map((number, index) => [number, index + 1]));
  const renumber = (one: string) => (citedItems(one, items.length) ?? []).map((number) => `[${placeOf.get(number)}]`);
  const content = paragraphs.map((paragraph) => paragraph.replaceAll(reference, (one) => renumber(one).join("")));
  return { content: content.join("\n\n"), itemRefs: cited.map((number) => items[number - 1]!.id) };
}

/** The sentences of a paragraph that its items bear out; null where none is left that cites one. */
function backedProse(paragraph: string, items: readonly DigestItem[]): string | null {
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
