import { hash, randomUUID } from "node:crypto";
import { gunzipSync } from "node:zlib";
import type pg from "pg";
import { Agent, request } from "undici";
import { inTransaction } from "../src/database/transaction.ts";
import { parseFeed } from "../src/fetching/parsing/parse-feed.ts";
import type { ParsedItem } from "../src/fetching/parsing/parse-result.ts";
import { atOnce } from "./at-once.ts";
import { feedUrl } from "./bench-origin.ts";
import { feedsAtOnce } from "./poll-pipeline.ts";

type Feeds = { feeds: number; port: number };

/** The same requests and nothing else: new connections, and gunzip and SHA-256 for a body. */
export async function bareLoop({ feeds, port }: Feeds, isConditional: boolean): Promise<void> {
  const agent = new Agent({ allowH2: false });
  const headers = isConditional ? { "if-none-match": '"bench"' } : {};
  await atOnce(feedsAtOnce, Array(feeds).keys(), async (n) => {
    const { body } = await request(feedUrl(n, port), { dispatcher: agent, headers });
    const bytes = Buffer.from(await body.arrayBuffer());
    if (!isConditional) hash("sha256", gunzipSync(bytes));
  });
  await agent.close();
}

export type NaiveLoop = () => Promise<void>;

/**
 * The obvious first version: a transaction for each feed, with a SELECT and perhaps an INSERT for each item. It polls its
 * own feeds and uses our parser, so only the storing differs.
 */
export async function naiveLoop(pool: pg.Pool, { feeds, port }: Feeds): Promise<NaiveLoop> {
  const { rows } = await pool.query<{ id: string }>(
    "insert into feeds (id, url) select gen_random_uuid(), 'http://naive.example/' || n from generate_series(1, $1::int) n returning id",
    [feeds],
  );
  return async () => {
    const agent = new Agent({ allowH2: false });
    await atOnce(feedsAtOnce, rows.entries(), async ([n, { id }]) => {
      const { body, headers } = await request(feedUrl(n, port), { dispatcher: agent });
      const text = gunzipSync(Buffer.from(await body.arrayBuffer())).toString();
      const parsed = parseFeed(text, { url: feedUrl(n, port), contentType: null });
      if (parsed.kind === "not-a-feed") throw new Error("the origin sent no feed");
      await inTransaction(pool, (tx) => saveNaively(tx, id, parsed.items, String(headers["etag"])));
    });
    await agent.close();
  };
}

async function saveNaively(tx: pg.PoolClient, feedId: string, items: ParsedItem[], etag: string): Promise<void> {
  let created = 0;
  for (const item of items) {
    const itemHash = hash("sha256", item.url ?? "");
    const { rowCount } = await tx.query("select id from items where feed_id = $1 and hash = $2", [feedId, itemHash]);
    if (rowCount !== 0) continue;
    created += 1;
    await tx.query(
      `insert into items (id, feed_id, hash, guid, url, title, content, pub_date, fingerprint, analysis_status)
       values ($1, $2, $3, $4, $5, $6, $7, $8, '', 'done')`,
      [randomUUID(), feedId, itemHash, item.guid, item.url, item.title ?? "", item.content ?? "", item.publishedAt],
    );
  }
  await tx.query("update feeds set etag = $2, last_fetched_at = now(), last_success_at = now() where id = $1", [
    feedId,
    etag,
  ]);
  await tx.query(
    `insert into fetch_logs (id, feed_id, started_at, completed_at, duration_ms, outcome, status, http_status, created)
     values ($1, $2, now(), now(), 0, 'parsed', 'success', 200, $3)`,
    [randomUUID(), feedId, created],
  );
}
