import assert from "node:assert/strict";
import { join } from "node:path";
import { addFeeds } from "../../src/feeds/add-feeds-store.ts";
import type { Elsewhere, Running } from "../ground/plainwire-process.ts";
import { startPlainwire, startProgram } from "../ground/plainwire-process.ts";
import type { TestDatabase } from "../ground/test-database.ts";
import { testSocket } from "../ground/test-database.ts";
import type pg from "pg";
import { itemsPerFeed } from "./fault-origin.ts";

/** The settings of a worker process on a test's database. */
export function onDatabase({ name }: TestDatabase): Record<string, string> {
  return {
    DATABASE_URL: `postgres://app_owner@localhost/${name}?host=${encodeURIComponent(testSocket())}`,
    SECRET_KEY: "k".repeat(32),
    DB_CONNECTIONS: "6",
  };
}

export const hostDelayMs = 200;

export function startFaultWorker(settings: Record<string, string>, elsewhere?: Elsewhere): Running {
  const own = { FETCHER_WORKERS: "20", FETCHER_INTERVAL: "5", LEASE_SECONDS: "2" };
  return startPlainwire(["worker"], { ...polite, ...own, ...settings }, elsewhere);
}

const polite = { FETCH_ALLOW_NETWORKS: "127.0.0.0/8", FETCHER_DOMAIN_DELAY: String(hostDelayMs / 1_000) };

/** With a heartbeat of a second: see quick-worker.ts. */
export function startQuick(settings: Record<string, string>): Running {
  return startProgram(process.execPath, [join(import.meta.dirname, "quick-worker.ts")], { ...polite, ...settings });
}

/** Feeds that nobody analyses: these tests are about fetching. */
export async function addFaultFeeds(pool: pg.Pool, urls: string[]): Promise<void> {
  const common = {
    enabled: true,
    polling: true,
    enforceFeedDomain: false,
    fullText: "never" as const,
    analyzer: "off" as const,
  };
  for (let from = 0; from < urls.length; from += 500) {
    const feeds = urls.slice(from, from + 500).map((url) => ({ url, ...common }));
    await addFeeds(pool, feeds, 4, new Date());
  }
}

/** Every promise that the tables can tell: each feed done, no item lost or doubled, no validator without its items. */
export async function auditFeeds(pool: pg.Pool): Promise<void> {
  const { rows: wrong } = await pool.query(
    `select f.url, f.last_fetch_status, count(i.id)::int as items, count(distinct i.guid)::int as different from feeds f
     left join items i on i.feed_id = f.id group by f.id
     having count(i.id) <> $1 or count(distinct i.guid) <> $1 or f.last_fetch_status is distinct from 'success' limit 10`,
    [itemsPerFeed],
  );
  assert.deepEqual(wrong, []);
  assert.deepEqual(await validatorsWithoutItems(pool), []);
}

export async function validatorsWithoutItems(pool: pg.Pool): Promise<unknown[]> {
  const { rows } = await pool.query(
    "select url from feeds f where etag is not null and not exists (select from items where feed_id = f.id)",
  );
  return rows;
}

/** What still waits or is held. */
export async function countLeft(pool: pg.Pool): Promise<{ held: number; due: number; unfetched: number }> {
  const { rows } = await pool.query(
    `select count(*) filter (where fetch_status <> 'IDLE' or lease_id is not null)::int as held,
       count(*) filter (where next_run_at <= now())::int as due,
       (select count(*)::int from feeds where last_success_at is null) as unfetched
     from feed_schedules`,
  );
  return rows[0];
}

export const nothingLeft = { held: 0, due: 0, unfetched: 0 };
