import type { Queryable } from "../../database/transaction.ts";
import type { ListQuestion } from "../../items/item-list-store.ts";
import { findStoryLeads } from "../../items/stream-item-store.ts";

/** Which report each row shows: a story's plainest in the list, except where the list is of reports: of one feed, starred or hidden. */
export async function findLeads(
  tx: Queryable,
  ids: readonly string[],
  { view, feedIds, tsquery, readSince }: ListQuestion,
  language: string,
): Promise<readonly string[]> {
  if (feedIds?.length === 1 || (view !== "all" && view !== "unread")) return ids;
  const unreadSince = view === "unread" ? (readSince ?? "infinity") : null;
  return findStoryLeads(tx, ids, { feedIds, unreadSince, tsquery, language });
}
