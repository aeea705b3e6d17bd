import { hash } from "node:crypto";
import type pg from "pg";
import { analyseByWords } from "../src/analysis/heuristic/analyse-by-words.ts";
import { uuidV7 } from "../src/ids.ts";
import { vectorArray } from "../src/database/unnest.ts";
import { buildSearchVector } from "../src/items/build-search-vector.ts";
import { normaliseItemUrl } from "../src/text/normalise-item-url.ts";

export type BenchItem = { id: string; feedId: string; title: string; text: string; pubDate: Date };

const minuteMs = 60_000;

/** Like news: two names and some words in the title, two hundred words of text, few of them frequent. */
export function makeItem(n: number, feedIds: readonly string[], now: Date): BenchItem {
  const title = `${name(n)} ${word(n, 1)} ${word(n, 2)} ${name(n + 7)} ${word(n, 3)} ${word(n, 4)} ${n % 97}`;
  const words = Array.from({ length: 200 }, (_, k) => word(n, k));
  return {
    id: uuidV7(now),
    feedId: feedIds[n % feedIds.length] ?? "",
    title,
    text: `${name(n)} and ${name(n + 7)} ${words.join(" ")}.`,
    pubDate: new Date(now.getTime() - (n % 70_000) * minuteMs),
  };
}

/** A word's rank is ten to a power between 0.7 and 4.5: some words are in every fifth item, most in one of thousands. */
function word(n: number, k: number): string {
  const random = (Math.imul(n * 211 + k, 2654435761) >>> 0) / 2 ** 32;
  return `word${Math.floor(10 ** (0.7 + 3.8 * random)).toString(36)}`;
}

function name(n: number): string {
  return `N${(Math.imul(n, 2654435761) >>> 0).toString(36).slice(0, 5)}`;
}

export async function insertItems(pool: pg.Pool, items: BenchItem[]): Promise<void> {
  const { title = "", text = "" } = items[0] ?? {};
  const result = analyseByWords({
    title,
    description: "",
    body: text,
    kind: "feed",
    languageHint: "en",
    now: new Date(0),
  });
  const urls = items.map(({ id }) => `https://bench.example/${id}`);
  await pool.query(
    `insert into items (id, feed_id, hash, url, title, content, text, pub_date, fingerprint, analysis_status, analyzer_result, rating, analyzed_at)
     select id, feed, hash, url, title, body, body, at, '', 'done', $8, 0.3, at
     from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::timestamptz[]) g(id, feed, hash, url, title, body, at)`,
    [
      items.map(({ id }) => id),
      items.map(({ feedId }) => feedId),
      urls.map((url) => hash("sha256", normaliseItemUrl(url))),
      urls,
      items.map((item) => item.title),
      items.map((item) => item.text),
      items.map(({ pubDate }) => pubDate),
      JSON.stringify(result),
    ],
  );
}

/** Indexed here separately: the cost of indexing is measured with other items. */
export async function insertIndex(pool: pg.Pool, items: BenchItem[]): Promise<void> {
  await pool.query(
    `insert into item_index (item_id, feed_id, pub_date, story_id, category, analyzer, clickbait, framing, speculative, confidence, words)
     select id, feed, at, id, 'other', 'heuristic', 0.2, 0.3, 0.1, '{0.9,0.3,0.5}', words
     from unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::tsvector[]) g(id, feed, at, words)`,
    [
      items.map(({ id }) => id),
      items.map(({ feedId }) => feedId),
      items.map(({ pubDate }) => pubDate),
      vectorArray(items.map(({ title, text }) => buildSearchVector([title, text]))),
    ],
  );
}
