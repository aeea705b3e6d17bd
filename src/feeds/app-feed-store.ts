import type { Queryable } from "../database/transaction.ts";

// A person's feeds as apps know them: by the number of the subscription, or by address. In the person's own transaction.

export type AppFeed = {
  id: string;
  number: string;
  feedId: string;
  name: string;
  url: string;
  siteUrl: string;
  folderName: string | null;
  folderNumber: string | null;
  addedAt: Date;
  fetchedAt: Date | null;
  /** What went wrong at the last fetch; null: nothing. */
  fetchError: string | null;
};

/**
 * In the order of their numbers; `only` those, or all. Each table is read once: row-level security would sort the person's feeds
 * again for every row of a join.
 */
export async function listAppFeeds(asPerson: Queryable, only: readonly string[] | null = null): Promise<AppFeed[]> {
  const { rows } = await asPerson.query<AppFeed>({
    name: "list-app-feeds",
    text: `
with s as materialized (
  select id, number, feed_id, name, folder_id, created_at from subscriptions where $1::bigint[] is null or number = any($1)
),
f as materialized (select id, url, site_url, last_fetched_at, last_fetch_error from feeds where id = any(array(select feed_id from s)))
select s.id, s.number, s.feed_id as "feedId", s.name, f.url, coalesce(f.site_url, f.url) as "siteUrl",
  o.name as "folderName", o.number as "folderNumber", s.created_at as "addedAt", f.last_fetched_at as "fetchedAt",
  f.last_fetch_error as "fetchError"
from s join f on f.id = s.feed_id left join (select id, name, number from folders) o on o.id = s.folder_id
order by s.number`,
    values: [only],
  });
  return rows;
}

/** A feed as an app names it: by its number, by its address, or all feeds of a folder by its name. */
export type FeedReference =
  | { kind: "number"; number: string }
  | { kind: "url"; url: string }
  | { kind: "folder"; name: string };

/** `id` is the subscription's. */
export type FoundFeed = { id: string; number: string; feedId: string; name: string; url: string; isOwn: boolean };

/** Those of the person's feeds that any of these names. An old address of a feed that moved names it too. */
export async function findReferredFeeds(
  asPerson: Queryable,
  references: readonly FeedReference[],
): Promise<FoundFeed[]> {
  if (references.length === 0) return [];
  // PostgreSQL has no text with NUL, so nothing is called that.
  const named = (text: string) => (text.includes("\0") ? [] : [text]);
  const urls = references.flatMap((one) => (one.kind === "url" ? named(one.url) : []));
  const { rows } = await asPerson.query<FoundFeed>(
    `with u as materialized (select id from feeds where url = any($2)
       union select feed_id from feed_aliases where url = any($2) and cardinality($2::text[]) > 0),
     s as materialized (
       select id, number, feed_id, name from subscriptions
       where number = any($1) or feed_id = any(array(select id from u))
         or folder_id = any(array(select id from folders where name = any($3)))
     ),
     f as materialized (select id, url, owner_id from feeds where id = any(array(select feed_id from s)))
     select s.id, s.number, s.feed_id as "feedId", s.name, f.url, f.owner_id is not null as "isOwn"
     from s join f on f.id = s.feed_id order by s.number`,
    [
      references.flatMap((one) => (one.kind === "number" ? [one.number] : [])),
      urls,
      references.flatMap((one) => (one.kind === "folder" ? named(one.name) : [])),
    ],
  );
  return rows;
}

/** The feeds that the person had at that time. */
export async function listFeedIdsBefore(asPerson: Queryable, at: Date): Promise<string[]> {
  const { rows } = await asPerson.query<{ feed_id: string }>(
    "select feed_id from subscriptions where created_at <= $1",
    [at],
  );
  return rows.map(({ feed_id: id }) => id);
}

/** A person's folder as apps know it. */
export type AppFolder = { id: string; number: string; name: string };

/** In the person's own order. */
export async function listAppFolders(asPerson: Queryable): Promise<AppFolder[]> {
  const { rows } = await asPerson.query<AppFolder>({
    name: "list-app-folders",
    text: "select id, number, name from folders order by place, lower(name) collate natural_order, id",
  });
  return rows;
}
