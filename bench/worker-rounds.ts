import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { addFeeds } from "../src/feeds/add-feeds-store.ts";
import { dueChannel } from "../src/schedule/change-schedule-store.ts";
import type { BenchDatabase } from "./bench-database.ts";
import { type BenchOrigin, feedUrl, type OriginMode } from "./bench-origin.ts";

/**
 * Settings of worker processes in a benchmark: no pause between requests to a host, and only one item per document is
 * stored, so that we measure polling and not the analysis of thousands of items.
 */
export const workerSettings = { FETCHER_DOMAIN_DELAY: "0", FETCHER_MAX_ARTICLES: "1" };

const lanes = 4;
const lookMs = 20;
const roundMsMax = 120_000;

export type WorkerRounds = {
  /** Makes every feed due and resolves when the worker processes have polled all of them. */
  pollAll: (mode: OriginMode) => Promise<void>;
};

/** Feeds that worker processes poll in rounds. Their pages are never fetched, so nothing leaves loopback. */
export async function workerRounds({ pool }: BenchDatabase, origin: BenchOrigin, feeds: number): Promise<WorkerRounds> {
  const feed = { enabled: true, polling: true, enforceFeedDomain: false, fullText: "never" as const, firstRunAt: null };
  await addFeeds(
    pool,
    Array.from({ length: feeds }, (_, n) => ({ url: feedUrl(n, origin.port), ...feed })),
    lanes,
    new Date(),
  );
  return {
    pollAll: async (mode) => {
      await origin.mode(mode);
      await makeDue(pool);
      // Ask the origin first, because that costs the database nothing.
      await until(async () => (await origin.asked()) >= feeds);
      await until(() => isIdle(pool));
    },
  };
}

async function makeDue(pool: pg.Pool): Promise<void> {
  await pool.query("update feed_schedules set next_run_at = now() - interval '1 day'");
  await pool.query("update lanes set ready_at = now() - interval '1 day', free_at = '-infinity'");
  await pool.query("select pg_notify($1, '')", [dueChannel]);
}

async function isIdle(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ idle: boolean }>(
    `select not exists (select from feed_schedules where next_run_at <= now() or lease_id is not null)
       and not exists (select from items where analysis_status = 'pending')
       and not exists (select from stale_items) as idle`,
  );
  return rows[0]?.idle === true;
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const deadlineMs = performance.now() + roundMsMax;
  while (!(await isSo())) {
    if (performance.now() > deadlineMs) throw new Error(`the workers were not done after ${roundMsMax / 1_000} s`);
    await sleep(lookMs);
  }
}
