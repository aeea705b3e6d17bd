import { hash, randomUUID } from "node:crypto";
import type pg from "pg";

const title = "SHOCKING: Minister DESTROYS critics, and you won't believe why";
const content =
  "<p>The minister answered questions on the budget of 2 billion on Monday. The council votes on Friday.</p>";

export type StoredItem = { id: string; url: string };

/** Items as a fetch leaves them: new, and waiting for their analysis. */
export async function storeItems(pool: pg.Pool, feedId: string, count: number): Promise<StoredItem[]> {
  const items = Array.from({ length: count }, () => {
    const id = randomUUID();
    return { id, url: `https://example.org/news/${id}` };
  });
  await pool.query(
    `insert into items (id, feed_id, hash, url, title, content, pub_date, fingerprint)
     select i.id, $1, i.hash, i.url, $5, $6, now(), '\\x00' from unnest($2::uuid[], $3::text[], $4::text[]) i(id, hash, url)`,
    [
      feedId,
      items.map(({ id }) => id),
      items.map(({ url }) => hash("sha256", url)),
      items.map(({ url }) => url),
      title,
      content,
    ],
  );
  return items;
}

export async function countByStatus(pool: pg.Pool, feedId: string): Promise<Record<string, number>> {
  const { rows } = await pool.query<{ status: string; count: number }>(
    "select analysis_status as status, count(*)::int as count from items where feed_id = $1 group by 1",
    [feedId],
  );
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
}
