import { randomBytes, randomUUID } from "node:crypto";
import type pg from "pg";

export type NewItem = { title: string; summary?: string; url?: string | null; pubDate: Date };

/** A person in the database, with what of them a brief needs. */
export async function addPerson(worker: pg.Pool): Promise<string> {
  const id = randomUUID();
  await worker.query("insert into accounts.users (id, email) values ($1, $2)", [id, `${id}@example.org`]);
  return id;
}

/** A feed that the person reads; returns the ids of its items. */
export async function addFeed(
  worker: pg.Pool,
  personId: string,
  name: string,
  items: readonly NewItem[],
): Promise<string[]> {
  const feedId = randomUUID();
  await worker.query("insert into feeds (id, url) values ($1, $2)", [feedId, `https://feed.example/${feedId}`]);
  await worker.query("insert into subscriptions (id, user_id, feed_id, name) values ($1, $2, $3, $4)", [
    randomUUID(),
    personId,
    feedId,
    name,
  ]);
  const ids: string[] = [];
  for (const { title, summary = "", url = "https://feed.example/item", pubDate } of items) {
    const id = randomUUID();
    const result = { title_corrected: title, summary, language: "en" };
    await worker.query(
      `insert into items (id, feed_id, hash, url, title, content, pub_date, fingerprint, analyzer_result)
      values ($1, $2, $3, $4, $5, 'raw', $6, '\\x00', $7)`,
      [id, feedId, randomBytes(32).toString("hex"), url, title, pubDate, result],
    );
    ids.push(id);
  }
  return ids;
}
