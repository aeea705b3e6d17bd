import { createHash, randomUUID } from "node:crypto";
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { buffer } from "node:stream/consumers";
import { after } from "node:test";
import type { AnalyzerResult } from "../../../src/items/analyzer-result.ts";
import { normaliseItemUrl } from "../../../src/text/normalise-item-url.ts";
import { publishFeed } from "../../../src/publishing/publish-feed.ts";
import { startWeb } from "../../../src/assemble-web.ts";
import { type TestDatabase, testDatabase } from "../../ground/test-database.ts";
import { testParts } from "../../ground/test-parts.ts";
import { exampleResult } from "../../publishing/published-examples.ts";

export type FeedRow = {
  url: string;
  published: boolean;
  enabled: boolean;
  deleted_at: Date | null;
  root_domain: string;
  /** Null: never fetched. */
  last_success_at: Date | null;
};
export type ItemRow = {
  url: string | null;
  hash: string;
  title: string;
  pub_date: Date;
  analysis_status: "pending" | "done" | "failed" | "skipped";
  analyzer_result: AnalyzerResult | null;
};

/** A database with what a test puts into it, and web servers on it as `plainwire web` starts them. */
export async function publicWorld() {
  const database = await testDatabase();
  const { worker } = database;
  /** As the first reader of each changed feed does. */
  const publish = async () => {
    const { rows } = await worker.query<{ feed_id: string }>("select feed_id from stale_feeds");
    const parts = { pool: worker, now: () => new Date(), publicOrigin: "http://127.0.0.1:8080" };
    for (const { feed_id: feedId } of rows) await publishFeed(parts, feedId);
  };
  return {
    database,
    publish,
    addFeed: (changes: Partial<FeedRow> = {}) => addFeed(database, changes),
    addItem: (feedId: string, changes: Partial<ItemRow> = {}) => addItem(database, feedId, changes),
    /** With one item, built and ready to be served. */
    addBuiltFeed: async (changes: Partial<FeedRow> = {}) => {
      const feed = await addFeed(database, changes);
      await addItem(database, feed.id);
      await publish();
      return feed;
    },
    markStale: (feedId: string) => markStale(database, feedId),
    changeFeed: (id: string, changes: Partial<FeedRow>) => changeFeed(database, id, changes),
    startServer: (settings: Record<string, string> = {}) => startServer(database, settings),
  };
}

async function addFeed({ worker }: TestDatabase, changes: Partial<FeedRow>) {
  const id = randomUUID();
  const row = {
    url: `https://news.example/${id}.xml`,
    published: true,
    enabled: true,
    deleted_at: null,
    root_domain: "news.example",
    last_success_at: new Date(),
    ...changes,
  };
  await worker.query(
    `insert into feeds (id, url, title, published, enabled, deleted_at, root_domain, last_success_at)
     values ($1, $2, 'Harbour Gazette', $3, $4, $5, $6, $7)`,
    [id, row.url, row.published, row.enabled, row.deleted_at, row.root_domain, row.last_success_at],
  );
  return { id, url: row.url };
}

async function addItem(database: TestDatabase, feedId: string, changes: Partial<ItemRow> = {}) {
  const url = changes.url === undefined ? `https://news.example/${randomUUID()}` : changes.url;
  const row: ItemRow = {
    url,
    hash: sha256(normaliseItemUrl(url ?? randomUUID())),
    title: "SHOCK: Ferry & crane in outrageous clash",
    pub_date: new Date("2026-03-03T20:00:00Z"),
    analysis_status: "done",
    analyzer_result: exampleResult(),
    ...changes,
  };
  const result = row.analyzer_result;
  await database.worker.query(
    `insert into items (id, feed_id, hash, url, title, content, pub_date, fingerprint, analysis_status, analyzer_result, rating, analyzed_at)
     values ($1, $2, $3, $4, $5, '', $6, ''::bytea, $7, $8, $9, $10)`,
    [
      randomUUID(),
      feedId,
      row.hash,
      row.url,
      row.title,
      row.pub_date,
      row.analysis_status,
      result,
      result?.overall ?? null,
      result?.analyzed_at ?? null,
    ],
  );
  await markStale(database, feedId);
  return row;
}

async function markStale({ worker }: TestDatabase, feedId: string) {
  await worker.query(
    "insert into stale_feeds (feed_id, since) values ($1, $2) on conflict (feed_id) do update set since = excluded.since",
    [feedId, new Date()],
  );
}

async function changeFeed({ worker }: TestDatabase, id: string, changes: Partial<FeedRow>) {
  const names = Object.keys(changes);
  const assignments = names.map((name, index) => `${name} = $${index + 2}`).join(", ");
  await worker.query(`update feeds set ${assignments} where id = $1`, [id, ...Object.values(changes)]);
}

async function startServer(database: TestDatabase, settings: Record<string, string>) {
  const parts = testParts(database, { PORT: "0", ...settings });
  const service = await startWeb(parts);
  const stop = () => service.stop(AbortSignal.timeout(5_000));
  after(stop);
  const url = /"url":"([^"]+)"/.exec(parts.lines.join(""))?.[1] ?? "";
  const get = (path: string, headers: Record<string, string> = {}, method = "GET") =>
    fetch(url + path, { headers, method });
  const lines = () => parts.lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  return { url, get, parts, lines, stop };
}

/** Bytes as they come: fetch() would decompress them. */
export async function rawBody(url: string, headers: Record<string, string>) {
  const [answer] = (await once(request(url, { headers, agent: false }).end(), "response")) as [IncomingMessage];
  return { status: answer.statusCode, headers: answer.headers, body: await buffer(answer) };
}

export function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

export function feedPath(path: string, url: string, rest = ""): string {
  return `${path}?url=${encodeURIComponent(url)}${rest}`;
}
