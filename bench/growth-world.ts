import pg from "pg";
import { analyseByWords } from "../src/analysis/heuristic/analyse-by-words.ts";
import { extractSigns } from "../src/analysis/stories/story-signs.ts";
import { superuser } from "../src/database/connection.ts";
import { publishFeed } from "../src/publishing/publish-feed.ts";
import { createWebApp } from "../src/web/app.ts";
import { createPublicApi } from "../src/web/public/public-api.ts";
import { connectionFrom, signedIn } from "../test/ground/signed-in.ts";
import { accountParts, webParts } from "../test/web/web-parts.ts";
import { type BenchDatabase, benchDatabase } from "./bench-database.ts";
import { prose } from "./feed-documents.ts";
import { oneOfLife } from "./life-origin.ts";
import { type BenchPipeline, benchPipeline } from "./poll-pipeline.ts";

/** What everybody's feeds have, and the feeds of the one person who reads, who follows as many whatever the size. */
export const itemsPerFeed = 10;
export const ownFeeds = 40;
export const itemsPerOwnFeed = 100;
const daysOfItems = 10;
/** As far back as new items are compared (group-items.ts). */
const daysOfStories = 3;
const differentSigns = 4_000;
const hourMs = 3_600_000;

export type GrowthWorld = {
  feeds: number;
  items: number;
  database: BenchDatabase;
  /** May vacuum, and knows every table. */
  server: pg.Client;
  pipeline: BenchPipeline;
  personId: string;
  /** Asks for a page as that person. */
  ask: (path: string) => Promise<void>;
  /** Asks for a clean feed that this process has no copy of. */
  askForRss: (feedUrl: string) => Promise<void>;
  close: () => Promise<void>;
};

/**
 * A database as it is after ten days with so many feeds, made by SQL: every feed is due, published and has its own host; each item
 * has 200 bytes of text, was analysed and is indexed. Nothing vacuums by itself, so that it hits no size by chance.
 */
export async function growthWorld(feeds: number, port: number): Promise<GrowthWorld> {
  const database = await benchDatabase(["autovacuum = off", "max_wal_size = '8GB'", "checkpoint_timeout = '1h'"]);
  const server = new pg.Client({ ...database.parts.db.connection.client("app_owner"), user: superuser });
  await server.connect();
  await fill(server, feeds, port);
  const pipeline = await benchPipeline(database, { feeds: 0, port, startMs: Date.now() - 12 * hourMs });
  const readers = await readersOf(database, pipeline.now);
  await server.query("reset session_replication_role");
  await server.query("vacuum analyze");
  await server.query("checkpoint");
  const { rows } = await server.query<{ items: number }>("select count(*)::int as items from items");
  return {
    feeds,
    items: rows[0]?.items ?? 0,
    database,
    server,
    pipeline,
    ...readers,
    close: async () => {
      pipeline.stop();
      await server.end();
      await database.close();
    },
  };
}

async function readersOf({ parts, pool }: BenchDatabase, now: () => Date) {
  const { web } = parts.db;
  const publicOrigin = "http://127.0.0.1:8080";
  const publicApi = createPublicApi(web, publicOrigin, {
    noteAsked: () => undefined,
    publish: (feedId) => publishFeed({ pool, now, publicOrigin }, feedId),
  });
  const { parts: own } = webParts({ accounts: accountParts(web), publicApi });
  const app = createWebApp(own);
  const person = await signedIn(own);
  await pool.query(
    `insert into subscriptions (id, user_id, feed_id, name)
     select gen_random_uuid(), $1, feed_id, feed_id::text from item_counts where items = $2`,
    [person.id, itemsPerOwnFeed],
  );
  await pool.query(
    `insert into item_states (user_id, item_id, read_at)
     select $1, i.id, now() from subscriptions s join items i on i.feed_id = s.feed_id where s.user_id = $1 and i.hash < '5'`,
    [person.id],
  );
  let asked = 0;
  const get = async (path: string, headers: Record<string, string>) => {
    // Each request has its own client address: a single one would soon hit the rate limit.
    asked += 1;
    const from = connectionFrom(`127.${1 + (asked >> 16)}.${(asked >> 8) & 255}.${asked & 255}`);
    const answer = await app.request(path, { headers }, from);
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
    await answer.arrayBuffer();
  };
  return {
    personId: person.id,
    ask: (path: string) => get(path, person.headers),
    askForRss: (feedUrl: string) => {
      publicApi.documents.clear();
      return get(`/rss?url=${encodeURIComponent(feedUrl)}`, {});
    },
  };
}

/** Without triggers and foreign keys, and the indexes afterwards: a fifth of the time. */
async function fill(server: pg.Client, feeds: number, port: number): Promise<void> {
  await server.query("set session_replication_role = replica");
  await server.query("set maintenance_work_mem = '256MB'");
  await server.query("set max_parallel_maintenance_workers = 0");
  const indexes = await dropIndexes(server);
  await fillFeeds(server, feeds, port);
  await fillItems(server);
  await fillSigns(server);
  for (const definition of indexes) await server.query(definition);
}

