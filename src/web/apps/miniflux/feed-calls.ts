import type pg from "pg";
import { z } from "zod";
import { findReferredFeeds, type FoundFeed } from "../../../feeds/app-feed-store.ts";
import { arrangeSubscriptions, unsubscribe } from "../../../feeds/subscription-store.ts";
import { countReadOfApp, countUnreadOfApp } from "../../../items/app-stream-store.ts";
import type { RateLimit } from "../../public/rate-limit.ts";
import { asOwner, type Call } from "../app-call.ts";
import { addFeed, exportFeeds, importFeeds, renameFeed } from "../change-feeds.ts";
import { loadIcons } from "../load-icons.ts";
import { markFeedsRead } from "../mark-feeds-read.ts";
import { sendBody } from "../send-to-app.ts";
import { feedIdsOfCategory, findFolder } from "./category-calls.ts";
import { loadFeeds, rootCategory } from "./present-feed.ts";
import { done, notFound, numberIn, readBody, refuseCall, sendCreated, sendRest } from "./send-rest.ts";

/** All feeds, or those of a category. */
export async function listFeeds(call: Call): Promise<Response> {
  const shown = await asOwner(call, async (tx) => {
    const { feeds, present } = await loadFeeds(tx, call);
    if (call.c.req.param("category") === undefined) return feeds.map(present);
    const wanted = await feedIdsOfCategory(tx, numberIn(call, "category"));
    return wanted === null ? null : feeds.filter(({ feedId }) => wanted.includes(feedId)).map(present);
  });
  return shown === null ? notFound(call) : sendRest(call.c, shown);
}

async function loadFeed(tx: pg.PoolClient, call: Call, number: string | null): Promise<object | null> {
  if (number === null) return null;
  const { feeds, present } = await loadFeeds(tx, call, [number]);
  return feeds[0] === undefined ? null : present(feeds[0]);
}

export async function sendFeed(call: Call): Promise<Response> {
  const feed = await asOwner(call, (tx) => loadFeed(tx, call, numberIn(call, "feed")));
  return feed === null ? notFound(call) : sendRest(call.c, feed);
}

const newFeedBody = z.object({ feed_url: z.string(), category_id: z.int().nullish() });

/** On the list at once, before its first fetch. What is there already is answered with its number. */
export async function createFeed(call: Call): Promise<Response> {
  const body = readBody(call, newFeedBody);
  if (body === null) return refuseCall(call.c, 400, "feed_url is missing.");
  const added = await asOwner(call, async (tx) => {
    const category = body.category_id ?? rootCategory.id;
    const folder = category === rootCategory.id ? null : await findFolder(tx, String(category));
    if (folder === null && category !== rootCategory.id) return "There is no such category.";
    const feed = await addFeed(tx, call, { url: body.feed_url.trim(), name: "" });
    if (typeof feed !== "string" && folder !== null) {
      await arrangeSubscriptions(tx, [feed.id], { folderId: folder.id }, call.now);
    }
    return feed;
  });
  return typeof added === "string"
    ? refuseCall(call.c, 400, added)
    : sendCreated(call.c, { feed_id: Number(added.number) });
}

const feedChanges = z.object({ title: z.string().nullish(), category_id: z.int().nullish() });

/** Its name and its category. The other settings of Miniflux are accepted and not stored. */
export async function changeFeed(call: Call): Promise<Response> {
  const body = readBody(call, feedChanges);
  if (body === null) return refuseCall(call.c, 400, "The body must be JSON with a title or a category_id.");
  const { title, category_id: category = null } = body;
  const changed = await asOwner(call, async (tx) => {
    const feed = await findFeed(tx, call);
    if (feed === null) return null;
    const folder = category === null ? null : await findFolder(tx, String(category));
    if (category !== null && category !== rootCategory.id && folder === null) return "There is no such category.";
    await renameFeed(tx, call, { feed, name: title ?? "" });
    if (category !== null) await arrangeSubscriptions(tx, [feed.id], { folderId: folder?.id ?? null }, call.now);
    return loadFeed(tx, call, feed.number);
  });
  if (changed === null) return notFound(call);
  return typeof changed === "string" ? refuseCall(call.c, 400, changed) : sendCreated(call.c, changed);
}

async function findFeed(tx: pg.PoolClient, call: Call): Promise<FoundFeed | null> {
  const number = numberIn(call, "feed");
  if (number === null) return null;
  const [feed] = await findReferredFeeds(tx, [{ kind: "number", number }]);
  return feed ?? null;
}

export async function removeFeed(call: Call): Promise<Response> {
  const feed = await asOwner(call, async (tx) => {
    const found = await findFeed(tx, call);
    if (found !== null) await unsubscribe(tx, found.id, call.now);
    return found;
  });
  return feed === null ? notFound(call) : done(call);
}

export async function markFeed(call: Call): Promise<Response> {
  const { now } = call;
  const feed = await asOwner(call, async (tx) => {
    const found = await findFeed(tx, call);
    if (found !== null) await markFeedsRead(tx, { feedIds: [found.feedId], until: now, now });
    return found;
  });
  return feed === null ? notFound(call) : done(call);
}

/** By the number of a feed, which is that of its icon too. */
export async function sendIcon(call: Call): Promise<Response> {
  const found = await asOwner(call, async (tx) => {
    const feed = await findFeed(tx, call);
    if (feed === null) return null;
    const address = (await call.parts.media.icons.addressesOf(tx, [feed.feedId])).get(feed.feedId);
    return address === undefined ? null : { address, id: Number(feed.number) };
  });
  if (found === null) return notFound(call);
  const [icon] = await loadIcons(call.parts, [found.address]);
  if (icon === undefined) return notFound(call);
  return sendRest(call.c, { id: found.id, mime_type: icon.type, data: icon.data, external_id: "" });
}

/** How many items of each feed are read and unread. */
export async function listCounters(call: Call): Promise<Response> {
  const { reads, unreads } = await asOwner(call, async (tx) => ({
    reads: await countReadOfApp(tx),
    unreads: await countUnreadOfApp(tx, call.now),
  }));
  return sendRest(call.c, {
    reads: Object.fromEntries(reads.map(({ subscription, read }) => [subscription, read])),
    unreads: Object.fromEntries(unreads.map(({ subscription, unread }) => [subscription, unread])),
  });
}

export async function sendExport(call: Call): Promise<Response> {
  return sendBody(call.c, await exportFeeds(call), { type: "application/xml; charset=utf-8" });
}

export async function importOpml(call: Call): Promise<Response> {
  const fault = await importFeeds(call);
  if (fault !== null) return refuseCall(call.c, 400, fault);
  return sendCreated(call.c, { message: "Feeds imported successfully" });
}

/** The feeds at an address. */
export async function discover(call: Call, lookups: RateLimit): Promise<Response> {
  const body = readBody(call, z.object({ url: z.string().max(4_000) }));
  if (body === null) return refuseCall(call.c, 400, "url is missing.");
  const waitSeconds = lookups.take(call.access.personId);
  if (waitSeconds !== null) {
    call.c.header("Retry-After", String(waitSeconds));
    return refuseCall(call.c, 429, `Too many new feeds at once. Try again in ${waitSeconds} s.`);
  }
  const found = await call.parts.feeds.findFeeds(body.url);
  if (found.kind !== "found") return refuseCall(call.c, 404, found.sentence);
  return sendRest(
    call.c,
    found.feeds.map(({ url, title }) => ({ url, title: title ?? url, type: "rss" })),
  );
}
