import { hash } from "node:crypto";
import type { Queryable } from "../database/transaction.ts";
import { column, type Column, unnestSql, unnestValues } from "../database/unnest.ts";
import { uuidV7 } from "../ids.ts";
import { identifyItems } from "./item-identity.ts";

/** An item as another reader has it, in one of our feeds. */
export type MovedItem = {
  feedId: string;
  guid: string | null;
  url: string | null;
  title: string;
  author: string | null;
  content: string;
  publishedAt: Date;
  isRead: boolean;
  /** When the person starred or read it there, as far as that reader knows. */
  markedAt: Date;
};

/** `known`: of these, how many we had before. */
export type MovedStars = { starred: number; known: number };

/**
 * Stars of one person from another reader. An item that we do not have is stored, so that no star is lost, and waits for its
 * analysis. Other readers of its feed find it read: it is years old, and no news to them.
 */
export async function saveMovedStars(
  tx: Queryable,
  personId: string,
  items: MovedItem[],
  now: Date,
): Promise<MovedStars> {
  await sendNothing(tx);
  const at = starColumns.length;
  const { rows } = await tx.query<MovedStars>(
    `with given as materialized (select * from ${unnestSql("g", starColumns)}),
     known as materialized (
       select distinct on (g.place) g.place, i.id, i.feed_id from given g join items i on i.feed_id = g.feed_id
         and (i.hash = g.hash or (i.guid_key = g.guid_key and i.guid = g.guid))
       order by g.place, i.hash = g.hash desc
     ),
     added as (
       insert into items (id, feed_id, hash, guid, guid_key, url, title, author, content, content_base, pub_date,
         first_seen_at, created_at, updated_at, fingerprint)
       select distinct on (feed_id, hash) id, feed_id, hash, guid, guid_key, url, title, author, content, url, pub_date, $${at + 2}, $${at + 2}, $${at + 2}, fingerprint
       from given where place not in (select place from known)
       on conflict (feed_id, hash) do nothing returning id, feed_id, hash
     ),
     marked as materialized (
       select k.id, k.feed_id, g.read, g.marked_at from known k join given g using (place)
       union
       select a.id, a.feed_id, g.read, g.marked_at from added a join given g on g.id = a.id
     ),
     starred as (
       insert into item_states as s (user_id, item_id, feed_id, starred_at, read_at)
       select distinct on (id) $${at + 1}::uuid, id, feed_id, marked_at, case when read then marked_at end from marked order by id
       on conflict (user_id, item_id) do update set starred_at = coalesce(s.starred_at, excluded.starred_at),
         read_at = coalesce(s.read_at, excluded.read_at)
       returning item_id
     ),
     of_others as (
       insert into item_states (user_id, item_id, feed_id, read_at)
       select b.user_id, a.id, a.feed_id, $${at + 2} from added a join subscriptions b on b.feed_id = a.feed_id
       where b.user_id <> $${at + 1}::uuid order by 1, 2
       on conflict (user_id, item_id) do nothing
     )
     select (select count(*)::int from starred) as starred, (select count(distinct id)::int from known) as known`,
    [
      ...unnestValues(
        starColumns,
        items.map((item, place) => identify(item, place, now)),
      ),
      personId,
      now,
    ],
  );
  return rows[0] ?? { starred: 0, known: 0 };
}

/** `waiting`: their items have not come yet, and will be read when they do. */
export type MovedReads = { read: number; waiting: number };

export async function saveMovedReads(
  tx: Queryable,
  personId: string,
  items: MovedItem[],
  now: Date,
): Promise<MovedReads> {
  await sendNothing(tx);
  const at = markColumns.length;
  const { rows } = await tx.query<MovedReads>(
    `with given as materialized (select * from ${unnestSql("g", markColumns)}),
     known as materialized (
       select distinct on (g.place) g.place, i.id, i.feed_id, g.marked_at from given g join items i on i.feed_id = g.feed_id
         and (i.hash = g.hash or (i.guid_key = g.guid_key and i.guid = g.guid))
       order by g.place, i.hash = g.hash desc
     ),
     read as (
       insert into item_states as s (user_id, item_id, feed_id, read_at)
       select distinct on (id) $${at + 1}::uuid, id, feed_id, marked_at from known order by id
       on conflict (user_id, item_id) do update set read_at = coalesce(s.read_at, excluded.read_at)
       returning item_id
     ),
     awaited as (
       insert into awaited_marks (user_id, feed_id, hash, read_at, created_at)
       select distinct on (feed_id, hash) $${at + 1}::uuid, feed_id, hash, marked_at, $${at + 2}
       from given where place not in (select place from known) order by feed_id, hash
       on conflict (feed_id, hash, user_id) do update set created_at = excluded.created_at
       returning hash
     )
     select (select count(*)::int from read) as read, (select count(*)::int from awaited) as waiting`,
    [
      ...unnestValues(
        markColumns,
        items.map((item, place) => identify(item, place, now)),
      ),
      personId,
      now,
    ],
  );
  return rows[0] ?? { read: 0, waiting: 0 };
}

/** Until this transaction ends: webhooks are not told of marks that were made long ago (send_starred_items). */
async function sendNothing(tx: Queryable): Promise<void> {
  await tx.query("select set_config('plainwire.moving_in', 'on', true)");
}

/** What never came: the feed dropped it, or names it differently. */
export async function deleteOldAwaitedMarks(db: Queryable, before: Date): Promise<number> {
  const { rowCount } = await db.query("delete from awaited_marks where created_at < $1", [before]);
  return rowCount ?? 0;
}

type IdentifiedItem = MovedItem & { place: number; id: string; hash: string; fingerprint: string };

// Alone: another reader does not say which items of a document shared an address.
function identify(item: MovedItem, place: number, now: Date): IdentifiedItem {
  const [identity = { hash: "", fingerprint: "" }] = identifyItems([{ ...item, summary: null }]);
  return { ...item, ...identity, place, id: uuidV7(now) };
}

function guidKeyOf({ guid }: MovedItem): bigint | null {
  return guid === null ? null : Buffer.from(hash("sha256", guid).slice(0, 16), "hex").readBigInt64BE();
}

const markColumns: Column<IdentifiedItem>[] = [
  column("place", "int", ({ place }) => place),
  column("feed_id", "uuid", ({ feedId }) => feedId),
  column("hash", "text", (item) => item.hash),
  column("guid", "text", ({ guid }) => guid),
  column("guid_key", "bigint", guidKeyOf),
  column("marked_at", "timestamptz", ({ markedAt }) => markedAt),
];

const starColumns: Column<IdentifiedItem>[] = [
  ...markColumns,
  column("id", "uuid", ({ id }) => id),
  column("url", "text", ({ url }) => url),
  column("title", "text", ({ title }) => title),
  column("author", "text", ({ author }) => author),
  column("content", "text", ({ content }) => content),
  column("pub_date", "timestamptz", ({ publishedAt }) => publishedAt),
  column("fingerprint", "bytea", ({ fingerprint }) => Buffer.from(fingerprint, "hex")),
  column("read", "boolean", ({ isRead }) => isRead),
];
