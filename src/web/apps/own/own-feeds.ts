import type pg from "pg";
import { z } from "zod";
import { type AppFeed, findReferredFeeds, type FoundFeed, listAppFeeds } from "../../../feeds/app-feed-store.ts";
import { createFolder, deleteFolder, listFolders, renameFolder } from "../../../feeds/folder-store.ts";
import { arrangeSubscriptions, unsubscribe } from "../../../feeds/subscription-store.ts";
import { countUnreadOfApp } from "../../../items/app-stream-store.ts";
import { appAddresses } from "../app-address.ts";
import { asOwner, type Call } from "../app-call.ts";
import { addFeed, renameFeed } from "../change-feeds.ts";
import type { Outcome } from "./own-call.ts";

const unknownFeed = { status: 404, why: "You have no such feed." } as const;
const unknownFolder = { status: 404, why: "You have no such folder." } as const;
const badName = { status: 400, why: "The name is missing, or another folder has it." } as const;

export async function listFeeds(call: Call): Promise<Outcome> {
  return { answer: { feeds: await asOwner(call, (tx) => loadFeeds(tx, call)) } };
}

async function loadFeeds(tx: pg.PoolClient, { parts, now }: Call): Promise<{ id: string }[]> {
  const [feeds, folders, unread] = [await listAppFeeds(tx), await listFolders(tx), await countUnreadOfApp(tx, now)];
  const folderIds = new Map(folders.map(({ name, id }) => [name, id]));
  const unreadOf = new Map(unread.map((one) => [one.subscription, one.unread]));
  return feeds.map((feed: AppFeed) => ({
    id: feed.id,
    title: feed.name,
    url: appAddresses(feed, parts.publicOrigin).url,
    site_url: appAddresses(feed, parts.publicOrigin).siteUrl,
    folder: folderIds.get(feed.folderName ?? "") ?? null,
    unread: unreadOf.get(feed.number) ?? 0,
    added_at: feed.addedAt.toISOString(),
    fetched_at: feed.fetchedAt?.toISOString() ?? null,
    error: feed.fetchError,
  }));
}

async function answerFeed(tx: pg.PoolClient, call: Call, id: string, status: 200 | 201): Promise<Outcome> {
  const feed = (await loadFeeds(tx, call)).find((one) => one.id === id);
  return feed === undefined ? unknownFeed : { answer: feed, status };
}

export const newFeedBody = z.object({
  url: z.string().max(4_000),
  title: z.string().optional(),
  folder: z.uuid().nullish(),
});

/** What is on the list already is answered as it is, in the folder that was asked for. */
export async function createFeed(call: Call, body: z.infer<typeof newFeedBody>): Promise<Outcome> {
  return asOwner(call, async (tx) => {
    if (!(await hasFolder(tx, body.folder))) return unknownFolder;
    const added = await addFeed(tx, call, { url: body.url.trim(), name: body.title ?? "" });
    if (typeof added === "string") return { status: 400, why: added };
    await moveFeed(tx, call, added, body.folder);
    return answerFeed(tx, call, added.id, 201);
  });
}

export const feedBody = z.object({ title: z.string().optional(), folder: z.uuid().nullish() });

export async function changeFeed(call: Call, body: z.infer<typeof feedBody>): Promise<Outcome> {
  return asOwner(call, async (tx) => {
    const feed = await findFeed(tx, call);
    if (feed === null) return unknownFeed;
    if (!(await hasFolder(tx, body.folder))) return unknownFolder;
    await renameFeed(tx, call, { feed, name: body.title ?? "" });
    await moveFeed(tx, call, feed, body.folder);
    return answerFeed(tx, call, feed.id, 200);
  });
}

export async function removeFeed(call: Call): Promise<Outcome> {
  return asOwner(call, async (tx) => {
    const feed = await findFeed(tx, call);
    if (feed === null) return unknownFeed;
    await unsubscribe(tx, feed.id, call.now);
    return { done: true };
  });
}

async function findFeed(tx: pg.PoolClient, { c }: Call): Promise<FoundFeed | null> {
  const listed = (await listAppFeeds(tx)).find(({ id }) => id === c.req.param("id"));
  if (listed === undefined) return null;
  const [feed] = await findReferredFeeds(tx, [{ kind: "number", number: listed.number }]);
  return feed ?? null;
}

/** Not said: it stays where it is. Null: in no folder. */
async function moveFeed(tx: pg.PoolClient, { now }: Call, feed: FoundFeed, folderId?: string | null): Promise<void> {
  if (folderId !== undefined) await arrangeSubscriptions(tx, [feed.id], { folderId }, now);
}

async function hasFolder(tx: pg.PoolClient, folderId?: string | null): Promise<boolean> {
  if (folderId === undefined || folderId === null) return true;
  return (await listFolders(tx)).some(({ id }) => id === folderId);
}

export async function listOwnFolders(call: Call): Promise<Outcome> {
  return { answer: { folders: await asOwner(call, listFolders) } };
}

export const folderBody = z.object({ name: z.string() });

export async function addFolder(call: Call, { name }: z.infer<typeof folderBody>): Promise<Outcome> {
  return asOwner(call, async (tx) => {
    const fault = await createFolder(tx, { personId: call.access.personId, name, now: call.now });
    const made = fault === null ? (await listFolders(tx)).at(-1) : undefined;
    return made === undefined ? badName : { answer: made, status: 201 };
  });
}

export async function changeFolder(call: Call, { name }: z.infer<typeof folderBody>): Promise<Outcome> {
  return asOwner(call, async (tx) => {
    const id = call.c.req.param("id") ?? "";
    if (!(await hasFolder(tx, id))) return unknownFolder;
    if ((await renameFolder(tx, { id, name, now: call.now })) !== null) return badName;
    return { answer: (await listFolders(tx)).find((folder) => folder.id === id) ?? {} };
  });
}

/** Its feeds stay, without a folder. */
export async function removeFolder(call: Call): Promise<Outcome> {
  return asOwner(call, async (tx) => {
    const id = call.c.req.param("id") ?? "";
    if (!(await hasFolder(tx, id))) return unknownFolder;
    await deleteFolder(tx, id);
    return { done: true };
  });
}
