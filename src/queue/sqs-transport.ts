import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SQSClient,
} from "@aws-sdk/client-sqs";
import type { Message, Transport } from "./transport.ts";

type Options = {
  queueUrl: string;
  endpoint: string | null;
  visibilityMs: number;
  onError: (error: unknown) => void;
};

// SQS's own limit for a batch and for a receive.
const batchMax = 10;
const waitSeconds = 1;

/**
 * Many machines. The service keeps the messages, redrives those nobody acknowledged, and moves broken ones to its dead-letter
 * queue. When it does not answer, ids are refused and put back: the next look finds them due again.
 */
export function createSqsTransport({ queueUrl, endpoint, visibilityMs, onError }: Options): Transport {
  const client = createSqsClient(queueUrl, endpoint);

  const sendBatch = async (ids: string[]): Promise<string[]> => {
    const Entries = ids.map((id, index) => ({ Id: String(index), MessageBody: id }));
    const { Failed = [] } = await client.send(new SendMessageBatchCommand({ QueueUrl: queueUrl, Entries }));
    return Failed.flatMap(({ Id }) => ids[Number(Id)] ?? []);
  };
  const send = async (ids: string[]): Promise<string[]> => {
    const refused: string[] = [];
    for (let from = 0; from < ids.length; from += batchMax) {
      try {
        refused.push(...(await sendBatch(ids.slice(from, from + batchMax))));
      } catch (error) {
        onError(error);
        // Not the next batch as well: each could wait for a dead endpoint as long as this one did.
        return [...refused, ...ids.slice(from)];
      }
    }
    return refused;
  };
  const receive = async (max: number, stopping: AbortSignal): Promise<Message[]> => {
    const request = new ReceiveMessageCommand({
      QueueUrl: queueUrl,
      MaxNumberOfMessages: Math.min(max, batchMax),
      WaitTimeSeconds: waitSeconds,
      VisibilityTimeout: toSeconds(visibilityMs),
    });
    try {
      const { Messages = [] } = await client.send(request, { abortSignal: stopping });
      return Messages.flatMap(({ Body, ReceiptHandle }) =>
        Body === undefined || ReceiptHandle === undefined
          ? []
          : [toMessage({ client, queueUrl, receipt: ReceiptHandle, onError }, Body)],
      );
    } catch (error) {
      if (stopping.aborted) return [];
      throw error;
    }
  };

  return {
    send,
    canAccept: () => true,
    size: () => -1,
    receive,
    close: async () => {
      client.destroy();
      return [];
    },
  };
}

type Received = { client: SQSClient; queueUrl: string; receipt: string; onError: (error: unknown) => void };

// Said of a message that is acknowledged already, or whose time was over. Amazon and ElasticMQ differ in when they say which.
const goneErrors = new Set(["MessageNotInflight", "ReceiptHandleIsInvalid"]);

/** What fails here does no harm: the message comes again, and its feed is not due any more. */
function toMessage({ client, queueUrl, receipt, onError }: Received, id: string): Message {
  const handle = { QueueUrl: queueUrl, ReceiptHandle: receipt };
  const onFailure = (error: unknown) => {
    if (!(error instanceof Error && goneErrors.has(error.name))) onError(error);
  };
  return {
    id,
    acknowledge: async () => {
      await client.send(new DeleteMessageCommand(handle)).catch(onFailure);
    },
    extend: async (forMs) => {
      const request = new ChangeMessageVisibilityCommand({ ...handle, VisibilityTimeout: toSeconds(forMs) });
      await client.send(request).catch(onFailure);
    },
    // It becomes visible by itself. Shown at once it would soon have been received too often, and be taken for broken.
    giveBack: async () => undefined,
  };
}

function toSeconds(ms: number): number {
  return Math.ceil(ms / 1000);
}

const connectMsMax = 3_000;
// Above the second that a receive may wait for its first message.
const answerMsMax = 10_000;
const attemptsMax = 2;

/** Credentials, and the region where no address names it, come from where the AWS SDK always looks for them. */
export function createSqsClient(queueUrl: string, endpoint: string | null): SQSClient {
  const region = regionIn(endpoint ?? queueUrl);
  return new SQSClient({
    ...(endpoint === null ? {} : { endpoint }),
    ...(region === null ? {} : { region }),
    maxAttempts: attemptsMax,
    requestHandler: { connectionTimeout: connectMsMax, requestTimeout: answerMsMax, throwOnRequestTimeout: true },
  });
}

/** A server that is not Amazon's takes any region, but the SDK wants one. */
function regionIn(address: string): string | null {
  const { hostname } = new URL(address);
  const [, region] = /\bsqs\.([a-z]{2}(?:-[a-z]+)+-\d)\./.exec(hostname) ?? [];
  return region ?? (hostname.endsWith(".amazonaws.com") ? null : "us-east-1");
}

export type SqsAnswer = { kind: "answers"; waiting: number } | { kind: "silent"; reason: string };

/** Asks the service itself; its own number is an estimate. */
export async function countSqsMessages(queueUrl: string, endpoint: string | null): Promise<SqsAnswer> {
  const client = createSqsClient(queueUrl, endpoint);
  try {
    const { Attributes = {} } = await client.send(
      new GetQueueAttributesCommand({ QueueUrl: queueUrl, AttributeNames: ["ApproximateNumberOfMessages"] }),
    );
    return { kind: "answers", waiting: Number(Attributes["ApproximateNumberOfMessages"] ?? 0) };
  } catch (error) {
    return { kind: "silent", reason: error instanceof Error ? error.message : String(error) };
  } finally {
    client.destroy();
  }
}

const messagesMax = 10;

/** Some of the messages in a queue, which stay there and stay visible to everyone. */
export async function peekSqsMessages(queueUrl: string, endpoint: string | null): Promise<string[]> {
  const client = createSqsClient(queueUrl, endpoint);
  try {
    const { Messages = [] } = await client.send(
      new ReceiveMessageCommand({ QueueUrl: queueUrl, MaxNumberOfMessages: messagesMax, VisibilityTimeout: 0 }),
    );
    return Messages.map(({ Body = "" }) => Body);
  } finally {
    client.destroy();
  }
}
