import { z } from "zod";
import { findReferredFeeds } from "../../../feeds/app-feed-store.ts";
import { findEntries } from "../../../items/app-entry-store.ts";
import { type AppItem, loadAppItems } from "../../../items/app-stream-store.ts";
import { markNumbers } from "../../../items/item-state-store.ts";
import { asOwner, type Call, styleOf } from "../app-call.ts";
import { markFeedsRead } from "../mark-feeds-read.ts";
import { presentAppItem } from "../present-app-item.ts";
import { feedIdsOfCategory } from "./category-calls.ts";
import { type FeedsView, loadFeeds, ownUserId } from "./present-feed.ts";
import { readEntryQuestion } from "./read-entry-question.ts";
import { done, notFound, numberIn, readBody, refuseCall, sendRest } from "./send-rest.ts";

/** All entries, or those of a feed or a category, as the query chooses. */
export async function listEntries(call: Call): Promise<Response> {
  const { c, parameters, now } = call;
  const asked = readEntryQuestion(parameters);
  if (typeof asked === "string") return refuseCall(c, 400, asked);
  const answer = await asOwner(call, async (tx) => {
    const { feedIds, isKnown } = await chosenFeeds(tx, call);
    if (!isKnown) return null;
    if (asked === null || feedIds?.length === 0) return { total: 0, entries: [] };
    const { numbers, total } = await findEntries(tx, { ...asked, feedIds, isCounted: true }, now);
    const items = await loadAppItems(tx, numbers);
    const present = presentIn(call, await loadFeedsOf(tx, call, items));
    return { total, entries: items.map(present) };
  });
  return answer === null ? notFound(call) : sendRest(c, answer);
}

type Tx = Parameters<typeof loadFeeds>[0];

function loadFeedsOf(tx: Tx, call: Call, items: readonly AppItem[]): Promise<FeedsView> {
  return loadFeeds(tx, call, [...new Set(items.map(({ subscription }) => subscription))]);
}

/** By the path, or by `category_id` and `feed_id` in the query. */
async function chosenFeeds(tx: Tx, call: Call): Promise<{ feedIds: string[] | null; isKnown: boolean }> {
  const { c, parameters } = call;
  const [feed = null, category = null] = [
    c.req.param("feed") ?? parameters.one("feed_id"),
    c.req.param("category") ?? parameters.one("category_id"),
  ].map((text) => (/^\d{1,18}$/.test(text) && Number(text) > 0 ? text : text === "" || text === "0" ? null : "wrong"));
  if (feed === "wrong" || category === "wrong") return { feedIds: null, isKnown: false };
  if (feed !== null) {
    const found = await findReferredFeeds(tx, [{ kind: "number", number: feed }]);
    return { feedIds: found.map(({ feedId }) => feedId), isKnown: found.length > 0 };
  }
  if (category === null) return { feedIds: null, isKnown: true };
  const feedIds = await feedIdsOfCategory(tx, category);
  return { feedIds, isKnown: feedIds !== null };
}

export async function sendEntry(call: Call): Promise<Response> {
  const number = numberIn(call, "entry");
  const entry = await asOwner(call, async (tx) => {
    const [item] = number === null ? [] : await loadAppItems(tx, [number]);
    return item === undefined ? null : presentIn(call, await loadFeedsOf(tx, call, [item]))(item);
  });
  return entry === null ? notFound(call) : sendRest(call.c, entry);
}

const idsMax = 10_000;
const entryChanges = z.object({
  entry_ids: z.array(z.int().positive()).min(1).max(idsMax),
  status: z.enum(["read", "unread"]),
});

/** Entries of others are passed over. */
export async function changeEntries(call: Call): Promise<Response> {
  const body = readBody(call, entryChanges);
  if (body === null) {
    return refuseCall(call.c, 400, `entry_ids must be 1 to ${idsMax} numbers, and status read or unread.`);
  }
  const marks = { read: body.status === "read" };
  await asOwner(call, (tx) => markNumbers(tx, body.entry_ids.map(String), marks, call.now));
  return done(call);
}

/** The only call of the protocol for stars: it turns them round. */
export async function toggleStar(call: Call): Promise<Response> {
  const number = numberIn(call, "entry");
  const isKnown = await asOwner(call, async (tx) => {
    const [item] = number === null ? [] : await loadAppItems(tx, [number]);
    if (item !== undefined) await markNumbers(tx, [item.number], { starred: !item.isStarred }, call.now);
    return item !== undefined;
  });
  return isKnown ? done(call) : notFound(call);
}

export async function markEverything(call: Call): Promise<Response> {
  if (call.c.req.param("id") !== String(ownUserId)) return refuseCall(call.c, 403, "Access Forbidden");
  const { now } = call;
  await asOwner(call, (tx) => markFeedsRead(tx, { feedIds: null, until: now, now }));
  return done(call);
}

const wordsPerMinute = 265;

function presentIn(call: Call, { feeds, present }: FeedsView): (item: AppItem) => object {
  const style = styleOf(call);
  const byNumber = new Map(feeds.map((feed) => [feed.number, feed]));
  return (item) => {
    const { title, author, url, html, enclosures } = presentAppItem(item, style);
    const feed = byNumber.get(item.subscription);
    const words = html.replace(/<[^>]*>/g, " ").match(/\S+/g)?.length ?? 0;
    return {
      id: Number(item.number),
      user_id: ownUserId,
      feed_id: Number(item.subscription),
      status: item.isRead ? "read" : "unread",
      hash: item.id.replaceAll("-", ""),
      title,
      url,
      comments_url: "",
      published_at: item.pubDate.toISOString(),
      created_at: new Date(Number(BigInt(item.cameUs) / 1_000n)).toISOString(),
      changed_at: item.updatedAt.toISOString(),
      content: html,
      author,
      share_code: "",
      starred: item.isStarred,
      reading_time: Math.max(1, Math.ceil(words / wordsPerMinute)),
      enclosures: enclosures.map((one, index) => ({
        // Unique within the entry; apps only compare them there.
        id: index + 1,
        user_id: ownUserId,
        entry_id: Number(item.number),
        url: one.url,
        mime_type: one.type,
        size: one.bytes,
        media_progression: 0,
      })),
      tags: [],
      feed: feed === undefined ? null : present(feed),
    };
  };
}
