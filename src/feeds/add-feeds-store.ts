import { randomUUID } from "node:crypto";
import type pg from "pg";
import type { Queryable } from "../database/transaction.ts";
import type { OfferedFeed } from "./parse-feed-list.ts";
import { defaultSettings, type FeedSettings, settingColumns, withFixedInterval } from "./feed-settings.ts";
import { markStale } from "./stale-feed-store.ts";
import { changeSchedule, headOfLane } from "../schedule/change-schedule-store.ts";
import { laneOf, rootDomainOf } from "../schedule/lane.ts";
import { later } from "../time.ts";

/** `flags` and `headers` are for all of them; a flag wins over what a list says about its feed. */
export type Offer = { feeds: OfferedFeed[]; flags: Partial<FeedSettings>; headers: Buffer | null };

export type AddParts = {
  pool: pg.Pool;
  /** FETCHER_DOMAIN_LANES. */
  lanes: number;
  /** New feeds are first fetched within this time, one after another. */
  spreadMs: number;
  now: Date;
};

export type AddedByOperator = AddedFeed & { url: string; nextRunAt: Date | null };

// One transaction each: big enough to wait for the disk seldom, small enough to stop soon when asked to.
const feedsPerBatch = 250;

// For everybody to read, and not fetched until told otherwise.
const operatorsFeed = { published: true, enabled: false, polling: false, enforceFeedDomain: true };

/** Adds what an operator names, by hand or in a list, and yields a batch when it is saved. */
export async function* addForEverybody(
  { pool, lanes, spreadMs, now }: AddParts,
  { feeds, flags, headers }: Offer,
): AsyncGenerator<AddedByOperator[], void, undefined> {
  const wanted = feeds.map(({ url, settings }): NewFeed => ({
    ...operatorsFeed,
    ...withFixedInterval(settings),
    ...flags,
    url,
    headers,
  }));
  const staggered = stagger(wanted, spreadMs, now);
  for (let at = 0; at < staggered.length; at += feedsPerBatch) {
    const batch = staggered.slice(at, at + feedsPerBatch);
    const added = await addFeeds(pool, batch, lanes, now);
    yield batch.map(({ url, firstRunAt = null }, index) => {
      const { kind, id } = added[index] as AddedFeed;
      return { kind, id, url, nextRunAt: kind === "added" ? firstRunAt : null };
    });
  }
}

// Feeds that start together stay together. So each one starts a second after the one before, and all of them within the
// usual interval.
const gapMsMax = 1_000;

/** When the feed at `index` of `count` added at once is first due. */
export function firstRunAt(index: number, count: number, spreadMsMax: number, now: Date): Date {
  const gapMs = Math.min(gapMsMax, spreadMsMax / count);
  return later(now, Math.round(index * gapMs));
}

/** Gives feeds that are added at once their first due times: only those that are enabled and polling have one. */
export function stagger(feeds: NewFeed[], spreadMsMax: number, now: Date): NewFeed[] {
  const isScheduled = ({ enabled, polling }: NewFeed) => enabled && polling;
  const count = feeds.filter(isScheduled).length;
  let index = -1;
  return feeds.map((feed) => {
    if (!isScheduled(feed)) return { ...feed, firstRunAt: null };
    index += 1;
    return { ...feed, firstRunAt: firstRunAt(index, count, spreadMsMax, now) };
  });
}

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
    const known = await findKnown(tx, rows);
    const added = await insertFeeds(
      tx,
      rows.filter(({ id }) => !known.has(id)),
      now,
    );
    // Twice in one list, or added by another process meanwhile, whose lanes are counted differently.
    const late = rows.filter(({ id }) => !known.has(id) && !added.has(id));
    for (const [id, twin] of await findKnown(tx, late)) known.set(id, twin);

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

/** Returns the ids of those that were added. */
async function insertFeeds(tx: Queryable, rows: Row[], now: Date): Promise<Set<string>> {
  const { rows: added } = await tx.query<{ id: string | null }>(
    "select add_feed(wanted, $2) as id from jsonb_array_elements($1) wanted",
    [JSON.stringify(rows.map(toColumns)), now],
  );
  return new Set(added.flatMap(({ id }) => id ?? []));
}

/** As migrations/functions/public.add_feed.sql takes it. */
function toColumns({ id, url, ownerId, lane, firstRunAt, headers, ...settings }: Row): Record<string, unknown> {
  const set = Object.entries(settings) as [keyof FeedSettings, unknown][];
  return {
    ...Object.fromEntries(set.map(([name, value]) => [settingColumns[name], value])),
    id,
    url,
    owner_id: ownerId,
    headers: headers === null ? null : `\\x${headers.toString("hex")}`,
    lane,
    due_at: firstRunAt,
  };
}

type Known = { id: string; published: boolean };

/** By the id its twin was offered under. */
async function findKnown(tx: Queryable, rows: Row[]): Promise<Map<string, Known>> {
  if (rows.length === 0) return new Map();
  const { rows: found } = await tx.query<Known & { offered: string }>(
    `select o.id as offered, f.id, f.published from unnest($1::uuid[], $2::text[], $3::uuid[]) o(id, url, owner_id)
     join feeds f on f.id = find_live_feed(o.url, o.owner_id)`,
    [rows.map(({ id }) => id), rows.map(({ url }) => url), rows.map(({ ownerId }) => ownerId)],
  );
  return new Map(found.map(({ offered, ...known }) => [offered, known]));
}

async function publishFeeds(tx: Queryable, ids: string[], now: Date): Promise<void> {
  await tx.query("update feeds set published = true, updated_at = $2 where id = any($1::uuid[])", [ids, now]);
  await markStale(tx, ids, now);
}
