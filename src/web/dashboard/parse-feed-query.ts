export const statusFilters = ["all", "working", "pending", "error"] as const;
export type StatusFilter = (typeof statusFilters)[number];

/** Which part of a person's list is asked for; pages count from 1. */
export type FeedQuery = { search: string; status: StatusFilter; page: number };

export const wholeList: FeedQuery = { search: "", status: "all", page: 1 };

const searchCharsMax = 255;

/** Null where a parameter is none of ours; one that is absent or empty has its default. */
export function parseFeedQuery(parameters: Record<string, string>): FeedQuery | null {
  const { search = "", status = "", page = "" } = parameters;
  const knownStatus = statusFilters.find((known) => known === (status || wholeList.status));
  const isPage = /^[1-9]\d{0,5}$/.test(page || "1");
  if (knownStatus === undefined || !isPage || search.length > searchCharsMax || /\p{Cc}/u.test(search)) return null;
  return { search: search.trim(), status: knownStatus, page: Number(page || "1") };
}
