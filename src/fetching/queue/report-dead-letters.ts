import type { Log } from "../../telemetry/log.ts";

/** What a stranger put into the queue may be long. */
const messageCharsMax = 80;

/** Messages that SQS gave up: they stay there, for a person to see. */
export async function reportSqsDeadLetters(queueUrl: string, endpoint: string | null, log: Log): Promise<void> {
  const { countSqsMessages } = await import("../../queue/sqs-client.ts");
  const dead = await countSqsMessages(queueUrl, endpoint);
  if (dead.kind === "silent") log.warn({ reason: dead.reason }, "the dead-letter queue does not answer");
  if (dead.kind === "silent" || dead.waiting === 0) return;
  log.warn({ count: dead.waiting }, "dead letters in SQS");
  const { peekSqsMessages } = await import("../../queue/sqs-client.ts");
  for (const text of await peekSqsMessages(queueUrl, endpoint))
    log.warn({ feedId: text.slice(0, messageCharsMax) }, "Dead letter: a message that nobody could work on");
}
