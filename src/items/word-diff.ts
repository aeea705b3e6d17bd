// One stretch of a title next to its neutral version. The `before` texts joined are the original, the `after` texts the
// new one, white space included; `start` is the place of `before` in the original.
export type DiffPart = {
  kind: "same" | "case" | "replaced" | "removed" | "added";
  before: string;
  after: string;
  start: number;
};

// A title of 1,000 characters has at most 500 words, its corrected version at most 1,000; the table has words² cells.
const wordsMax = 1_000;

export function wordDiff(before: string, after: string): DiffPart[] {
  const [old, fresh] = [splitWords(before), splitWords(after)];
  if (Math.max(old.length, fresh.length) > wordsMax) return withStarts([toPart(before, after)]);
  return withStarts(joinNeighbours(alignWords(old, fresh)));
}

type UnplacedPart = Omit<DiffPart, "start">;

/**
 * A word keeps the white space that follows it, so that joining the parts gives the text back. What ends a sentence is a
 * word of its own: "disgrace!" that becomes "disgrace" lost a mark and no word.
 */
export function splitWords(text: string): string[] {
  return (
    text.match(/^\s+|(?:[\p{L}\p{M}\p{N}]+(?:[^\s\p{L}\p{M}\p{N}]+[\p{L}\p{M}\p{N}]+)*|[^\s\p{L}\p{M}\p{N}]+)\s*/gu) ??
    []
  );
}

function alignWords(old: readonly string[], fresh: readonly string[]): UnplacedPart[] {
  const lengths = commonLengths(old, fresh);
  const parts: UnplacedPart[] = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < fresh.length) {
    if (i < old.length && j < fresh.length && sameWord(old[i]!, fresh[j]!)) {
      parts.push(toPart(old[i]!, fresh[j]!));
      [i, j] = [i + 1, j + 1];
    } else if (j >= fresh.length || (i < old.length && lengths[i + 1]![j]! >= lengths[i]![j + 1]!)) {
      parts.push(toPart(old[i]!, ""));
      i += 1;
    } else {
      parts.push(toPart("", fresh[j]!));
      j += 1;
    }
  }
  return parts;
}

// lengths[i][j]: how many words old[i…] and fresh[j…] share in order.
function commonLengths(old: readonly string[], fresh: readonly string[]): Uint16Array[] {
  const lengths = Array.from({ length: old.length + 1 }, () => new Uint16Array(fresh.length + 1));
  for (let i = old.length - 1; i >= 0; i -= 1) {
    for (let j = fresh.length - 1; j >= 0; j -= 1) {
      lengths[i]![j] = sameWord(old[i]!, fresh[j]!)
        ? lengths[i + 1]![j + 1]! + 1
        : Math.max(lengths[i + 1]![j]!, lengths[i]![j + 1]!);
    }
  }
  return lengths;
}

function sameWord(a: string, b: string): boolean {
  return a.trim().toLowerCase() === b.trim().toLowerCase();
}

function toPart(before: string, after: string): UnplacedPart {
  return { kind: kindOf(before, after), before, after };
}

function kindOf(before: string, after: string): DiffPart["kind"] {
  if (before.trim() === after.trim()) return "same";
  if (before === "") return "added";
  if (after === "") return "removed";
  return sameWord(before, after) ? "case" : "replaced";
}

// "removed" next to "added" reads as one replacement; equal kinds read as one stretch.
function joinNeighbours(parts: readonly UnplacedPart[]): UnplacedPart[] {
  const joined: UnplacedPart[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (last && (last.kind === part.kind || (changesWords(last) && changesWords(part)))) {
      joined[joined.length - 1] = toPart(last.before + part.before, last.after + part.after);
    } else {
      joined.push(part);
    }
  }
  return joined;
}

function changesWords({ kind }: UnplacedPart): boolean {
  return kind === "removed" || kind === "added" || kind === "replaced";
}

function withStarts(parts: readonly UnplacedPart[]): DiffPart[] {
  let start = 0;
  return parts
    .filter(({ before, after }) => before + after !== "")
    .map((part) => {
      const placed = { ...part, start };
      start += part.before.length;
      return placed;
    });
}

/**
 * What changed between two versions of a text, in its order. A beginning and an end that stayed the same are set aside first,
 * so that a word changed in a long text costs little; a long text that was rewritten is one replacement.
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
