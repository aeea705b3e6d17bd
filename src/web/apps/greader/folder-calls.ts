import { findReferredFeeds } from "../../../feeds/app-feed-store.ts";
import { deleteFolder, listFolders, renameFolder } from "../../../feeds/folder-store.ts";
import { arrangeSubscriptions } from "../../../feeds/subscription-store.ts";
import { sendText } from "../send-to-app.ts";
import { asOwner, type Call } from "../app-call.ts";
import { parseLabel } from "./parse-stream-id.ts";

/** A name that is taken joins the two folders. */
export async function renameTag(call: Call): Promise<Response> {
  const { c, parameters, now } = call;
  const [from, to] = [parseLabel(parameters.one("s")), parseLabel(parameters.one("dest"))];
  if (from === null || to === null) return sendText(c, "s and dest must be labels.", 400);
  const isKnown = await asOwner(call, async (tx) => {
    const folders = await listFolders(tx);
    const folder = folders.find(({ name }) => name === from);
    if (folder === undefined) return false;
    const other = folders.find(({ name, id }) => name === to && id !== folder.id);
    if (other === undefined) return (await renameFolder(tx, { id: folder.id, name: to, now })) === null;
    const feeds = await findReferredFeeds(tx, [{ kind: "folder", name: from }]);
    await arrangeSubscriptions(
      tx,
      feeds.map(({ id }) => id),
      { folderId: other.id },
      now,
    );
    return deleteFolder(tx, folder.id);
  });
  return isKnown ? sendText(c, "OK") : sendText(c, "Unknown label.", 400);
}

/** The folders go; their feeds stay, without a folder. */
export async function disableTags(call: Call): Promise<Response> {
  const { c, parameters } = call;
  const names = [...parameters.all("s"), ...parameters.all("t")].flatMap((id) => parseLabel(id) ?? []);
  if (names.length === 0) return sendText(c, "s must be a label.", 400);
  await asOwner(call, async (tx) => {
    for (const { id, name } of await listFolders(tx)) if (names.includes(name)) await deleteFolder(tx, id);
  });
  return sendText(c, "OK");
}
