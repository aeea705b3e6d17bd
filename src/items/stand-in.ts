import type { ListedItem } from "./listed-item-store.ts";
import { comparePlainness } from "./plainness.ts";

/** What the panels of an item need and its own analysis may lack. */
type Lacking = "summary" | "facts";

/**
 * The report of the same story that speaks for an item without plain sentences of its own: the plainest that has some, one in
 * the item's language first. Null if the item needs none, or no report has any.
 */
export function findStandIn(item: ListedItem, reports: readonly ListedItem[], what: Lacking): ListedItem | null {
  const { analysis } = item;
  if (analysis === null || analysis[what].length > 0) return null;
  const isForeign = (report: ListedItem) => Number(report.analysis?.language !== analysis.language);
  const wordingOf = (report: ListedItem) => report.analysis ?? { overall: null, clickbait: null };
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
