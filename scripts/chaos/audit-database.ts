import type pg from "pg";
import type { Finding } from "./audit-log.ts";
import { guidOf } from "./chaos-documents.ts";
import type { ChaosFeed } from "./chaos-feeds.ts";
import type { SavedFetch } from "./chaos-log.ts";

/**
 * Finds validators that stand for more items than are stored, which must never happen. The ETag ends in the number of items
 * of its document. A single statement sees one consistent state.
 */
export async function findHollowValidators(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ url: string }>(
    `select f.url from feeds f where f.etag is not null
       and substring(f.etag from '-(\\d+)"$')::int > (select count(*) from items i where i.feed_id = f.id)`,
  );
  return rows.map(({ url }) => url);
}

export async function listSavedFetches(pool: pg.Pool): Promise<SavedFetch[]> {
  const { rows } = await pool.query<SavedFetch>(
    `select substring(response -> 'headers' ->> 'server' from 'chaos/(\\d+)')::int as number, status from fetch_logs
     where outcome <> 'deferred' and response -> 'headers' ->> 'server' like 'chaos/%'`,
  );
  return rows;
}

/** The work that is left, by name. In the end there must be none. */
export async function countLeftovers(pool: pg.Pool): Promise<Record<string, number>> {
  const { rows } = await pool.query<Record<string, number>>(
    `select
       (select count(*)::int from feed_schedules where fetch_status <> 'IDLE' or lease_id is not null) as "feeds held",
       (select count(*)::int from feed_schedules where runnable and next_run_at <= now()) as "feeds due",
       (select count(*)::int from lanes where lease_id is not null) as "lanes held",
       (select count(*)::int from items where analysis_status = 'pending') as "items not analysed",
       (select count(*)::int from items where upgrade_at <= now() and analysis_status = 'done'
          and coalesce(analysis_locked_until < now(), true)) as "pages not read",
       (select count(*)::int from dead_letters) as "dead letters"`,
  );
  return rows[0] ?? {};
}

/** Every item the origin ever published must be stored once and analysed. */
export async function auditItems(
  pool: pg.Pool,
  feeds: ChaosFeed[],
  itemsOf: (key: number) => number,
): Promise<Finding[]> {
  const { rows } = await pool.query<{ feed_id: string; guids: string[] }>(
    "select feed_id, array_agg(guid) as guids from items group by feed_id",
  );
  const guidsOf = new Map(rows.map((row) => [row.feed_id, row.guids]));
  const wrong = { lost: [] as string[], doubled: [] as string[] };
  let items = 0;
  for (const { id, key, url } of feeds.filter(({ kind }) => kind !== "trap")) {
    const stored = guidsOf.get(id) ?? [];
    const wanted = Array.from({ length: itemsOf(key) }, (_, n) => guidOf(key, n));
    items += wanted.length;
    const missing = wanted.filter((guid) => !stored.includes(guid));
    if (missing.length > 0) wrong.lost.push(`${url}: ${missing.length} of ${wanted.length}`);
    if (new Set(stored).size < stored.length) wrong.doubled.push(url);
  }
  return [
    { promise: "no item is lost", checked: items, broken: wrong.lost },
    { promise: "no item is stored twice", checked: items, broken: wrong.doubled },
  ];
}

/** Every feed is either done or due again; only traps are suspended. */
export async function auditSchedules(pool: pg.Pool, feeds: ChaosFeed[]): Promise<Finding> {
  const { rows } = await pool.query<{ id: string; url: string; why: string }>(
    `select f.id, f.url, concat_ws(', ', f.last_fetch_status, f.last_fetch_error) as why from feeds f
     join feed_schedules s on s.feed_id = f.id where s.next_run_at is null or not s.runnable`,
  );
  const traps = new Set(feeds.filter(({ kind }) => kind === "trap").map(({ id }) => id));
  return {
    promise: "every feed is done or due again",
    checked: feeds.length,
    broken: rows.filter(({ id }) => !traps.has(id)).map(({ url, why }) => `${url}: ${why}`),
  };
}
