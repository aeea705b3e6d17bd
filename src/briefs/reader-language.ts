import type { BriefItem } from "./brief.ts";

/** Accounts have no language: it is that of most items. "und" if none of them is known. */
export function findReaderLanguage(items: readonly BriefItem[]): string {
  const known = items.filter(({ language }) => language !== "und");
  const byLanguage = Map.groupBy(known, ({ language }) => language);
  return [...byLanguage].toSorted(([, a], [, b]) => b.length - a.length)[0]?.[0] ?? "und";
}
