import type { Queryable } from "../database/transaction.ts";

/** Which feed an address leads to: the one that has it, else the one that had it. Null where nothing is built to be read. */
export async function findServedFeed(db: Queryable, url: string): Promise<{ feedId: string; updatedAt: Date } | null> {
  const { rows } = await db.query<{ id: string; updated_at: Date | null }>({
    name: "find-served-feed",
    text: `
select found.id, c.updated_at
from (
  select id, 1 as place from feeds where url = $1
  union all
  select feed_id, 2 from feed_aliases where url = $1
) found
left join cached_feeds c on c.id = found.id and c.xml_content is not null and c.gzip is not null
order by found.place limit 1`,
    values: [url],
  });
  const found = rows[0];
  return found === undefined || found.updated_at === null ? null : { feedId: found.id, updatedAt: found.updated_at };
}

/** The RSS as publishing stored it, with the moment it was made. */
export async function readStoredRss(
  db: Queryable,
  feedId: string,
): Promise<{ xml: string; gzip: Buffer; updatedAt: Date } | null> {
  const { rows } = await db.query<{ xml_content: string; gzip: Buffer; updated_at: Date }>({
    name: "read-stored-rss",
    text: "select xml_content, gzip, updated_at from cached_feeds where id = $1 and xml_content is not null and gzip is not null",
    values: [feedId],
  });
  const stored = rows[0];
  return stored === undefined ? null : { xml: stored.xml_content, gzip: stored.gzip, updatedAt: stored.updated_at };
}
