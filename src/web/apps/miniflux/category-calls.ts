import type pg from "pg";
import { z } from "zod";
import { type AppFolder, listAppFeeds, listAppFolders } from "../../../feeds/app-feed-store.ts";
import { createFolder, deleteFolder, renameFolder } from "../../../feeds/folder-store.ts";
import { countUnreadOfApp } from "../../../items/app-stream-store.ts";
import { asOwner, type Call } from "../app-call.ts";
import { markFeedsRead } from "../mark-feeds-read.ts";
import { categoryId, presentCategory, rootCategory } from "./present-feed.ts";
import { done, notFound, numberIn, readBody, refuseCall, sendCreated, sendRest } from "./send-rest.ts";

const categoryBody = z.object({ title: z.string() });
const badTitle = "The title is missing, or another category has it.";

/** `counts=true` adds how many feeds and unread items each has. */
export async function listCategories(call: Call): Promise<Response> {
  const hasCounts = ["true", "t", "1"].includes(call.parameters.one("counts").toLowerCase());
  const { folders, feeds, unread } = await asOwner(call, async (tx) => ({
    folders: await listAppFolders(tx),
    feeds: hasCounts ? await listAppFeeds(tx) : [],
    unread: hasCounts ? await countUnreadOfApp(tx, call.now) : [],
  }));
  const unreadOf = new Map(unread.map((one) => [one.subscription, one.unread]));
  const shown = [rootCategory, ...folders.map(({ number, name }) => ({ id: categoryId(number), title: name }))];
  const answer = shown.map((category) => {
    if (!hasCounts) return presentCategory(category);
    const members = feeds.filter(({ folderNumber }) => categoryId(folderNumber) === category.id);
    return {
      ...presentCategory(category),
      feed_count: members.length,
      total_unread: members.reduce((sum, { number }) => sum + (unreadOf.get(number) ?? 0), 0),
    };
  });
  return sendRest(call.c, answer);
}

export async function addCategory(call: Call): Promise<Response> {
  const body = readBody(call, categoryBody);
  if (body === null) return refuseCall(call.c, 400, badTitle);
  const made = await asOwner(call, async (tx) => {
    const fault = await createFolder(tx, { personId: call.access.personId, name: body.title, now: call.now });
    return fault === null ? ((await listAppFolders(tx)).at(-1) ?? null) : null;
  });
  if (made === null) return refuseCall(call.c, 400, badTitle);
  return sendCreated(call.c, presentCategory({ id: categoryId(made.number), title: made.name }));
}

export async function renameCategory(call: Call): Promise<Response> {
  const body = readBody(call, categoryBody);
  if (body === null) return refuseCall(call.c, 400, badTitle);
  const changed = await asOwner(call, async (tx) => {
    const folder = await findFolder(tx, numberIn(call, "id"));
    if (folder === null) return "unknown";
    const fault = await renameFolder(tx, { id: folder.id, name: body.title, now: call.now });
    return fault ?? (await findFolder(tx, numberIn(call, "id"))) ?? "unknown";
  });
  if (changed === "unknown") return notFound(call);
  if (typeof changed === "string") return refuseCall(call.c, 400, badTitle);
  return sendCreated(call.c, presentCategory({ id: categoryId(changed.number), title: changed.name }));
}

/** Its feeds stay, without a folder. */
export async function removeCategory(call: Call): Promise<Response> {
  const isRemoved = await asOwner(call, async (tx) => {
    const folder = await findFolder(tx, numberIn(call, "id"));
    return folder !== null && (await deleteFolder(tx, folder.id));
  });
  return isRemoved ? done(call) : notFound(call);
}

export async function markCategory(call: Call): Promise<Response> {
  const { now } = call;
  const isKnown = await asOwner(call, async (tx) => {
    const feedIds = await feedIdsOfCategory(tx, numberIn(call, "id"));
    if (feedIds !== null) await markFeedsRead(tx, { feedIds, until: now, now });
    return feedIds !== null;
  });
  return isKnown ? done(call) : notFound(call);
}

/** Null: the person has no such category. */
export async function feedIdsOfCategory(tx: pg.PoolClient, id: string | null): Promise<string[] | null> {
  const isKnown = Number(id) === rootCategory.id || (await findFolder(tx, id)) !== null;
  if (!isKnown) return null;
  return (await listAppFeeds(tx))
    .filter(({ folderNumber }) => categoryId(folderNumber) === Number(id))
    .map(({ feedId }) => feedId);
}

export async function findFolder(tx: pg.PoolClient, id: string | null): Promise<AppFolder | null> {
  return (await listAppFolders(tx)).find(({ number }) => categoryId(number) === Number(id)) ?? null;
}
