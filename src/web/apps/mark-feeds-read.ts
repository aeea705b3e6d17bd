import type { Queryable } from "../../database/transaction.ts";
import { listFeedIdsBefore } from "../../feeds/app-feed-store.ts";
import { markAllRead } from "../../items/item-state-store.ts";

type Marked = {
  /** Null: all feeds of the person. */
  feedIds: readonly string[] | null;
  until: Date;
  now: Date;
};

/** What came to the person until then. What a feed had before it was subscribed to came with the subscription. */
export async function markFeedsRead(tx: Queryable, { feedIds, until, now }: Marked): Promise<void> {
  const before = await listFeedIdsBefore(tx, until);
  const wanted = feedIds === null ? null : new Set(feedIds);
  const marked = before.filter((id) => wanted === null || wanted.has(id));
  if (marked.length > 0) await markAllRead(tx, { feedIds: marked, maxScore: null, seenUntil: until, upTo: null }, now);
}
