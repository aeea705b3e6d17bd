import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { makeAllDue } from "../../scripts/chaos/make-all-due.ts";

/** Whatever the schedule says, the feeds are due again each second; the pace of their hosts stays. */
export function keepDue(pool: pg.Pool): () => Promise<void> {
  const stopping = new AbortController();
  const running = (async () => {
    while (!stopping.signal.aborted) {
      await pool
        .query<{ id: string }>("select id from feeds")
        .then(({ rows }) =>
          makeAllDue(
            pool,
            rows.map(({ id }) => id),
          ),
        )
        // The database is away: that is what this test is about.
        .catch(() => undefined);
      await sleep(1_000, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  })();
  return () => {
    stopping.abort();
    return running;
  };
}

/** Feeds with another number of items than they published, or with one of them twice. */
export async function findWrongFeeds(pool: pg.Pool, published: (path: string) => number): Promise<unknown[]> {
  const { rows } = await pool.query<{ url: string; items: number; different: number }>(
    `select f.url, count(i.id)::int as items, count(distinct i.guid)::int as different
     from feeds f left join items i on i.feed_id = f.id group by f.id`,
  );
  return rows.filter(({ url, items, different }) => items !== different || items !== published(new URL(url).pathname));
}
