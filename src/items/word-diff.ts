// One stretch of a title beside its neutral version. The `before` texts joined are the original, the `after` texts the
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

// "removed" beside "added" reads as one replacement; equal kinds read as one stretch.
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
