import type pg from "pg";
import { z } from "zod";
import { listAppFeeds } from "../../../feeds/app-feed-store.ts";
import { listFolders } from "../../../feeds/folder-store.ts";
import { findEntries, findItemNumbers, findStoryIds } from "../../../items/app-entry-store.ts";
import { type AppItem, loadAppItems } from "../../../items/app-stream-store.ts";
import { markNumbers } from "../../../items/item-state-store.ts";
import { parseSearch, searchCharsMax } from "../../../items/search-words.ts";
import { asOwner, type Call, styleOf } from "../app-call.ts";
import { markFeedsRead } from "../mark-feeds-read.ts";
import { presentAppItem } from "../present-app-item.ts";
import type { Outcome } from "./own-call.ts";

const itemsPerPageMax = 200;
const flag = (description: string) => z.enum(["true", "false"]).optional().meta({ description });

const time = z.iso.datetime({ offset: true, error: "write it as 2026-11-01T08:00:00Z" });

export const itemsQuery = z.object({
  unread: flag("true: only unread ones; false: only read ones."),
  starred: flag("true: only starred ones; false: only others."),
  feed: z.uuid().optional().meta({ description: "Of this feed." }),
  folder: z.uuid().optional().meta({ description: "Of the feeds in this folder." }),
  search: z
    .string()
    .max(searchCharsMax)
    .optional()
    .meta({ description: 'Words that must all be there, "words in this order", and -words that must not.' }),
  since: time.optional().meta({ description: "Which came to you at this time or later, as 2026-11-01T08:00:00Z." }),
  html: flag("true: with the cleaned text."),
  limit: z
    .string()
    .regex(/^(?:[1-9]\d?|1\d\d|200)$/, `must be 1 to ${itemsPerPageMax}`)
    .optional()
    .meta({ description: `How many, 1 to ${itemsPerPageMax}; 50 if not said.` }),
  cursor: z
    .string()
    .regex(/^[1-9]\d{0,17}$/, "is none of ours")
    .optional()
    .meta({ description: "next of the page before." }),
});

/** The last that came first. A page goes on where the one before ended, whatever was marked or came in meanwhile. */
export async function listItems(call: Call, asked: z.infer<typeof itemsQuery>): Promise<Outcome> {
  const size = Number(asked.limit ?? 50);
  const parsed = asked.search === undefined ? null : parseSearch(asked.search);
  return asOwner(call, async (tx) => {
    const feedIds = await chosenFeeds(tx, asked);
    if (feedIds === "unknown") return unknown;
    if (parsed?.kind === "empty" || feedIds?.length === 0) return { answer: { items: [], next: null } };
    const question = {
      feedIds,
      isRead: asked.unread === undefined ? null : asked.unread === "false",
      isStarred: asked.starred === undefined ? null : asked.starred === "true",
      tsquery: parsed?.tsquery ?? null,
      cameAfterUs: asked.since === undefined ? null : BigInt(Date.parse(asked.since)) * 1_000n,
      beforeNumber: asked.cursor ?? null,
      size: size + 1,
    };
    const { numbers } = await findEntries(tx, question, call.now);
    const items = await present(tx, call, { numbers: numbers.slice(0, size), isFull: asked.html === "true" });
    return { answer: { items, next: numbers.length > size ? (numbers[size - 1] ?? null) : null } };
  });
}

const unknown = { status: 404, why: "You have no such feed or folder." } as const;
const unknownItem = { status: 404, why: "You have no such item." } as const;

/** Null: all. */
async function chosenFeeds(
  tx: pg.PoolClient,
  { feed, folder }: { feed?: string | undefined; folder?: string | undefined },
): Promise<string[] | null | "unknown"> {
  if (feed === undefined && folder === undefined) return null;
  const feeds = await listAppFeeds(tx);
  if (feed !== undefined && !feeds.some(({ id }) => id === feed)) return "unknown";
  const inFolder = folder === undefined ? null : (await listFolders(tx)).find(({ id }) => id === folder);
  if (inFolder === undefined) return "unknown";
  return feeds
    .filter(({ id, folderName }) => (feed ?? id) === id && (inFolder === null || folderName === inFolder.name))
    .map(({ feedId }) => feedId);
}

type Wanted = { numbers: readonly string[]; isFull: boolean };

async function present(tx: pg.PoolClient, call: Call, { numbers, isFull }: Wanted): Promise<object[]> {
  const items = await loadAppItems(tx, numbers);
  const feeds = await listAppFeeds(tx, [...new Set(items.map(({ subscription }) => subscription))]);
  const stories = await findStoryIds(
    tx,
    items.map(({ id }) => id),
  );
  const feedIds = new Map(feeds.map(({ number, id }) => [number, id]));
  const style = styleOf(call);
  return items.map((item: AppItem) => {
    const { title, author, url, html } = presentAppItem(item, style);
    return {
      id: item.id,
      url,
      title,
      original_title: item.title,
      author: author || null,
      published_at: item.pubDate.toISOString(),
      came_at: new Date(Number(BigInt(item.cameUs) / 1_000n)).toISOString(),
      overall: item.overall,
      read: item.isRead,
      starred: item.isStarred,
      feed: { id: feedIds.get(item.subscription) ?? null, title: item.feedName },
      folder: item.folderName,
      story: stories.get(item.id) ?? null,
      ...(isFull && { html }),
    };
  });
}

export async function sendItem(call: Call): Promise<Outcome> {
  return asOwner(call, async (tx) => {
    const numbers = await findItemNumbers(tx, [call.c.req.param("id") ?? ""]);
    const [item] = await present(tx, call, { numbers, isFull: true });
    return item === undefined ? unknownItem : { answer: item };
  });
}

const marks = { read: z.boolean().optional(), starred: z.boolean().optional() };
export const itemBody = z.object(marks);
export const marksBody = z.object({ items: z.array(z.uuid()).min(1).max(10_000), ...marks });

export async function changeItem(call: Call, { read, starred }: z.infer<typeof itemBody>): Promise<Outcome> {
  const id = call.c.req.param("id") ?? "";
  const isKnown = await mark(call, [id], { read, starred });
  return isKnown ? sendItem(call) : unknownItem;
}

/** Those of others are passed over. */
export async function markItems(call: Call, { items, read, starred }: z.infer<typeof marksBody>): Promise<Outcome> {
  await mark(call, items, { read, starred });
  return { done: true };
}

type Marks = { read?: boolean | undefined; starred?: boolean | undefined };

function mark(call: Call, ids: readonly string[], { read, starred }: Marks): Promise<boolean> {
  return asOwner(call, async (tx) => {
    const numbers = await findItemNumbers(tx, ids);
    const wanted = { ...(read !== undefined && { read }), ...(starred !== undefined && { starred }) };
    if (numbers.length > 0) await markNumbers(tx, numbers, wanted, call.now);
    return numbers.length > 0;
  });
}

export const readAllBody = z.object({
  feed: z.uuid().optional(),
  folder: z.uuid().optional(),
  until: time.optional(),
});

/** Everything, or what a feed or a folder has, that came until then. */
export async function markAllAsRead(call: Call, asked: z.infer<typeof readAllBody>): Promise<Outcome> {
  const { now } = call;
  const until = asked.until === undefined ? now : new Date(Math.min(Date.parse(asked.until), now.getTime()));
  return asOwner(call, async (tx) => {
    const feedIds = await chosenFeeds(tx, asked);
    if (feedIds === "unknown") return unknown;
    await markFeedsRead(tx, { feedIds, until, now });
    return { done: true };
  });
}
