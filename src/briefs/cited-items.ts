/** [3], [3, 7], [3][7], [3–5]. */
export const reference = /\[(\d{1,3}(?:\s*[,;–-]\s*\d{1,3})*)\]/gu;

/** A statement is based on a few items. One that cites a hundred cites none. */
const rangeItemsMax = 10;
const citationsMax = 40;

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

const spacedReference = new RegExp(`\\s?${reference.source}`, "gu");

/**
 * Without the footnotes of an item ("40,000 people.[3]"), which would lead to the third item of the brief. Where brackets are nested, cutting
 * one out makes the next.
 */
export function withoutReferences(text: string): string {
  const without = text.replaceAll(spacedReference, "");
  return without === text ? text : withoutReferences(without);
}
