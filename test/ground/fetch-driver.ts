import { randomUUID } from "node:crypto";
import { type Completion, type CompletionResult, saveCompletions } from "../../src/fetching/completion-store.ts";
import type { FetchedFeed } from "../../src/fetching/build-completion.ts";
import { fetchFeed, type FetchParts } from "../../src/fetching/fetch-feed.ts";
import { addFeed, type NewFeed } from "../../src/feeds/add-feeds-store.ts";
import { createLaneLeases } from "../../src/schedule/lease-lane-store.ts";
import { moveFeed } from "../../src/feeds/change-url-store.ts";
import { fetchLimitsOf } from "../../src/assemble.ts";
import { createBareJob } from "../../src/job.ts";
import { claimDueFeeds, findNextReadyAt } from "../../src/schedule/claim-store.ts";
import type { TestDatabase } from "./test-database.ts";
import { testParts } from "./test-parts.ts";
import { fuzzSeed } from "./check-property.ts";
import { seededRandom } from "../../scripts/simulate/seeded-random.ts";

const lanes = 4;
const leaseMs = 600_000;

export type Fetched = { completion: Completion; result: CompletionResult };
export type Driver = {
  clock: FakeClock;
  parts: FetchParts;
  add: (url: string, changes?: Partial<NewFeed>) => Promise<string>;
  /** Claims one page of the feeds that are due now, fetches them, and saves them in one statement. */
  fetchDue: () => Promise<Fetched[]>;
  /** Fetches what is due and returns only this feed's result: other feeds of the file may be due at the same time. */
  fetchDueOf: (id: string) => Promise<Fetched | undefined>;
  /** Moves the clock to the time the next lane is ready; false if nothing is scheduled. */
  skipToNext: () => Promise<boolean>;
  feed: (id: string) => Promise<Record<string, unknown>>;
};
export type FakeClock = { now: () => Date; advance: (ms: number) => void; set: (at: Date) => void };

export function fakeClock(start = new Date("2026-03-02T08:00:00Z")): FakeClock {
  let at = start.getTime();
  return { now: () => new Date(at), advance: (ms) => void (at += ms), set: (to) => void (at = to.getTime()) };
}

/** The real claim, client, parser, policy and completion, with a clock that only the test moves. */
export function fetchDriver(database: TestDatabase, changes: Partial<FetchParts> = {}, clock = fakeClock()): Driver {
  const { worker: pool } = database;
  const { client, config, secrets, identity, hooks } = testParts(database);
  const parts: FetchParts = {
    get: client.get,
    identity,
    secrets,
    hooks,
    hookFailed: (_, error) => {
      throw error;
    },
    leaveFailed: (error) => {
      throw error;
    },
    laneLeases: createLaneLeases({
      pool,
      now: clock.now,
      lanes,
      delayMs: 3_000,
      leaseMsMax: 45_000,
      waitMsMax: 0,
      // The test moves the clock, so a real pause would only slow the tests down.
      sleep: async () => undefined,
    }),
    // What these tests save waits for the stage analyse, unless they hand in a reader.
    readItems: async (items) => items,
    limits: fetchLimitsOf(config),
    now: clock.now,
    random: seededRandom(fuzzSeed),
    itemsMax: config.fetcherMaxItems,
    strictContentType: false,
    hostDelayMs: config.fetcherDomainDelayMs,
    hostRequestsPerDay: config.fetcherHostRequestsPerDay,
    ...changes,
  };
  return {
    clock,
    parts,
    add: async (url, feed = {}) =>
      (
        await addFeed(
          pool,
          { url, enabled: true, polling: true, enforceFeedDomain: false, ...feed },
          lanes,
          clock.now(),
        )
      ).id,
    fetchDue,
    fetchDueOf: async (id) => (await fetchDue()).find(({ completion }) => completion.claim.feedId === id),
    skipToNext: async () => {
      const next = await findNextReadyAt(pool);
      if (next !== null && next > clock.now()) clock.set(next);
      return next !== null;
    },
    feed: async (id) => {
      const { rows } = await pool.query(
        "select f.*, s.next_run_at, s.fetch_status, s.runnable, s.lane, s.why_next from feeds f join feed_schedules s on s.feed_id = f.id where f.id = $1",
        [id],
      );
      return rows[0];
    },
  };

  async function fetchDue(): Promise<Fetched[]> {
    const now = clock.now();
    const claims = await claimDueFeeds(pool, {
      now,
      page: 200,
      leaseId: randomUUID(),
      leaseUntil: new Date(now.getTime() + leaseMs),
    });
    const fetched = await Promise.all(claims.map((claim) => fetchFeed(parts, createBareJob(claim))));
    const results =
      fetched.length === 0
        ? []
        : await saveCompletions(
            pool,
            fetched.map(({ completion }) => completion),
          );
    for (const one of fetched) await followMove(one);
    return fetched.map(({ completion }, index) => ({ completion, result: results[index] as CompletionResult }));
  }

  async function followMove({ completion, reading }: FetchedFeed): Promise<void> {
    const { feedId: id, url } = completion.claim;
    if (reading.movedTo !== null && reading.movedTo !== url) await moveFeed(pool, { id, url }, reading.movedTo, lanes);
  }
}
