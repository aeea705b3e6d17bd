import { hash } from "node:crypto";
import type pg from "pg";
import { analyseByWords } from "../src/analysis/heuristic/analyse-by-words.ts";
import { uuidV7 } from "../src/database/uuid-v7.ts";
import { buildSearchVector } from "../src/items/build-search-vector.ts";

export const feedCount = 2_000;
export const itemsPerFeed = 50;
const rowsAtOnce = 2_000;
const minuteMs = 60_000;

/** One person who reads 2,000 feeds with 100,000 items of the last seven weeks, a third of them read. */
export async function makeReadingWorld(pool: pg.Pool, now: Date): Promise<{ personId: string; feedIds: string[] }> {
  const personId = uuidV7(now);
  await pool.query("insert into accounts.users (id, email) values ($1, 'bench@example.org')", [personId]);
  const feedIds = Array.from({ length: feedCount }, () => uuidV7(now));
  await pool.query("insert into feeds (id, url) select id, 'https://bench.example/' || id from unnest($1::uuid[]) id", [
    feedIds,
  ]);
  await pool.query(
    "insert into subscriptions (id, user_id, feed_id, name) select gen_random_uuid(), $1, id, 'Feed ' || id from unnest($2::uuid[]) id",
    [personId, feedIds],
  );
  // Items come as they are and their index beside them: what sorting costs is measured with other items.
  await pool.query("alter table items disable trigger mark_stale").catch(() => undefined);
  const items = Array.from({ length: feedCount * itemsPerFeed }, (_, n) =>
    makeItem(n, feedIds[n % feedCount] ?? "", now),
  );
  for (let at = 0; at < items.length; at += rowsAtOnce) await insertItems(pool, items.slice(at, at + rowsAtOnce), true);
  await pool.query(
    "insert into item_states (user_id, item_id, read_at) select $1, id, $2 from items where hash < '5' on conflict do nothing",
    [personId, now],
  );
  return { personId, feedIds };
}

export type BenchItem = { id: string; feedId: string; title: string; text: string; pubDate: Date };

/** News-like: names and a few common words in the title, a lead and two hundred words of text. */
export function makeItem(n: number, feedId: string, now: Date): BenchItem {
  const title = `${name(n)} ${word(n, 1)} ${word(n, 2)} ${name(n + 7)} ${word(n, 3)} ${word(n, 4)} ${n % 97}`;
  const text = `${name(n)} ${word(n, 5)} the ${word(n, 6)} of ${name(n + 7)}. ${Array.from({ length: 200 }, (_, k) => word(n, k)).join(" ")}.`;
  return { id: uuidV7(now), feedId, title, text, pubDate: new Date(now.getTime() - (n % 70_000) * minuteMs) };
}

// Zipf-like: every tenth word is one of ten.
function word(n: number, k: number): string {
  const random = Math.imul(n * 31 + k, 2654435761) >>> 0;
  const rank = Math.floor(10 ** ((random / 2 ** 32) * 4));
  return `word${rank.toString(36)}`;
}

function name(n: number): string {
  return `N${(Math.imul(n, 2654435761) >>> 0).toString(36).slice(0, 5)}`;
}

export async function insertItems(pool: pg.Pool, items: BenchItem[], isIndexed: boolean): Promise<void> {
  const result = JSON.stringify(
    analyseByWords({
      title: items[0]?.title ?? "",
      description: "",
      body: items[0]?.text ?? "",
      kind: "feed",
      languageHint: "en",
      now: new Date(0),
    }),
  );
  await pool.query(
    `insert into items (id, feed_id, hash, url, title, content, text, pub_date, fingerprint, analysis_status, analyzer_result, rating, analyzed_at)
     select id, feed, hash, 'https://bench.example/' || hash, title, body, body, at, '', 'done', $7, 0.3, at
     from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::timestamptz[]) g(id, feed, hash, title, body, at)`,
    [
      items.map(({ id }) => id),
      items.map(({ feedId }) => feedId),
      items.map(({ id }) => hash("sha256", id)),
      items.map(({ title }) => title),
      items.map(({ text }) => text),
      items.map(({ pubDate }) => pubDate),
      result,
    ],
  );
  if (!isIndexed) return;
  await pool.query(
    `insert into item_index (item_id, feed_id, pub_date, story_id, category, analyzer, clickbait, framing, speculative, confidence, words)
     select id, feed, at, id, 'other', 'heuristic', 0.2, 0.3, 0.1, '{0.9,0.3,0.5}', words::tsvector
     from unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::text[]) g(id, feed, at, words)`,
    [
      items.map(({ id }) => id),
      items.map(({ feedId }) => feedId),
      items.map(({ pubDate }) => pubDate),
      items.map(({ title, text }) => buildSearchVector([title, text])),
    ],
  );
}
