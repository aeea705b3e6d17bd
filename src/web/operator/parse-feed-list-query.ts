export const feedListShows = ["published", "errors", "all"] as const;

export type FeedListQuery = { show: (typeof feedListShows)[number]; search: string; page: number };

const searchCharsMax = 255;
const pageMax = 100_000;

/** Null where it makes no sense. */
export function parseFeedListQuery(given: Record<string, string>): FeedListQuery | null {
  const { show = "published", search = "", page = "1" } = given;
  const known = feedListShows.find((one) => one === show);
  const isFit = search.length <= searchCharsMax && !search.includes("\0") && search.isWellFormed();
  const isPage = /^[1-9]\d{0,5}$/.test(page) && Number(page) <= pageMax;
  return known === undefined || !isFit || !isPage ? null : { show: known, search: search.trim(), page: Number(page) };
}
