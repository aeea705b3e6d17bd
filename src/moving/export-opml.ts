import type pg from "pg";
import { listOwnFeeds } from "../accounts/export-store.ts";
import { asPerson } from "../database/transaction.ts";
import { listFolders } from "../feeds/folder-store.ts";
import { buildOpml } from "../feeds/opml.ts";

/** A person's feeds in their folders, for any other reader. */
export async function exportOpml(
  db: pg.Pool,
  { personId, title }: { personId: string; title: string },
  now: Date,
): Promise<string> {
  const { feeds, folders } = await asPerson(db, personId, async (tx) => ({
    feeds: await listOwnFeeds(tx),
    folders: (await listFolders(tx)).map(({ name }) => name),
  }));
  return buildOpml(title, feeds, now, folders);
}
