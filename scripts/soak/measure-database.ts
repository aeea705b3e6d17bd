import type pg from "pg";
import type { Sample } from "./judge-growth.ts";
import { median } from "../../bench/statistics.ts";
import { residentBytes } from "./measure-process.ts";

// Their rows are rewritten all the time but their number stays the same, so any growth is bloat.
const steadyTables = ["feeds", "feed_schedules", "lanes", "cached_feeds", "stale_feeds"];
const kibibyte = 1024;

type Facts = { wal: number; fetches: number; items: number; itemBytes: number; tableBytes: number[]; pids: number[] };

/** Returns a function that measures; WAL is per fetch since the last measurement. */
export function measureDatabase(admin: pg.Pool): () => Promise<Sample> {
  let last: Facts | null = null;
  return async () => {
    const now = await readFacts(admin);
    const since = last ?? now;
    last = now;
    return {
      "database: WAL per fetch, KB": (now.wal - since.wal) / kibibyte / Math.max(1, now.fetches - since.fetches),
      ...Object.fromEntries(
        steadyTables.map((name, index) => [`database: table ${name}, KB`, (now.tableBytes[index] ?? 0) / kibibyte]),
      ),
      "database: bytes per item": now.itemBytes / Math.max(1, now.items),
      // The median, because a new connection has not done everything yet.
      "database: memory of a connection, KB": median(now.pids.map((pid) => residentBytes(pid, "RssAnon"))) / kibibyte,
      "database: connections": now.pids.length,
    };
  };
}

async function readFacts(admin: pg.Pool): Promise<Facts> {
  const { rows } = await admin.query<Facts>(
    `select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as wal,
       (select count(*)::int from fetch_logs) as fetches,
       (select count(*)::int from items) as items,
       pg_total_relation_size('items')::float8 as "itemBytes",
       array(select pg_total_relation_size(name::regclass)::float8 from unnest($1::text[]) name) as "tableBytes",
       array(select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()) as pids`,
    [steadyTables],
  );
  const facts = rows[0];
  if (facts === undefined) throw new Error("the database returned no row");
  return facts;
}
