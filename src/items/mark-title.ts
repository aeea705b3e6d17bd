import type { Technique, TechniqueId } from "./analyzer-result.ts";
import { wordDiff, type DiffPart } from "./word-diff.ts";

/** A stretch of the original title: whether our title does without it, and what was found in it. */
export type TitlePart = { text: string; change: "none" | "gone" | "case"; techniques: TechniqueId[] };

/** The original title cut wherever a change or a finding begins or ends; the parts joined are the title. */
export function markTitle(original: string, corrected: string, techniques: readonly Technique[]): TitlePart[] {
  const changes = wordDiff(original, corrected)
    .filter(({ before }) => before !== "")
    .map(({ kind, before, start }) => ({ start, end: start + before.trimEnd().length, change: changeOf(kind) }));
  const found = techniques.flatMap(({ id, span }) => (span?.field === "title" ? [{ ...span, id }] : []));
  const cuts = [0, original.length, ...[...changes, ...found].flatMap(({ start, end }) => [start, end])];
  const places = [...new Set(cuts)].filter((place) => place >= 0 && place <= original.length).toSorted((a, b) => a - b);

  return places.slice(0, -1).map((start, index) => {
    const end = places[index + 1] ?? start;
    const covers = (range: { start: number; end: number }) => range.start <= start && end <= range.end;
    return {
      text: original.slice(start, end),
      change: changes.find(covers)?.change ?? "none",
      techniques: [...new Set(found.filter(covers).map(({ id }) => id))],
    };
  });
}

function changeOf(kind: DiffPart["kind"]): TitlePart["change"] {
  if (kind === "removed" || kind === "replaced") return "gone";
  return kind === "case" ? "case" : "none";
}
