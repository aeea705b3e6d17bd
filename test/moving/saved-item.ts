import { hash } from "node:crypto";
import type pg from "pg";
import { uuidV7 } from "../../src/ids.ts";
import { identifyItems } from "../../src/items/item-identity.ts";

/** Saves items of a feed in one statement, as a fetch does. */
export async function saveItemsForTest(
  pool: pg.Pool,
  feedId: string,
  items: { url: string; title: string; guid?: string }[],
): Promise<void> {
  const rows = items.map(({ url, title, guid = null }) => {
    const item = { url, title, guid, content: title, summary: null, publishedAt: new Date() };
    const [identity = { hash: "", fingerprint: "" }] = identifyItems([item]);
    return { id: uuidV7(new Date()), ...item, ...identity, guid_key: guid === null ? null : keyOf(guid) };
  });
  await pool.query(
    `insert into items (id, feed_id, hash, guid, guid_key, url, title, content, pub_date, fingerprint)
     select id, $1, hash, guid, guid_key, url, title, content, now(), decode(fingerprint, 'hex')
     from jsonb_to_recordset($2) r(id uuid, hash text, guid text, guid_key bigint, url text, title text, content text, fingerprint text)`,
    [feedId, JSON.stringify(rows)],
  );
}

function keyOf(guid: string): string {
  return Buffer.from(hash("sha256", guid).slice(0, 16), "hex").readBigInt64BE().toString();
}
