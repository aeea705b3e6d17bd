import { randomUUID } from "node:crypto";
import { addFeeds } from "../src/feeds/feed-store.ts";
import { makePipeline } from "../src/make-pipeline.ts";
import type { PipelineParts } from "../src/pipeline.ts";
import { runFeed } from "../src/pipeline.ts";
import { claimDueFeeds } from "../src/scheduling/claim-store.ts";
import type { LeasedFeed } from "../src/scheduling/leased-feed.ts";
import { atOnce } from "./at-once.ts";
import type { BenchDatabase } from "./bench-database.ts";
import { feedUrl } from "./bench-origin.ts";

const lanes = 4;
const hourMs = 3_600_000;

export const feedsAtOnce = 64;

export type BenchPipeline = {
  /** Polls every feed once, as if two days had passed since the last time. */
  pollAll: () => Promise<void>;
  stop: () => void;
};

/** The whole path from claim to commit, as in a worker, but without waiting for the clock. */
export async function benchPipeline(
  { parts, pool }: BenchDatabase,
  { feeds, port }: { feeds: number; port: number },
): Promise<BenchPipeline> {
  let nowMs = Date.now();
  const now = () => new Date(nowMs);
  const pipeline = makePipeline(
    { ...parts, clock: { now, correct: async () => undefined } },
    { withoutSlot: (wait) => wait(), nudgeAnalysis: () => undefined },
  );
  const feed = { enabled: true, polling: true, enforceFeedDomain: false };
  await addFeeds(
    pool,
    Array.from({ length: feeds }, (_, n) => ({ url: feedUrl(n, port), ...feed })),
    lanes,
    now(),
  );

  async function* dueFeeds(): AsyncGenerator<LeasedFeed> {
    for (;;) {
      const lease = { now: now(), leaseId: randomUUID(), leaseUntil: new Date(nowMs + hourMs) };
      const claims = await claimDueFeeds(pool, { ...lease, page: feedsAtOnce * 2 });
      if (claims.length === 0) return;
      pipeline.leases.hold(claims);
      yield* claims;
    }
  }
  return {
    pollAll: async () => {
      nowMs += 48 * hourMs;
      await atOnce(feedsAtOnce, dueFeeds(), (claim) => runOne(pipeline, claim));
    },
    stop: pipeline.leases.stop,
  };
}

async function runOne(pipeline: PipelineParts, claim: LeasedFeed): Promise<void> {
  try {
    await runFeed(pipeline, claim);
  } finally {
    pipeline.leases.letGo(claim);
  }
}
