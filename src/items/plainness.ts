import type { AnalyzerResult } from "./analyzer-result.ts";

export const wordingLevels = ["plain", "mild", "loaded", "heavy"] as const;
export type WordingLevel = (typeof wordingLevels)[number];

// `overall` is the share of such titles that editors call clearly loaded: below 0.15 hardly one, from 0.34 every second.
/** From here a report is loaded. */
export const loadedFrom = 0.34;

/** The lowest and the highest score of a level, with the two decimals that rules compare. */
export const levelScores: Record<WordingLevel, { from: number; upTo: number }> = {
  plain: { from: 0, upTo: 0.14 },
  mild: { from: 0.15, upTo: 0.33 },
  loaded: { from: loadedFrom, upTo: 0.59 },
  heavy: { from: 0.6, upTo: 1 },
};
const levelEnds = [levelScores.mild.from, levelScores.loaded.from, levelScores.heavy.from];

/** How loaded the wording of a report is, how much its title teases and how much it hedges, 0 to 1; null: not analysed yet. */
export type Wording = { overall: number | null; clickbait: number | null; speculative?: number | null };

/**
 * The plainest level first; within it the report that says what is, not what may be, then the lower scores. What nobody has
 * read yet comes last. Of equals the earliest should lead.
 */
export function comparePlainness(a: Wording, b: Wording): number {
  return (
    levelStep(a.overall) - levelStep(b.overall) ||
    (a.speculative ?? 0) - (b.speculative ?? 0) ||
    (a.overall ?? 2) - (b.overall ?? 2) ||
    (a.clickbait ?? 2) - (b.clickbait ?? 2)
  );
}

/**
 * The same order in SQL, of `items` and `item_index`. With `isOwn`, which says whether a report is in the reader's language, the first
 * is the one that `leadFor` chooses.
 */
export function plainnessOrder(item: string, index: string, isOwn: string | null = null): string {
  const step = `width_bucket(${item}.rating::float8, array[${levelEnds.join(", ")}]::float8[])`;
  const own = isOwn === null ? "" : `${isOwn} desc nulls last, `;
  return `${step} nulls last, ${own}${index}.speculative nulls last, ${item}.rating nulls last, ${index}.clickbait nulls last`;
}

// From here a title makes curious instead of telling, or is loud in several ways at once.
const clickbaitMin = 0.5;
const overallMin = 0.6;

/** Whether its title is a teaser, which is not quoted where a plainer report tells the same. */
export function isTeaser({ overall, clickbait }: Wording): boolean {
  return (clickbait ?? 0) >= clickbaitMin || (overall ?? 0) >= overallMin;
}

/** What the panels of an item need and its own analysis may lack. */
type Lacking = "summary" | "facts";
type AnalysedItem = { id: string; pubDate: Date; analysis: AnalyzerResult | null };

/**
 * The report of the same story that speaks for an item without plain sentences of its own: the plainest that has some, one in
 * the item's language first. Null if the item needs none, or no report has any.
 */
export function findStandIn<Item extends AnalysedItem>(
  item: Item,
  reports: readonly Item[],
  what: Lacking,
): Item | null {
  const { analysis } = item;
  if (analysis === null || analysis[what].length > 0) return null;
  const isForeign = (report: Item) => Number(report.analysis?.language !== analysis.language);
  const wordingOf = (report: Item) => report.analysis ?? { overall: null, clickbait: null };
  const able = reports.filter((report) => report.id !== item.id && (report.analysis?.[what].length ?? 0) > 0);
  return (
    able.toSorted(
      (a, b) =>
        isForeign(a) - isForeign(b) ||
        comparePlainness(wordingOf(a), wordingOf(b)) ||
        a.pubDate.getTime() - b.pubDate.getTime(),
    )[0] ?? null
  );
}

function levelStep(overall: number | null): number {
  return overall === null ? wordingLevels.length : levelEnds.filter((end) => overall >= end).length;
}

/** The word for a wording score; null if nobody has read the item yet. */
export function wordingLevel(overall: number | null): WordingLevel | null {
  return wordingLevels[levelStep(overall)] ?? null;
}

type Told = { overall: number | null; language: string | null };

/**
 * The report that leads a story for a reader of this language. `reports` come the plainest first; of those as plain as the
 * first, one in the reader's own language leads.
 */
export function leadFor<Report extends Told>(reports: readonly Report[], language: string): Report | undefined {
  const [first] = reports;
  const own = reports.find((report) => {
    return report.language === language && levelStep(report.overall) === levelStep(first?.overall ?? null);
  });
  return own ?? first;
}
