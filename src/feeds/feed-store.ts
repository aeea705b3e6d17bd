import { randomUUID } from "node:crypto";
import type pg from "pg";
import type { Queryable } from "../database/transaction.ts";
import type { Column } from "../database/unnest.ts";
import { column, unnestSql, unnestValues } from "../database/unnest.ts";
import type { FeedSettings } from "./feed-settings.ts";
import { defaultSettings } from "./feed-settings.ts";
import { laneOf, rootDomainOf } from "../schedule/lane.ts";
import { changeSchedule, headOfLane } from "../schedule/change-schedule-store.ts";

export type NewFeed = Partial<FeedSettings> & {
  url: string;
  ownerId?: string | null;
  enabled: boolean;
  polling: boolean;
  enforceFeedDomain: boolean;
  /** Encrypted. */
  headers?: Buffer | null;
  /** When it is first due; absent is at once for a feed that is enabled and polling, null is not scheduled. */
  firstRunAt?: Date | null;
};

/** `published`: people read it already, and from now on everybody may. */
export type AddedFeed = { kind: "added" | "published" | "exists"; id: string };

export async function addFeed(pool: pg.Pool, feed: NewFeed, lanes: number, now: Date): Promise<AddedFeed> {
  const [added] = await addFeeds(pool, [feed], lanes, now);
  if (added === undefined) throw new Error("one feed in, none out");
  return added;
}

/**
 * One row per URL (and owner), all in one transaction. A URL that is there already, or from which a feed moved away, stays
 * as it is, except that a feed to be published is.
 */
export async function addFeeds(pool: pg.Pool, feeds: NewFeed[], lanes: number, now: Date): Promise<AddedFeed[]> {
  const rows = feeds.map((feed) => toRow(feed, lanes, now));
  const wanted = [...new Set(rows.map(({ lane }) => lane))];
  return changeSchedule(pool, wanted, async (tx) => {
    const inserted = await tx.query<{ id: string }>(insertFeeds, [now, ...unnestValues(columns, rows)]);
    const added = new Set(inserted.rows.map(({ id }) => id));
    const known = added.size === rows.length ? new Map<string, Known>() : await findKnown(tx, rows);

    const unpublished = rows.flatMap(({ id, published }) => {
      const twin = published ? known.get(id) : undefined;
      return twin === undefined || twin.published ? [] : [twin.id];
    });
    const published = new Set(unpublished);
    if (published.size > 0) await publishFeeds(tx, [...published], now);

    return rows.map(({ id, url }): AddedFeed => {
      if (added.has(id)) return { kind: "added", id };
      const twin = known.get(id);
      if (twin === undefined) throw new Error(`the feed ${url} was removed while it was being added`);
      return { kind: published.has(twin.id) ? "published" : "exists", id: twin.id };
    });
  });
}

type Row = FeedSettings & {
  id: string;
  url: string;
  ownerId: string | null;
  headers: Buffer | null;
  lane: string;
  firstRunAt: Date | null;
};

function toRow({ url, firstRunAt, ownerId = null, headers = null, ...feed }: NewFeed, lanes: number, now: Date): Row {
  const immediately = feed.enabled && feed.polling ? headOfLane(now) : null;
  return {
    ...defaultSettings,
    rootDomain: rootDomainOf(url),
    ...feed,
    url,
    ownerId,
    headers,
    // Random and not by time: an operator names a feed by the first characters of its id, and an import's would all agree.
    id: randomUUID(),
    lane: laneOf(url, lanes),
    firstRunAt: firstRunAt === undefined ? immediately : firstRunAt,
  };
}

const feedColumns: Column<Row>[] = [
  column("id", "uuid", ({ id }) => id),
  column("url", "text", ({ url }) => url),
  column("owner_id", "uuid", ({ ownerId }) => ownerId),
  column("name", "text", ({ name }) => name),
  column("root_domain", "text", ({ rootDomain }) => rootDomain),
  column("published", "boolean", ({ published }) => published),
  column("enabled", "boolean", ({ enabled }) => enabled),
  column("polling", "boolean", ({ polling }) => polling),
  column("adaptive", "boolean", ({ adaptive }) => adaptive),
  column("own_interval_minutes", "real", ({ intervalMinutes }) => intervalMinutes),
  column("failure_policy", "text", ({ failurePolicy }) => failurePolicy),
  column("enforce_feed_domain", "boolean", ({ enforceFeedDomain }) => enforceFeedDomain),
  column("full_text", "text", ({ fullText }) => fullText),
  column("analyzer", "text", ({ analyzer }) => analyzer),
  column("prompt", "text", ({ prompt }) => prompt),
  column("cache_scope", "text", ({ cacheScope }) => cacheScope),
  column("headers", "bytea", ({ headers }) => headers),
];
const columns = [
  ...feedColumns,
  column("lane", "text", ({ lane }: Row) => lane),
  column("first_run_at", "timestamptz", ({ firstRunAt }: Row) => firstRunAt),
];
const names = feedColumns.map(({ name }) => name).join(", ");

const insertFeeds = `
with offered as materialized (select * from ${unnestSql("o", columns, 2)}),
added as (
  insert into feeds (${names}, created_at, updated_at) select ${names}, $1, $1 from offered o
  where not exists (select from feed_aliases a join feeds f on f.id = a.feed_id
    where a.url = o.url and o.owner_id is null and f.deleted_at is null)
  on conflict do nothing returning id
),
scheduled as (
  insert into feed_schedules (feed_id, lane, runnable, next_run_at)
  select o.id, o.lane, o.enabled, o.first_run_at from offered o join added a on a.id = o.id
)
select id from added`;

type Known = { id: string; published: boolean };

/** By the id its twin was offered under. In a statement of its own, which sees what a concurrent import committed. */
async function findKnown(tx: Queryable, rows: Row[]): Promise<Map<string, Known>> {
  const offered = [
    column("id", "uuid", ({ id }: Row) => id),
    column("url", "text", ({ url }: Row) => url),
    column("owner_id", "uuid", ({ ownerId }: Row) => ownerId),
  ];
  const { rows: found } = await tx.query<Known & { offered: string }>(
    `select o.id as offered, f.id, f.published from ${unnestSql("o", offered)} cross join lateral (
       select id, published from feeds
       where o.owner_id is null and url = o.url and owner_id is null and deleted_at is null
       union all
       select id, published from feeds where owner_id = o.owner_id and url = o.url and deleted_at is null
       union all
       select moved.id, moved.published from feed_aliases a join feeds moved on moved.id = a.feed_id
       where a.url = o.url and o.owner_id is null and moved.deleted_at is null
       limit 1
     ) f`,
    unnestValues(offered, rows),
  );
  return new Map(found.map(({ offered: id, ...known }) => [id, known]));
}

async function publishFeeds(tx: Queryable, ids: string[], now: Date): Promise<void> {
  await tx.query("update feeds set published = true, updated_at = $2 where id = any($1::uuid[])", [ids, now]);
  await tx.query("insert into stale_feeds (feed_id, since) select unnest($1::uuid[]), $2 on conflict do nothing", [
    ids,
    now,
  ]);
}
