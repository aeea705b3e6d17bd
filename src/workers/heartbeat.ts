import type pg from "pg";
import {
  type HeartbeatRow,
  readHeartbeats,
  removeHeartbeat,
  type WorkerFacts,
  writeHeartbeat,
} from "../schedule/heartbeat-store.ts";
import { readQueueFacts } from "../schedule/queue-status-store.ts";
import type { WorkerRelease } from "../schedule/recover-store.ts";
import { createWorkerWatch, type SeenWorker, type WorkerLife, type WorkerWatch } from "../schedule/worker-life.ts";
import type { FetchMetrics } from "../telemetry/metrics.ts";
import { type ReleasedWork, releaseWorker } from "./release-workers.ts";

type Options = {
  pool: pg.Pool;
  life: WorkerLife;
  now: () => Date;
  hostDelayMs: number;
  describe: () => Omit<HeartbeatRow, "id">;
  /** What a dead worker held is released; or what this process held before it was silent for too long. */
  onReleased: (worker: SeenWorker | "this process", released: ReleasedWork) => void;
};

export type HeartbeatStage = { everyMs: number; look: () => Promise<void>; end: () => Promise<void> };

const looksPerBeat = 10;

/** Says that this process is alive, and looks whether the others are. */
export function createHeartbeat(options: Options): HeartbeatStage {
  const { pool, life } = options;
  const everyMs = life.times.beatEveryMs / looksPerBeat;
  const watch = createWorkerWatch(life.times);
  let timer: NodeJS.Timeout | null = null;
  let isFirst = true;
  let isSilent = false;

  return {
    everyMs,
    look: async () => {
      // On a timer of its own: a look may hang with the database.
      timer ??= setInterval(life.check, everyMs);
      life.check();
      try {
        if (isFirst) await beat(options);
        isFirst = false;
        await lookAtWorkers(options, watch);
        isSilent = false;
      } catch (error) {
        // Said once: while the database is away this fails every second.
        if (isSilent) return;
        isSilent = true;
        throw error;
      }
    },
    end: async () => {
      if (timer !== null) clearInterval(timer);
      await removeHeartbeat(pool, life.id());
    },
  };
}

async function lookAtWorkers(options: Options, watch: WorkerWatch): Promise<void> {
  const { pool, life, onReleased } = options;
  if (life.sinceLastBeatMs() >= life.times.beatEveryMs || life.abandoned().length > 0) await beat(options);

  for (const { workerId, wasStalled } of life.abandoned()) {
    const released = await release(options, { workerId, beatAt: null, isSuspect: wasStalled });
    life.released(workerId);
    if (released !== null) onReleased("this process", released);
  }

  const workers = await readHeartbeats(pool);
  const others = workers.filter(({ id }) => id !== life.id());
  for (const worker of watch.look(others, performance.now())) {
    const released = await release(options, { workerId: worker.id, beatAt: worker.beatAt, isSuspect: true });
    if (released !== null) onReleased(worker, released);
  }
}

async function beat({ pool, life, describe, now }: Options): Promise<void> {
  const sentAt = life.now();
  const id = life.id();
  await writeHeartbeat(pool, { ...describe(), id }, now());
  if (id === life.id()) life.beaten(sentAt);
}

function release(
  { pool, life, now, hostDelayMs }: Options,
  which: Pick<WorkerRelease, "workerId" | "beatAt" | "isSuspect">,
): Promise<ReleasedWork | null> {
  return releaseWorker(pool, { ...which, now: now(), hostDelayMs, spreadMs: life.times.deadAfterMs });
}

export type SampledWorker = {
  pool: pg.Pool;
  queue: { size: () => Promise<number> };
  queueCapacity: number | null;
  jobs: { busy: () => number; waiting: () => number };
  leases: { count: () => number; oldestMs: () => number };
  metrics: FetchMetrics;
  /** As last looked at; goes out with the next heartbeat. */
  facts: WorkerFacts;
};

/** What only shows when one looks: gauges for the metrics, and what the heartbeat tells besides that we are alive. */
export async function sampleWorker(worker: SampledWorker, now: Date): Promise<void> {
  const { pool, queue, queueCapacity, jobs, leases, metrics } = worker;
  metrics.inFlight.set(jobs.busy());
  metrics.leases.set(leases.count());
  metrics.leaseAge.set(leases.oldestMs() / 1000);

  const { lateMs, stuckFeeds } = await readQueueFacts(pool, now);
  metrics.lag.set(lateMs / 1000);
  metrics.stuck.set(stuckFeeds);
  const queueSize = await queue.size();
  metrics.queueSize.set(queueSize);

  worker.facts = { queueSize, queueCapacity, waiting: jobs.waiting() };
}
