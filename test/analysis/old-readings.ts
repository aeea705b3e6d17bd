import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { analyseItems } from "../../src/analysis/analyse-items.ts";
import { readOldReadings, wordReader, type WordReader } from "../../src/analysis/read-again.ts";
import { type AnalyzerResult, numberOfVersion } from "../../src/items/analyzer-result.ts";
import { fakeClock } from "../ground/fetch-driver.ts";
import { testDatabase } from "../ground/test-database.ts";

// Items that versions of the offline analyzer have read, on a database and a clock of their own.
export const { worker: pool } = await testDatabase();
export const clock = fakeClock();
export const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** The number of the analyzer's present version. */
export const current = numberOfVersion(wordReader.version);

export function parts(reader: WordReader = wordReader) {
  return { pool, now: clock.now, newLeaseId: randomUUID, ageDaysMax: 14, reader };
}

export async function read(reader?: WordReader): Promise<{ took: number; changed: number }> {
  const { took, changed } = await readOldReadings({ ...parts(reader), stopwatch: () => 0 });
  return { took, changed };
}

export function ago(days: number): Date {
  return new Date(clock.now().getTime() - days * dayMs);
}

type Draft = { title: string; pubDate?: Date };

/** An item with the result of that version; `said` is where it differs from this one's. */
export async function readBy(
  version: string,
  draft: Draft,
  said: Partial<AnalyzerResult> = { summary: `Read by ${version}.` },
): Promise<string> {
  const item = await newItem(draft);
  await analyse();
  const changes = version === wordReader.version ? {} : { ...said, analyzer_version: version };
  await pool.query(
    "update items set analyzer_result = analyzer_result || $2::jsonb, words_version = $3 where id = $1",
    [item, JSON.stringify(changes), Number(version.slice(1))],
  );
  await forgetMarks();
  return item;
}

export async function newItem({ title, pubDate = clock.now() }: Draft): Promise<string> {
  const [id, feedId] = [randomUUID(), randomUUID()];
  await pool.query("insert into feeds (id, url, full_text, published) values ($1, $2, 'never', true)", [
    feedId,
    `http://x/${feedId}`,
  ]);
  await pool.query(
    `insert into items (id, feed_id, hash, title, content, pub_date, first_seen_at, fingerprint)
     values ($1, $2, $3, $4, 'The council met on Monday.', $5, $6, '')`,
    [id, feedId, id.replaceAll("-", "").padEnd(64, "0"), title, pubDate, clock.now()],
  );
  return id;
}

export async function analyse(): Promise<void> {
  while ((await analyseItems({ pool, now: clock.now, limits: { hasModel: false, ageDaysMax: 14 } })) > 0);
}

export async function forgetMarks(): Promise<void> {
  await pool.query("delete from stale_feeds");
  await pool.query("delete from stale_items");
}

type Found = {
  result: AnalyzerResult;
  rating: number;
  words_version: number;
  analysis_status: string;
  page_at: Date | null;
  page_why: string | null;
  upgrade_at: Date | null;
};

export async function find(id: string): Promise<Found> {
  const { rows } = await pool.query<Found>("select *, analyzer_result as result from items where id = $1", [id]);
  assert.ok(rows[0] !== undefined);
  return rows[0];
}
