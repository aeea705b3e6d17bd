import type { Config } from "../config.ts";
import type { Clock } from "../database/database-clock.ts";
import type { Log } from "../telemetry/log.ts";
import { hourMs, minuteMs } from "../time.ts";
import type { Chore } from "./chore.ts";
import { startChore } from "./chore.ts";
import type { Recovered } from "./recovery-store.ts";
import { recoverFeeds } from "./recovery-store.ts";
import type { SampledWorker } from "./sample-worker.ts";
import { sampleWorker } from "./sample-worker.ts";
import { sweepExpired } from "./sweep-expired.ts";

type Options = {
  worker: SampledWorker;
  clock: Clock;
  config: Config;
  log: Log;
  onRecovered: (recovered: Recovered) => void;
  onQuarantined: (feedIds: string[]) => void;
  /** Something may be due that was not. */
  wake: () => void;
  onError: (error: unknown) => void;
};

const sampleEveryMs = 10_000;
const clockEveryMs = minuteMs;
const recoverEveryMs = 5 * minuteMs;
const sweepEveryMs = hourMs;

/** What a worker does besides fetching. Each process does all of it: whichever comes first leaves the others nothing. */
export function startChores(options: Options): Chore[] {
  const { worker, clock, onError } = options;
  return [
    startChore({ everyMs: sampleEveryMs, run: () => sampleWorker(worker, clock.now()), onError }),
    startChore({ everyMs: clockEveryMs, run: clock.correct, onError }),
    startChore({ everyMs: recoverEveryMs, run: () => recover(options), onError }),
    startChore({ everyMs: sweepEveryMs, run: (stopping) => sweep(options, stopping), onError }),
  ];
}

async function recover({ worker, clock, config, log, onRecovered, onQuarantined, wake }: Options): Promise<void> {
  const recovered = await recoverFeeds(worker.pool, { now: clock.now(), leaseMs: config.leaseMs });
  const { queued, fetching, quarantined } = recovered;
  onRecovered(recovered);
  onQuarantined(quarantined);
  if (queued + fetching > 0) wake();

  if (config.queue === "sqs" && config.sqsDeadLetterUrl !== null)
    await tellDeadLetters(config.sqsDeadLetterUrl, config.awsEndpointUrl, log);
}

/** What a stranger put into the queue may be long. */
const messageCharsMax = 80;

async function tellDeadLetters(queueUrl: string, endpoint: string | null, log: Log): Promise<void> {
  const { countSqsMessages } = await import("../queue/sqs-client.ts");
  const dead = await countSqsMessages(queueUrl, endpoint);
  if (dead.kind === "silent") log.warn({ reason: dead.reason }, "the dead-letter queue does not answer");
  if (dead.kind === "silent" || dead.waiting === 0) return;
  log.warn({ count: dead.waiting }, "dead letters in SQS");
  const { peekSqsMessages } = await import("../queue/sqs-client.ts");
  for (const text of await peekSqsMessages(queueUrl, endpoint))
    log.warn({ feedId: text.slice(0, messageCharsMax) }, "Dead letter: a message that nobody could work on");
}

async function sweep({ worker, clock, config, log }: Options, stopping: AbortSignal): Promise<void> {
  const { itemRetentionDays, itemsPerFeedMax, summaryRetentionDays, fetchLogRetentionDays } = config;
  const swept = await sweepExpired({
    db: worker.pool,
    now: clock.now(),
    retention: {
      itemDays: itemRetentionDays,
      itemsPerFeedMax,
      summaryDays: summaryRetentionDays,
      fetchLogDays: fetchLogRetentionDays,
    },
    stopping,
  });
  if (Object.values(swept).some((count) => count > 0)) log.info(swept, "swept what had expired");
}
