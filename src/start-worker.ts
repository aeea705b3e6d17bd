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
import type { Heartbeat } from "./scheduling/heartbeat-store.ts";
import { makeFetchQueue } from "./scheduling/make-fetch-queue.ts";
import type { Pulse } from "./scheduling/pulse.ts";
import { startPulse } from "./scheduling/pulse.ts";
import { makeLogPartitions } from "./scheduling/retention-store.ts";
import type { SampledWorker } from "./scheduling/sample-worker.ts";
import type { Scheduler } from "./scheduling/scheduler.ts";
import { startScheduler } from "./scheduling/scheduler.ts";
import { startChores } from "./scheduling/start-chores.ts";
import type { WorkerLife } from "./scheduling/worker-life.ts";

/** Scheduler, fetch loop and chores of one process; any number of processes may run it on one database. */
export async function startWorker(parts: Parts, life: WorkerLife, nudgeAnalysis: () => void): Promise<Service> {
  const { config, log, db, clock } = parts;
  let loop: FetchLoop | null = null;
  const pipeline = makePipeline(parts, {
    nudgeAnalysis,
    life,
    withoutSlot: (wait) => (loop === null ? wait() : loop.lend(wait)),
  });
  const { leases, observe } = pipeline;
  const onError = observe.error;
  const queue = await makeQueue(parts, pipeline, life).catch((error: unknown) => {
    leases.stop();
    throw error;
  });
  // Before the first fetch: a row on its way into the default partition would fail while its own is made.
  await makeLogPartitions(db.worker, clock.now()).catch(onError);

  const worker = describeWorker(parts, pipeline, queue);
  // Before the first claim: whose leases they are must be known from the first moment.
  const pulse = await startHeartbeat(parts, pipeline, { life, worker });
  const scheduler = startScheduling(parts, pipeline, queue);
  loop = startLoop(parts, pipeline, { queue, scheduler });
  const wake = () => {
    scheduler.wake();
    loop.wake();
  };
  const listener = listen({ connection: db.connection, on: { [dueChannel]: wake }, onConnect: wake, onError });
  worker.loop = loop;
  const { recovered: onRecovered, quarantined: onQuarantined } = observe;
  const chores = startChores({ worker, clock, config, log, onRecovered, onQuarantined, wake, onError });
  log.info({ queue: config.queue, workers: config.fetcherWorkers }, "worker started");

  return {
    name: "worker",
    stop: async (abort) => {
      abort.addEventListener("abort", () => leases.giveUpAll("stopping"));
      await Promise.all([scheduler.stop(), listener.stop(), loop.stop(), ...chores.map((chore) => chore.stop())]);
      await pipeline.completions.idle();
      leases.stop();
      // Last: until its leases are given back this process must not be taken for dead.
      await Promise.all([queue.close(), pulse.stop()]).catch(onError);
      log.info("worker stopped");
    },
  };
}

function makeQueue(
  { config, log, db, clock }: Parts,
  { observe }: PipelineParts,
  { newLeaseId }: WorkerLife,
): Promise<FetchQueue> {
  return makeFetchQueue({
    ...leaseTerms(config),
    config,
    log,
    pool: db.worker,
    now: clock.now,
    newLeaseId,
    onRecovered: observe.recovered,
    onQueued: observe.queued,
    onUnknown: observe.unknown,
    onError: (error) => observe.error(error),
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
      onQuarantined: observe.quarantined,
      onError: observe.error,
    }),
    nextTakeAt: queue.nextTakeAt,
    slots: config.fetcherWorkers,
    now: clock.now,
    idleMsMax: config.fetcherIntervalMs,
    onError: observe.error,
  });
}

function describeWorker({ config, db }: Parts, { leases, metrics }: PipelineParts, queue: FetchQueue): SampledWorker {
  const queueCapacity = config.queue === "memory" ? config.fetchQueueCapacity : null;
  return {
    pool: db.worker,
    queue,
    queueCapacity,
    loop: null,
    leases,
    metrics,
    facts: { queueSize: 0, queueCapacity, waiting: 0 },
  };
}

function startHeartbeat(
  { config, db, clock, version }: Parts,
  { observe }: PipelineParts,
  { life, worker }: { life: WorkerLife; worker: SampledWorker },
): Promise<Pulse> {
  const self = { host: hostname(), pid: process.pid, roles: ["worker"], version, startedAt: clock.now() };
  const onFreed: Parameters<typeof startPulse>[0]["onFreed"] = (dead, freed) => {
    observe.freed(dead, freed);
    observe.quarantined(freed.quarantined);
  };
  return startPulse({
    pool: db.worker,
    life,
    now: clock.now,
    hostDelayMs: config.fetcherDomainDelayMs,
    describe: (): Omit<Heartbeat, "id"> => ({ ...self, inFlight: worker.loop?.busy() ?? 0, facts: worker.facts }),
    onFreed,
    onError: observe.error,
  });
}
