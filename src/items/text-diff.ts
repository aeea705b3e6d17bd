import { splitWords, wordDiff, type DiffPart } from "./word-diff.ts";

/**
 * What changed between two versions of a text, in its order. Beginning and end that stayed the same are set aside first,
 * so that a word changed in a long text costs little; a long text written anew is told as one replacement.
 */
export function textDiff(before: string, after: string): DiffPart[] {
  const [old, fresh] = [splitWords(before), splitWords(after)];
  const head = countSame(old, fresh);
  const tail = countSame(old.slice(head).toReversed(), fresh.slice(head).toReversed());

  const start = old.slice(0, head).join("");
  const middle = wordDiff(old.slice(head, old.length - tail).join(""), fresh.slice(head, fresh.length - tail).join(""));
  const end = old.slice(old.length - tail).join("");
  return [
    same(start, 0),
    ...middle.map((part) => ({ ...part, start: part.start + start.length })),
    same(end, before.length - end.length),
  ].filter((part) => part.before + part.after !== "");
}

function countSame(a: readonly string[], b: readonly string[]): number {
  const differ = a.findIndex((word, place) => word !== b[place]);
  return differ < 0 ? a.length : differ;
}

function same(text: string, start: number): DiffPart {
  return { kind: "same", before: text, after: text, start };
}
