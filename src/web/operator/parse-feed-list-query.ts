import { type PageQuery, parsePageQuery } from "./parse-page-query.ts";

export const feedListShows = ["published", "errors", "all"] as const;

export type FeedListQuery = PageQuery & { show: (typeof feedListShows)[number] };

/** Null where it makes no sense. */
export function parseFeedListQuery(given: Record<string, string>): FeedListQuery | null {
  const show = feedListShows.find((one) => one === (given["show"] ?? "published"));
  const part = parsePageQuery(given);
  return show === undefined || part === null ? null : { show, ...part };
}
