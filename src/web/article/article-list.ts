import { withParameters } from "../kit/with-parameters.ts";
import { parseStreamQuery, type StreamQuery, wholeStream } from "../stream/stream-query.ts";

/** The list from which an article was opened: `query` as it is in the list's address, `list` what it asks for. */
export type ArticleList = { query: string | null; list: StreamQuery };

// A search of 200 characters, each of which an address may write with nine signs.
const queryCharsMax = 2_500;

/**
 * Reads `?list=`, which holds the query of the list (stream-query.ts). Without one that we understand the neighbours are those
 * of the same feed.
 */
export function parseArticleList(written: string | undefined, feedId: string): ArticleList {
  const isWritten = written !== undefined && written.length <= queryCharsMax;
  const parameters = new URLSearchParams(isWritten ? written : "");
  const list = isWritten ? parseStreamQuery({ view: "all", ...Object.fromEntries(parameters) }) : null;
  if (list === null) return { query: null, list: { ...wholeStream, view: "all", feedId } };
  return { query: parameters.toString(), list };
}

/** Back to the list. */
export function listAddress({ query }: ArticleList): string {
  return query === null || query === "" ? "/stream" : `/stream?${query}`;
}

/** The address of an item in the same list. `isKept`: opening it does not mark it read. */
export function articleAddress(itemId: string, { query }: ArticleList, isKept = false): string {
  return withParameters(`/items/${itemId}`, {
    ...(query !== null && { list: query }),
    ...(isKept && { keep: "unread" }),
  });
}
