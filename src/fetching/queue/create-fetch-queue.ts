import type pg from "pg";
import type { Config } from "../../config.ts";
import { loadSqs } from "../../queue/load-sqs.ts";
import { createMemoryTransport } from "../../queue/memory-transport.ts";
import type { Transport } from "../../queue/transport.ts";
import type { Log } from "../../telemetry/log.ts";
import { createMessageQueue } from "./message-queue.ts";
import type { FetchQueue, QueueOptions } from "./fetch-queue.ts";
import { createPostgresQueue } from "./postgres-queue.ts";

type Options = Omit<QueueOptions, "batchSize"> & {
  pool: pg.Pool;
  config: Config;
  log: Log;
  onError: (error: unknown) => void;
};

const visibilityMs = 60_000;
const shownCharsMax = 80;

/** The queue that QUEUE names. */
export async function createFetchQueue(parts: Options): Promise<FetchQueue> {
  const { config, pool, log } = parts;
  const options = { ...parts, batchSize: config.fetcherBatchSize };
  if (config.queue === "postgres") return createPostgresQueue(pool, options);
  return createMessageQueue({
    ...options,
    transport: await createTransport(config, log),
    visibilityMs,
    onInvalidMessage: (text) => log.warn({ message: text.slice(0, shownCharsMax) }, "a message that is no feed's id"),
  });
}

async function createTransport(config: Config, log: Log): Promise<Transport> {
  const { queue, fetchQueueCapacity, sqsQueueUrl, awsEndpointUrl } = config;
  if (queue === "memory" || sqsQueueUrl === null) return createMemoryTransport(fetchQueueCapacity);
  const { createSqsTransport } = await loadSqs(() => import("../../queue/sqs-transport.ts"));
  return createSqsTransport({
    queueUrl: sqsQueueUrl,
    endpoint: awsEndpointUrl,
    visibilityMs,
    onError: (error) => log.error({ err: error }, "SQS does not answer"),
  });
}
