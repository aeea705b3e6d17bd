import { isUuid } from "../../ids.ts";
import type { NeighbourScope } from "../../items/article-store.ts";

/** The list from which an article was opened. `query` is the list's own, as it is in its address. */
export type ArticleList = { query: string | null; scope: NeighbourScope | null };

const queryCharsMax = 500;

/**
 * Reads `?list=`, which holds the query of the list: `feed`, `folder`, `view`. Without it the neighbours are those of the same
 * feed. What a search found has no neighbours: nobody knows its order here.
 */
export function parseArticleList(written: string | undefined, feedId: string): ArticleList {
  const ownFeed = { feedId, folderId: null, isUnread: false };
  if (written === undefined || written.length > queryCharsMax) return { query: null, scope: ownFeed };
  const parameters = new URLSearchParams(written);
  const [feed, folder] = ["feed", "folder"].map((name) => parameters.get(name) ?? "");
  const isSearch = (parameters.get("search") ?? parameters.get("q") ?? "") !== "";
  const isUnread = parameters.get("view") === "unread";
  const scope = { feedId: uuidOrNull(feed), folderId: uuidOrNull(folder), isUnread };
  return { query: parameters.toString(), scope: isSearch || parameters.get("view") === "starred" ? null : scope };
}

function uuidOrNull(text: string | undefined): string | null {
  return text !== undefined && isUuid(text) ? text : null;
}

/** Back to the list. */
export function listAddress({ query }: ArticleList): string {
  return query === null || query === "" ? "/stream" : `/stream?${query}`;
}

/** The address of an item in the same list. `isKept`: opening it does not mark it read. */
export function articleAddress(itemId: string, { query }: ArticleList, isKept = false): string {
  const parameters = new URLSearchParams({ ...(query !== null && { list: query }), ...(isKept && { keep: "unread" }) });
  return parameters.size === 0 ? `/items/${itemId}` : `/items/${itemId}?${parameters.toString()}`;
}
