import { randomUUID } from "node:crypto";
import pg from "pg";
import { connectAs } from "../src/database/connection.ts";
import { type Completion, saveCompletions } from "../src/fetching/completion-store.ts";
import { fetchFeed, type FetchParts } from "../src/fetching/fetch-feed.ts";
import { createJobs } from "../src/assemble-worker.ts";
import { createBareJob } from "../src/job.ts";
import { claimDueFeeds } from "../src/schedule/claim-store.ts";
import type { LeasedFeed } from "../src/schedule/lease.ts";
import { atOnce } from "./at-once.ts";
import { benchDatabase } from "./bench-database.ts";
import { cpuMsOf } from "./cpu.ts";

/** `crowdedFeeds` are due on ten hosts, in addition to `feeds` with one host each. */
export type ClaimWorldSize = { feeds: number; crowdedFeeds: number };

/** CPU of the backends in µs per feed. */
export type ClaimCost = { claim: number; completion: number; feeds: number };

export type ClaimWorld = { claimAndComplete: (feeds: number) => Promise<ClaimCost>; close: () => Promise<void> };

const claimers = 4;
const page = 200;
// As the pipeline's micro-batches do it.
const savers = 2;
const completionsPerSave = 64;
const hourMs = 3_600_000;

/** Feeds that are all due and get a 304. The answers are made here, without a network. */
export async function claimWorld(size: ClaimWorldSize): Promise<ClaimWorld> {
  const database = await benchDatabase();
  const { connection } = database.parts.db;
  await fill(await connectAs(connection, "app_owner"), size);
  // Idle connections stay open: we read their CPU at the end.
  const pool = new pg.Pool({ ...connection.client("app_worker"), max: claimers, idleTimeoutMillis: 0 });
  const backends = await openAll(pool);
  let nowMs = Date.now();
  const now = () => new Date(nowMs);
  const { fetching, leases } = createJobs({ ...database.parts, clock: { now, correct: async () => undefined } });
  const backendsUs = async (work: () => Promise<unknown>) => {
    const cpuMs = () => backends.reduce((sum, pid) => sum + cpuMsOf(pid), 0);
    const beganMs = cpuMs();
    await work();
    return (cpuMs() - beganMs) * 1_000;
  };

  return {
    claimAndComplete: async (feeds) => {
      nowMs += 48 * hourMs;
      const claims: LeasedFeed[] = [];
      const claimOne = async () => {
        const lease = { now: now(), leaseId: randomUUID(), leaseUntil: new Date(nowMs + hourMs) };
        claims.push(...(await claimDueFeeds(pool, { ...lease, page })));
      };
      const claimUs = await backendsUs(() => atOnce(claimers, Array(Math.ceil(feeds / page)).keys(), claimOne));
      const completions = await Promise.all(claims.map((claim) => completionOf(fetching, claim)));
      const completionUs = await backendsUs(() =>
        atOnce(savers, batchesOf(completions), (batch) => saveCompletions(pool, batch)),
      );
      return { claim: claimUs / claims.length, completion: completionUs / claims.length, feeds: claims.length };
    },
    close: async () => {
      leases.stop();
      await pool.end();
      await database.close();
    },
  };
}

async function openAll(pool: pg.Pool): Promise<number[]> {
  const clients = await Promise.all(Array.from({ length: claimers }, () => pool.connect()));
  const pids = await Promise.all(
    clients.map((client) => client.query<{ pid: number }>("select pg_backend_pid() as pid")),
  );
  for (const client of clients) client.release();
  return pids.map(({ rows }) => rows[0]?.pid ?? 0);
}

async function completionOf(fetching: FetchParts, claim: LeasedFeed): Promise<Completion> {
  const { completion } = await fetchFeed({ ...fetching, get: answerUnchanged }, createBareJob(claim));
  return completion;
}

const answerUnchanged: FetchParts["get"] = async ({ url }) => ({
  kind: "response",
  status: 304,
  headers: { etag: '"bench"' },
  body: Buffer.alloc(0),
  snippet: null,
  url,
  permanentUrl: null,
  wireBytes: 0,
  decodedBytes: 0,
  etag: '"bench"',
  lastModified: null,
  hops: [{ url, status: 304, startedAt: new Date(), endedAt: new Date() }],
  durationMs: 1,
});

function* batchesOf(completions: Completion[]): Generator<Completion[]> {
  for (let at = 0; at < completions.length; at += completionsPerSave) {
    yield completions.slice(at, at + completionsPerSave);
  }
}

/** Due over the last hour. Built in a few statements as the owner, because row-level security would slow it down. */
async function fill(owner: pg.Client, { feeds, crowdedFeeds }: ClaimWorldSize): Promise<void> {
  try {
    await owner.query(
      `insert into feeds (id, url, enabled, polling, etag, validators_url, body_hash, entries_digest, seen, last_success_at)
       select gen_random_uuid(), url, true, true, '"bench"', url, sha256(url::bytea), sha256(url::bytea),
         repeat('s', 480)::bytea, now()
       from (
         select 'http://host' || n || '.example/feed' as url from generate_series(1, $1::int) n
         union all select 'http://crowded' || n % 10 || '.example/feed' || n from generate_series(1, $2::int) n
       ) u`,
      [feeds, crowdedFeeds],
    );
    await owner.query(
      `insert into feed_schedules (feed_id, lane, runnable, next_run_at)
       select id, split_part(url, '/', 3) || '/0', true, now() - random() * interval '1 hour' from feeds`,
    );
    await owner.query(
      "insert into lanes (lane, ready_at) select lane, min(next_run_at) from feed_schedules group by lane",
    );
    await owner.query("vacuum analyze feeds, feed_schedules, lanes");
  } finally {
    await owner.end();
  }
}