async function dropIndexes(server: pg.Client): Promise<string[]> {
  const { rows } = await server.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
     from pg_index i left join pg_constraint c on c.conindid = i.indexrelid
     where c.oid is null and i.indrelid in ('items'::regclass, 'item_index'::regclass, 'story_signs'::regclass)`,
  );
  for (const { name } of rows) await server.query(`drop index ${name}`);
  return rows.map(({ definition }) => definition);
}

/** Addresses as `feedUrl` makes them. */
async function fillFeeds(server: pg.Client, feeds: number, port: number): Promise<void> {
  await server.query(
    `insert into feeds (id, url, enabled, polling, published, adaptive, own_interval_minutes, enforce_feed_domain, full_text, title,
       language, etag, validators_url, body_hash, entries_digest, seen, last_success_at)
     select uuidv7(), url, true, true, true, false, 15, false, 'never', 'Gazette ' || n, 'en', '"life"', url, sha256(url::bytea),
       sha256(url::bytea), '', now()
     from (select n, format('http://127.%s.%s.%s:%s/feed', 10 + n / 62500, n / 250 % 250, 1 + n % 250, $2::int) as url
       from generate_series(0, $1::int - 1) n) f`,
    [feeds, port],
  );
  await server.query(
    `insert into feed_schedules (feed_id, lane, runnable, next_run_at)
     select id, split_part(url, '/', 3) || '/0', true, now() - interval '1 day' - random() * interval '1 hour' from feeds`,
  );
  await server.query("insert into lanes (lane, ready_at) select lane, next_run_at from feed_schedules");
  // Nobody has asked for a clean feed yet.
  await server.query("insert into stale_feeds (feed_id, since) select id, now() from feeds");
  await server.query("analyze feeds, feed_schedules, lanes");
}

// A word's rank is ten to a power between 0.7 and 4.5, as in world-items.ts.
const wordsOfItem = `select string_agg('word' || to_hex((10::float8 ^ (0.7::float8 + 3.8::float8
  * (hashint8(o.seed * 211 + w) & 1048575) / 1048576::float8))::int), ' ') as text from generate_series(1, 25) w`;

async function fillItems(server: pg.Client): Promise<void> {
  const [title, body] = [prose(1, 7), prose(2, 25)];
  const now = new Date(0);
  const result = analyseByWords({ title, description: "", body, kind: "feed", languageHint: "en", now });
  await server.query(
    `insert into items (id, feed_id, hash, url, title, content, text, pub_date, first_seen_at, fingerprint, language, analysis_status,
       analyzer_result, rating, analyzed_at)
     select uuidv7(o.at - clock_timestamp()), o.feed_id, encode(sha256(o.seed::text::bytea), 'hex'), 'http://example.org/' || o.seed,
       'N' || to_hex(hashint8(o.seed)) || ' ' || left(t.text, 40), t.text, t.text, o.at, o.at, '', 'en', 'done', $1, 0.3, o.at
     from (
       select feed_id, n * 1000 + k as seed,
         now() - interval '${daysOfItems} days' * (hashint8(n * 1000 + k) & 1048575) / 1048576::float8 as at
       from (select id as feed_id, row_number() over (order by url) as n from feeds) f
       cross join lateral generate_series(1, case when n <= $2 then $3 else $4 end::int) k
       order by at
     ) o cross join lateral (${wordsOfItem}) t`,
    [JSON.stringify(result), ownFeeds, itemsPerOwnFeed, itemsPerFeed],
  );
  await server.query(
    `insert into item_index (item_id, feed_id, pub_date, story_id, category, analyzer, clickbait, framing, speculative, confidence, words)
     select id, feed_id, pub_date, id, 'other', 'heuristic', 0.2, 0.3, 0.1, '{0.9,0.3,0.5}', to_tsvector('simple', title || ' ' || text)
     from items`,
  );
  await server.query(
    "insert into item_counts (feed_id, items, newest_at) select feed_id, count(*), max(first_seen_at) from items group by feed_id",
  );
}

/** Of news like those that the origin publishes. Few different ones make as many candidates for a new item's story as many would. */
async function fillSigns(server: pg.Client): Promise<void> {
  const signs = Array.from({ length: differentSigns }, (_, n) => {
    const { title, lead } = oneOfLife(`127.200.${n % 250}.1`, 1 + Math.floor(n / 250));
    return extractSigns({ title, lead, language: "en" });
  });
  const column = (key: "titleStems" | "leadStems" | "pairs") => signs.map((one) => `{${one[key].join(",")}}`);
  await server.query(
    `insert into story_signs (item_id, pub_date, title_stems, lead_stems, pairs, language)
     select i.id, i.pub_date, s.title::int[], s.lead::int[], s.pairs::int[], 'en'
     from items i join unnest($1::text[], $2::text[], $3::text[]) with ordinality s(title, lead, pairs, n)
       on s.n = 1 + abs(hashtext(i.hash) % $4)
     where i.pub_date > now() - interval '${daysOfStories} days'`,
    [column("titleStems"), column("leadStems"), column("pairs"), differentSigns],
  );
}
