import { randomUUID } from "node:crypto";
import { Agent, request } from "undici";
import { pino } from "pino";
import { fetchLimitsOf, createClient } from "../src/assemble.ts";
import { microBatch } from "../src/database/micro-batch.ts";
import { secretBox } from "../src/database/secret-box.ts";
import type { ClaimedFeed } from "../src/feeds/claimed-feed.ts";
import { addFeed } from "../src/feeds/feed-store.ts";
import { hostTurns } from "../src/feeds/host-turns.ts";
import type { Completion, CompletionResult } from "../src/fetching/completion.ts";
import { saveCompletions } from "../src/fetching/completion-store.ts";
import { noHooks } from "../src/fetching/hooks.ts";
import { loadConfig } from "../src/load-config.ts";
import { runFeed, type PipelineParts } from "../src/pipeline.ts";
import { claimDueFeeds } from "../src/scheduling/claim-store.ts";
import { leaseEnd } from "../src/scheduling/lease.ts";
import { leaseKeeper } from "../src/scheduling/lease-keeper.ts";
import { markFetching, renewLeases } from "../src/scheduling/lease-store.ts";
import { createFetchMetrics } from "../src/telemetry/fetch-metrics.ts";
import { fetchObserver } from "../src/telemetry/fetch-observer.ts";
import { createMetrics } from "../src/telemetry/metrics.ts";
import { type BenchDatabase, benchDatabase } from "./bench-database.ts";
import { benchOrigin, type OriginMode } from "./bench-origin.ts";
import type { Figure } from "./figure.ts";
import { median } from "./figure.ts";

const feeds = 1_000;
const atOnce = 64;
const rounds = 3;
const hourMs = 3_600_000;

const modes: { mode: OriginMode; reach: string }[] = [
  { mode: "304", reach: "≤ 650" },
  { mode: "same-body", reach: "≤ 1050" },
  { mode: "nothing-new", reach: "≤ 1500" },
  { mode: "5-new", reach: "≤ 2000" },
  { mode: "30-new", reach: "≤ 4000" },
];

/** The whole pipeline from claim to commit against a loopback origin, every feed on an address of its own, new connections. */
export async function poll(): Promise<Figure[]> {
  const database = await benchDatabase();
  const origin = await benchOrigin();
  const clock = { at: Date.now() };
  const pipeline = makeBenchPipeline(database, () => new Date(clock.at));
  await addFeeds(database, origin.port, new Date(clock.at));
  await origin.mode("nothing-new");
  await pollAll(pipeline, database, clock);

  const figures: Figure[] = [];
  for (const { mode, reach } of modes) {
    const costs: { client: number; database: number; bare: number }[] = [];
    for (let round = 0; round < rounds; round += 1) {
      clock.at += 48 * hourMs;
      await origin.mode(mode);
      const bare =
        mode === "304" || mode === "same-body" ? await measure(() => bareLoop(origin.port, mode === "304")) : 0;
      const before = database.cpuMs();
      const client = await measure(() => pollAll(pipeline, database, clock));
      costs.push({ client, database: ((database.cpuMs() - before) * 1000) / feeds, bare });
    }
    figures.push(...report(mode, reach, costs));
  }
  pipeline.leases.stop();
  origin.close();
  await database.close();
  return figures;
}

function report(mode: string, reach: string, costs: { client: number; database: number; bare: number }[]): Figure[] {
  const client = median(costs.map((cost) => cost.client));
  const pg = median(costs.map((cost) => cost.database));
  const bare = median(costs.map((cost) => cost.bare));
  return [
    { name: `poll-${mode}: client + PostgreSQL`, value: client + pg, unit: "CPU µs per feed", reach },
    { name: `poll-${mode}: of it PostgreSQL`, value: pg, unit: "CPU µs per feed", reach: "" },
    ...(bare === 0
      ? []
      : [
          {
            name: `poll-${mode}: bare undici doing the same requests`,
            value: bare,
            unit: "CPU µs per feed",
            reach: `ratio ${(bare / (client + pg)).toFixed(2)}`,
          },
        ]),
  ];
}

