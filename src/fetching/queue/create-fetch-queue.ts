import type pg from "pg";
import type { Config } from "../../config.ts";
import { createPostgresQueue, type FetchQueue, type QueueOptions } from "./fetch-queue.ts";
import { createMessageQueue } from "./message-queue.ts";
import { loadSqs } from "../../queue/load-sqs.ts";
import { createMemoryTransport, type Transport } from "../../queue/transport.ts";
import type { Log } from "../../telemetry/log.ts";

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

/** What a stranger put into the queue may be long. */
const messageCharsMax = 80;

/** Messages that SQS gave up: they stay there, for a person to see. */
export async function reportSqsDeadLetters(queueUrl: string, endpoint: string | null, log: Log): Promise<void> {
  const { countSqsMessages } = await import("../../queue/sqs-transport.ts");
  const dead = await countSqsMessages(queueUrl, endpoint);
  if (dead.kind === "silent") log.warn({ reason: dead.reason }, "the dead-letter queue does not answer");
  if (dead.kind === "silent" || dead.waiting === 0) return;
  log.warn({ count: dead.waiting }, "dead letters in SQS");
  const { peekSqsMessages } = await import("../../queue/sqs-transport.ts");
  for (const text of await peekSqsMessages(queueUrl, endpoint))
    log.warn({ feedId: text.slice(0, messageCharsMax) }, "Dead letter: a message that nobody could work on");
}
