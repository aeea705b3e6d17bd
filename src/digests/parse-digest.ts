import { plainText } from "../chat/plain-text.ts";
import type { Digest, DigestItem } from "./digest.ts";

const paragraphsMax = 5;
const paragraphCharsMax = 2_000;

/** [3], [3, 7], [3][7], [3–5]. */
const reference = /\[(\d{1,3}(?:\s*[,;–-]\s*\d{1,3})*)\]/gu;

/**
 * What of a model's text can be stood up for: paragraphs that cite items, only items that exist, and only numbers that
 * the cited items have. The references are counted anew in the order of the text. null: nothing is left.
 */
export function parseDigest(text: string, items: readonly DigestItem[]): Pick<Digest, "content" | "itemRefs"> | null {
  const paragraphs = text
    .split(/\n+/u)
    .map((paragraph) => plainText(paragraph, paragraphCharsMax))
    .filter((paragraph) => isBacked(paragraph, items))
    .slice(0, paragraphsMax);
  if (paragraphs.length === 0) return null;

  const cited = [...new Set(paragraphs.flatMap(citedNumbers))];
  const renumber = (list: string) => numbersIn(list).map((number) => `[${cited.indexOf(number) + 1}]`);
  const content = paragraphs
    .map((paragraph) => paragraph.replaceAll(reference, (_, list: string) => renumber(list).join("")))
    .join("\n\n");
  return { content, itemRefs: cited.map((number) => items[number - 1]!.id) };
}

function isBacked(paragraph: string, items: readonly DigestItem[]): boolean {
  const cited = citedNumbers(paragraph).map((number) => items[number - 1]);
  if (cited.length === 0 || cited.includes(undefined)) return false;
  const source = cited.map((item) => `${item?.title} ${item?.summary} ${item?.feedName}`).join(" ");
  const known = new Set(digitsIn(source));
  return digitsIn(paragraph.replaceAll(reference, "")).every((digits) => known.has(digits));
}

function citedNumbers(paragraph: string): number[] {
  return [...paragraph.matchAll(reference)].flatMap(([, list]) => numbersIn(list!));
}

function numbersIn(list: string): number[] {
  return list.split(/[,;]/u).flatMap((part) => {
    const [from, to] = part.split(/[–-]/u).map(Number) as [number, number?];
    return Array.from({ length: Math.max(1, (to ?? from) - from + 1) }, (_, offset) => from + offset);
  });
}

function digitsIn(text: string): string[] {
  return text.match(/\p{Nd}+/gu) ?? [];
}
