import type pg from "pg";
import { asPerson, longStatementMsMax } from "../database/transaction.ts";
import type { Bookmark } from "./build-bookmarks.ts";

const bookmarksPerPage = 500;

type Place = { folder: string; itemId: string };

/**
 * A person's starred items, by the name of their feed. Page by page, so that a slow reader of many keeps no connection. An item
 * without an address is left out: there is nothing to open.
 */
export async function* listBookmarks(db: pg.Pool, personId: string): AsyncGenerator<Bookmark> {
  let after: Place | null = null;
  for (;;) {
    const start: Place | null = after;
    const page: (Bookmark & Place)[] = await asPerson(db, personId, (tx) => readPage(tx, start), longStatementMsMax);
    yield* page;
    const last = page.at(-1);
    if (last === undefined || page.length < bookmarksPerPage) return;
    after = last;
  }
}

async function readPage(tx: pg.PoolClient, after: Place | null): Promise<(Bookmark & Place)[]> {
  const { rows } = await tx.query<Bookmark & Place>(
    `with starred as materialized (
       select s.item_id, s.starred_at, i.url, i.title, coalesce(b.name, f.title, f.url, '') as folder
       from item_states s join items i on i.id = s.item_id
       left join subscriptions b on b.feed_id = i.feed_id left join feeds f on f.id = i.feed_id
       where s.starred_at is not null and i.url is not null
     )
     select item_id as "itemId", starred_at as "starredAt", url, coalesce(nullif(title, ''), url) as title, folder
     from starred where $1::text is null or (folder collate "C", item_id) > ($1 collate "C", $2::uuid)
     order by folder collate "C", item_id limit ${bookmarksPerPage}`,
    [after?.folder ?? null, after?.itemId ?? null],
  );
  return rows;
}
