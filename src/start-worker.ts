import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import type { Parts } from "./assemble.ts";
import { listen } from "./database/listen.ts";
import { dueChannel } from "./feeds/schedule-store.ts";
import { leaseTerms, makePipeline } from "./make-pipeline.ts";
import type { PipelineParts } from "./pipeline.ts";
import { runFeed } from "./pipeline.ts";
import type { Service } from "./service.ts";
import { feedJobs } from "./scheduling/feed-jobs.ts";
import type { FetchLoop } from "./scheduling/fetch-loop.ts";
import { startFetchLoop } from "./scheduling/fetch-loop.ts";
import type { FetchQueue } from "./scheduling/fetch-queue.ts";
import { removeHeartbeat } from "./scheduling/heartbeat-store.ts";
import { makeFetchQueue } from "./scheduling/make-fetch-queue.ts";
import { makeLogPartitions } from "./scheduling/retention-store.ts";
import type { SampledWorker } from "./scheduling/sample-worker.ts";
import type { Scheduler } from "./scheduling/scheduler.ts";
import { startScheduler } from "./scheduling/scheduler.ts";
import { startChores } from "./scheduling/start-chores.ts";

/** Scheduler, fetch loop and chores of one process; any number of processes may run it on one database. */
export async function startWorker(parts: Parts, nudgeAnalysis: () => void): Promise<Service> {
  const { config, log, db, clock } = parts;
  let loop: FetchLoop | null = null;
  const pipeline = makePipeline(parts, {
    nudgeAnalysis,
    withoutSlot: (wait) => (loop === null ? wait() : loop.lend(wait)),
  });
  const { leases, observe } = pipeline;
  const onError = observe.error;
  const queue = await makeQueue(parts, pipeline).catch((error: unknown) => {
    leases.stop();
    throw error;
  });
  // Before the first fetch: a row on its way into the default partition would fail while its own is made.
  await makeLogPartitions(db.worker, clock.now()).catch(onError);

  const scheduler = startScheduling(parts, pipeline, queue);
  loop = startLoop(parts, pipeline, { queue, scheduler });
  const wake = () => {
    scheduler.wake();
    loop.wake();
  };
  const listener = listen({ connection: db.connection, on: { [dueChannel]: wake }, onConnect: wake, onError });
  const worker = describeWorker(parts, pipeline, { queue, loop });
  const chores = startChores({ worker, clock, config, log, onBuried: observe.buried, wake, onError });
  log.info({ queue: config.queue, workers: config.fetcherWorkers }, "worker started");

  return {
    name: "worker",
    stop: async (abort) => {
      abort.addEventListener("abort", () => leases.giveUpAll("stopping"));
      await Promise.all([scheduler.stop(), listener.stop(), loop.stop(), ...chores.map((chore) => chore.stop())]);
      await pipeline.completions.idle();
      leases.stop();
      await Promise.all([queue.close(), removeHeartbeat(db.worker, worker.self.id)]).catch(onError);
      log.info("worker stopped");
    },
  };
}

function makeQueue({ config, log, db, clock }: Parts, { metrics, observe }: PipelineParts): Promise<FetchQueue> {
  return makeFetchQueue({
    ...leaseTerms(config),
    config,
    log,
    pool: db.worker,
    now: clock.now,
    onQueued: (count) => metrics.queued.inc(count),
    onError: observe.error,
  });
}

function startScheduling({ config, log, clock }: Parts, { observe }: PipelineParts, queue: FetchQueue): Scheduler {
  return startScheduler({
    queue,
    intervalMs: config.fetcherIntervalMs,
    now: clock.now,
    onCycle: observe.cycle,
    onFull: () => log.warn("Queue full, skipping scheduling cycle"),
    onError: observe.error,
  });
}

function startLoop(
  { config, db, clock }: Parts,
  pipeline: PipelineParts,
  { queue, scheduler }: { queue: FetchQueue; scheduler: Scheduler },
): FetchLoop {
  const { leases, observe } = pipeline;
  return startFetchLoop({
    ...feedJobs({
      pool: db.worker,
      queue,
      leases,
      // The host of a feed that has ended may be asked for the next one.
      run: (claim) => runFeed(pipeline, claim).finally(scheduler.wake),
      now: clock.now,
      onBuried: observe.buried,
      onError: observe.error,
    }),
    nextTakeAt: queue.nextTakeAt,
    slots: config.fetcherWorkers,
    now: clock.now,
    idleMsMax: config.fetcherIntervalMs,
    onError: observe.error,
  });
}

function describeWorker(
  { config, db, clock, version }: Parts,
  { leases, metrics }: PipelineParts,
  { queue, loop }: Pick<SampledWorker, "queue" | "loop">,
): SampledWorker {
  return {
    pool: db.worker,
    queue,
    queueCapacity: config.queue === "memory" ? config.fetchQueueCapacity : null,
    loop,
    leases,
    metrics,
    self: {
      id: randomUUID(),
      host: hostname(),
      pid: process.pid,
      roles: ["worker"],
      version,
      startedAt: clock.now(),
    },
  };
}