/** CPU of this process per feed, in µs. */
async function measure(work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / feeds;
}

async function addFeeds({ pool }: BenchDatabase, port: number, now: Date): Promise<void> {
  for (let n = 0; n < feeds; n += 1) {
    await addFeed(pool, { url: urlOf(n, port), enabled: true, polling: true, enforceFeedDomain: false }, 4, now);
  }
}

function urlOf(n: number, port: number): string {
  return `http://127.${10 + Math.floor(n / 250)}.${n % 250}.1:${port}/feed`;
}

async function pollAll(pipeline: PipelineParts, { pool }: BenchDatabase, clock: { at: number }): Promise<void> {
  const running = new Set<Promise<void>>();
  for (;;) {
    const now = new Date(clock.at);
    const claims = await claimDueFeeds(pool, {
      now,
      page: atOnce * 2,
      leaseId: randomUUID(),
      leaseUntil: new Date(clock.at + hourMs),
    });
    if (claims.length === 0) break;
    pipeline.leases.hold(claims);
    for (const claim of claims) {
      const job: Promise<void> = runFeed(pipeline, claim).finally(() => {
        pipeline.leases.letGo(claim);
        running.delete(job);
      });
      running.add(job);
      if (running.size >= atOnce) await Promise.race(running);
    }
  }
  await Promise.all(running);
}

/** The reference: the same requests with nothing around them. */
async function bareLoop(port: number, conditional: boolean): Promise<void> {
  const { gunzipSync } = await import("node:zlib");
  const { hash } = await import("node:crypto");
  const agent = new Agent({ allowH2: false });
  const headers = conditional ? { "if-none-match": '"bench"' } : {};
  const running = new Set<Promise<void>>();
  const get = async (n: number) => {
    const { body } = await request(urlOf(n, port), { dispatcher: agent, headers });
    const bytes = Buffer.from(await body.arrayBuffer());
    if (!conditional) hash("sha256", gunzipSync(bytes));
  };
  for (let n = 0; n < feeds; n += 1) {
    const job: Promise<void> = get(n).finally(() => running.delete(job));
    running.add(job);
    if (running.size >= atOnce) await Promise.race(running);
  }
  await Promise.all(running);
  await agent.close();
}

function makeBenchPipeline({ pool }: BenchDatabase, now: () => Date): PipelineParts {
  const { config } = loadConfig({ FETCH_ALLOW_NETWORKS: "127.0.0.0/8" }, {});
  const metrics = createFetchMetrics(createMetrics());
  const observe = fetchObserver(pino({ level: "info" }, { write: () => undefined }), metrics);
  return {
    fetching: {
      get: createClient(config).get,
      identity: { version: "0.1.0", contactUrl: "http://127.0.0.1/about-fetcher" },
      secrets: secretBox("k".repeat(32)),
      hooks: noHooks,
      hookFailed: observe.error,
      turns: hostTurns({ pool, now, lanes: 4, delayMs: 3_000, turnMsMax: 45_000 }),
      limits: fetchLimitsOf(config),
      now,
      random: Math.random,
      itemsMax: 100,
      strictContentType: false,
      hostDelayMs: 3_000,
      withoutSlot: (wait) => wait(),
    },
    leases: leaseKeeper({
      leaseMs: hourMs,
      now,
      renew: (claims, at) => renewLeases(pool, claims, leaseEnd(at, { leaseMs: hourMs, hostDelayMs: 0 })),
      onError: observe.error,
    }),
    markFetching: microBatch<ClaimedFeed, void>({
      save: async (claims) => {
        await markFetching(pool, claims, now());
        return claims.map(() => undefined);
      },
      bytesOf: () => 0,
    }),
    completions: microBatch<Completion, CompletionResult>({
      save: (completions) => saveCompletions(pool, completions),
      bytesOf: ({ items }) => items.reduce((sum, { content }) => sum + content.length, 1_000),
    }),
    moveFeed: async () => undefined,
    nudgeAnalysis: () => undefined,
    jobTimeoutMs: 45_000,
    observe,
    metrics,
  };
}
