import type { Parts } from "./assemble.ts";
import { listen } from "./database/listen.ts";
import { dueChannel } from "./feeds/schedule-store.ts";
import { makePipeline } from "./make-pipeline.ts";
import { runFeed } from "./pipeline.ts";
import type { PipelineParts } from "./pipeline.ts";
import { memoryTransport } from "./queue/memory-transport.ts";
import { sqsTransport } from "./queue/sqs-transport.ts";
import type { Service } from "./run-roles.ts";
import { carriedQueue } from "./scheduling/carried-queue.ts";
import { startFetchLoop } from "./scheduling/fetch-loop.ts";
import type { FetchLoop } from "./scheduling/fetch-loop.ts";
import type { FetchQueue } from "./scheduling/fetch-queue.ts";
import { releaseClaims } from "./scheduling/lease-store.ts";
import { postgresQueue } from "./scheduling/postgres-queue.ts";
import { recoverFeeds } from "./scheduling/recovery-store.ts";
import { startScheduler } from "./scheduling/scheduler.ts";

const recoverEveryMs = 5 * 60_000;
const clockEveryMs = 60_000;
const queuedMsMax = 10 * 60_000;
const sqsVisibilitySeconds = 60;

/** Scheduler, fetch loop and recovery of one process; any number of processes may run it on one database. */
export async function startWorker(parts: Parts, nudgeAnalysis: () => void): Promise<Service> {
  const { config, log, db, clock } = parts;
  let loop: FetchLoop | null = null;
  const pipeline = makePipeline(parts, {
    nudgeAnalysis,
    withoutSlot: (wait) => (loop === null ? wait() : loop.lend(wait)),
  });
  const queue = makeQueue(parts, clock.now);
  const onError = pipeline.observe.error;

  loop = startFetchLoop({
    slots: config.fetcherWorkers,
    claim: queue.take,
    nextReadyAt: queue.nextReadyAt,
    run: (claim) => runFeed(pipeline, claim).finally(() => queue.finish(claim)),
    release: (claims) => releaseClaims(db.worker, claims),
    now: clock.now,
    idleMsMax: config.fetcherIntervalMs,
    onError,
  });
  const scheduler = startScheduler({
    queue,
    intervalMs: config.fetcherIntervalMs,
    onCycle: (enqueued) => reportCycle(parts, pipeline, enqueued),
    onFull: () => log.warn("Queue full, skipping scheduling cycle"),
    onError,
  });
  const wake = () => {
    scheduler.wake();
    loop.wake();
  };
  const listener = listen({ connection: db.connection, on: { [dueChannel]: wake }, onConnect: wake, onError });
  const recover = () => recoverOnce(parts, clock.now(), wake).catch(onError);
  void recover();
  const timers = [
    setInterval(() => void recover(), recoverEveryMs),
    setInterval(() => void clock.correct().catch(onError), clockEveryMs),
  ];

  return {
    name: "worker",
    stop: async (abort) => {
      timers.forEach((timer) => clearInterval(timer));
      abort.addEventListener("abort", () => pipeline.leases.giveUpAll("stopping"));
      await Promise.all([scheduler.stop(), listener.stop(), queue.close(), loop.stop()]);
      await pipeline.completions.idle();
      pipeline.leases.stop();
    },
  };
}

function makeQueue({ config, log, db }: Parts, now: () => Date): FetchQueue {
  const lease = { now, leaseMs: config.leaseMs };
  if (config.queue === "postgres") return postgresQueue(db.worker, lease);
  const transport =
    config.queue === "memory"
      ? memoryTransport(config.fetchQueueCapacity)
      : sqsTransport({
          queueUrl: config.sqsQueueUrl ?? "",
          endpoint: config.awsEndpointUrl,
          visibilitySeconds: sqsVisibilitySeconds,
          onError: (error) => log.error({ err: error }, "SQS does not answer"),
        });
  return carriedQueue({
    ...lease,
    pool: db.worker,
    transport,
    batchSize: config.fetcherBatchSize,
    visibilitySeconds: sqsVisibilitySeconds,
  });
}

async function recoverOnce({ db, log }: Parts, now: Date, wake: () => void): Promise<void> {
  const { queued, fetching, buried } = await recoverFeeds(db.worker, now, new Date(now.getTime() - queuedMsMax));
  if (queued > 0) log.warn(`Reset ${queued} stuck QUEUED feeds`);
  if (fetching > 0) log.warn(`Reset ${fetching} stuck FETCHING feeds`);
  for (const feedId of buried) log.error({ feedId }, "feed buried: its worker died three times");
  if (queued + fetching > 0) wake();
}

function reportCycle({ log }: Parts, pipeline: PipelineParts, enqueued: number): void {
  const { fetched, notModified, created, updated, errors } = pipeline.observe.tally();
  if (fetched + enqueued > 0) log.info({ fetched, notModified, created, updated, errors, enqueued }, "cycle");
}
