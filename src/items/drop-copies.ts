/** A page that an outlet has in several of its feeds is one report: the first of them stays. `page` is the item's hash. */
export function dropCopies<Report extends { outlet: string; page: string }>(reports: readonly Report[]): Report[] {
  const seen = new Set<string>();
  return reports.filter(({ outlet, page }) => {
    const key = `${page} ${outlet}`;
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}

/** How many outlets wrote these. */
export function countOutlets(reports: readonly { outlet: string }[]): number {
  return new Set(reports.map(({ outlet }) => outlet)).size;
}
