import { randomUUID } from "node:crypto";
import { addFeeds } from "../src/feeds/add-feeds-store.ts";
import { createJobs, type Jobs } from "../src/assemble-worker.ts";
import { runJob } from "../src/fetching/fetch-feed.ts";
import { startJob } from "../src/job.ts";
import { claimDueFeeds } from "../src/schedule/claim-store.ts";
import type { LeasedFeed } from "../src/schedule/lease.ts";
import { atOnce } from "./at-once.ts";
import type { BenchDatabase } from "./bench-database.ts";
import { feedUrl } from "./bench-origin.ts";

const lanes = 4;
const hourMs = 3_600_000;

export const feedsAtOnce = 64;

/** As if so much time had passed between two polls: every feed is due again. */
export const stepMs = 48 * hourMs;

export type BenchPipeline = {
  now: () => Date;
  port: number;
  /** Polls every feed once, as if two days had passed since the last time. */
  pollAll: () => Promise<void>;
  /** Polls as many feeds, those that are due first, as if `afterMs` had passed; returns their addresses. */
  poll: (feeds: number, afterMs: number) => Promise<string[]>;
  stop: () => void;
};

type PipelineOptions = { feeds: number; port: number; startMs?: number; published?: boolean };

/** The whole path from claim to commit, as in a worker, but without waiting for the clock. */
export async function benchPipeline(
  { parts, pool }: BenchDatabase,
  { feeds, port, startMs = Date.now(), published = false }: PipelineOptions,
): Promise<BenchPipeline> {
  let nowMs = startMs;
  const now = () => new Date(nowMs);
  const jobs = createJobs({ ...parts, clock: { now, correct: async () => undefined } });
  const surroundings = {
    leases: jobs.leases,
    lendSlot: <Result>(wait: () => Promise<Result>) => wait(),
    timeoutMs: parts.config.fetcherJobTimeoutMs,
  };
  const feed = { enabled: true, polling: true, enforceFeedDomain: false, published };
  const added = Array.from({ length: feeds }, (_, n) => ({ url: feedUrl(n, port), ...feed }));
  if (feeds > 0) await addFeeds(pool, added, lanes, now());

  async function* dueFeeds(count: number): AsyncGenerator<LeasedFeed> {
    for (let left = count; left > 0;) {
      const lease = { now: now(), leaseId: randomUUID(), leaseUntil: new Date(nowMs + hourMs) };
      const claims = await claimDueFeeds(pool, { ...lease, page: Math.min(feedsAtOnce * 2, left) });
      if (claims.length === 0) return;
      left -= claims.length;
      jobs.leases.hold(claims);
      yield* claims;
    }
  }
  const poll = async (count: number, afterMs: number) => {
    nowMs += afterMs;
    const urls: string[] = [];
    await atOnce(feedsAtOnce, dueFeeds(count), (claim) => {
      urls.push(claim.url);
      return runOne(jobs, claim, surroundings);
    });
    return urls;
  };
  return {
    now,
    port,
    poll,
    pollAll: async () => void (await poll(Infinity, stepMs)),
    stop: jobs.leases.stop,
  };
}

async function runOne(jobs: Jobs, claim: LeasedFeed, surroundings: Parameters<typeof startJob>[1]): Promise<void> {
  const { job, end } = startJob(claim, surroundings);
  try {
    await runJob(jobs, job, () => undefined);
  } finally {
    end();
    jobs.leases.letGo(claim);
  }
}
