import type { BriefSection } from "./brief.ts";
import { type BriefParagraph, type BriefPiece, parseBriefText } from "./parse-brief-text.ts";
import { type CitedItem, pathOf, type ShownBrief } from "./shown-brief-store.ts";

/** What a number in a brief leads to: a story with its reports, or one item. Null: an item the person no longer gets. */
export type BriefReference = { path: string; title: string; outlets: number; feedName: string } | null;

/** A brief as it is shown: on the page, on paper, by mail. References count from 1. */
export type LaidOutBrief = {
  sections: { heading: Pick<BriefSection, "kind" | "name"> | null; paragraphs: BriefParagraph[] }[];
  references: BriefReference[];
};

/** Paragraphs under their headings. Reports of the same story are one reference, which opens the story. */
export function layOutBrief({
  content,
  sections,
  items,
}: Pick<ShownBrief, "content" | "sections" | "items">): LaidOutBrief {
  const placeOf = new Map<string, number>();
  const references: BriefReference[] = [];
  const numberOf = (cited: number): number => {
    const item = items[cited - 1] ?? null;
    const key = item?.storyId ?? `gone ${cited}`;
    const known = placeOf.get(key) ?? references.push(item && referenceTo(item));
    placeOf.set(key, known);
    return known;
  };
  const paragraphs = parseBriefText(content)
    .filter(({ isNotice }) => !isNotice)
    .map(({ pieces, isNotice }) => ({ pieces: renumbered(pieces, numberOf), isNotice }));
  return { sections: divided(paragraphs, sections), references };
}

function referenceTo(item: CitedItem): BriefReference {
  const { title, outlets, feedName } = item;
  return { path: pathOf(item), title, outlets, feedName };
}

/** A number stands once in a row of references. */
function renumbered(pieces: readonly BriefPiece[], numberOf: (cited: number) => number): BriefPiece[] {
  const shown: BriefPiece[] = [];
  let row = new Set<number>();
  for (const piece of pieces) {
    if (piece.kind !== "reference") {
      row = new Set();
      shown.push(piece);
      continue;
    }
    const number = numberOf(piece.number);
    if (!row.has(number)) shown.push({ kind: "reference", number });
    row.add(number);
  }
  return shown;
}

/** An old brief has no sections; what a wrong count leaves over stands without a heading. */
function divided(paragraphs: readonly BriefParagraph[], sections: readonly BriefSection[]): LaidOutBrief["sections"] {
  let from = 0;
  const headed = sections.map(({ kind, name, paragraphs: count }) => {
    const part = paragraphs.slice(from, from + count);
    from += count;
    return { heading: { kind, name }, paragraphs: part };
  });
  const left = paragraphs.slice(from);
  return [...headed, { heading: null, paragraphs: left }].filter((part) => part.paragraphs.length > 0);
}
