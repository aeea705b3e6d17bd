import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  ReceiveMessageCommand,
  SQSClient,
  SendMessageBatchCommand,
} from "@aws-sdk/client-sqs";
import type { Message, Transport } from "./transport.ts";

type Options = {
  queueUrl: string;
  endpoint: string | null;
  visibilitySeconds: number;
  onError: (error: unknown) => void;
};

// SQS's own limit for a batch and for a receive.
const batchMax = 10;
const waitSeconds = 1;

/**
 * Many machines. The service keeps the messages, redrives those nobody acknowledged, and moves poison to its dead-letter
 * queue. When it does not answer, ids are refused and put back: the next cycle finds them due again.
 */
export function sqsTransport({ queueUrl, endpoint, visibilitySeconds, onError }: Options): Transport {
  const client = new SQSClient(endpoint === null ? {} : { endpoint, region: process.env["AWS_REGION"] ?? "us-east-1" });

  const sendBatch = async (ids: string[]): Promise<string[]> => {
    try {
      const Entries = ids.map((id, index) => ({ Id: String(index), MessageBody: id }));
      const { Failed = [] } = await client.send(new SendMessageBatchCommand({ QueueUrl: queueUrl, Entries }));
      return Failed.flatMap(({ Id }) => ids[Number(Id)] ?? []);
    } catch (error) {
      onError(error);
      return ids;
    }
  };
  const toMessage = (id: string, ReceiptHandle: string): Message => ({
    id,
    acknowledge: async () => {
      await client.send(new DeleteMessageCommand({ QueueUrl: queueUrl, ReceiptHandle })).catch(onError);
    },
    extend: async (seconds) => {
      const request = { QueueUrl: queueUrl, ReceiptHandle, VisibilityTimeout: Math.ceil(seconds) };
      await client.send(new ChangeMessageVisibilityCommand(request)).catch(onError);
    },
  });

  return {
    send: async (ids) => {
      const batches = Array.from({ length: Math.ceil(ids.length / batchMax) }, (_, index) =>
        ids.slice(index * batchMax, (index + 1) * batchMax),
      );
      const refused: string[] = [];
      for (const batch of batches) refused.push(...(await sendBatch(batch)));
      return refused;
    },
    canAccept: () => true,
    size: () => -1,
    receive: async (max, signal) => {
      const request = {
        QueueUrl: queueUrl,
        MaxNumberOfMessages: Math.min(max, batchMax),
        WaitTimeSeconds: waitSeconds,
        VisibilityTimeout: visibilitySeconds,
      };
      const { Messages = [] } = await client.send(new ReceiveMessageCommand(request), { abortSignal: signal });
      return Messages.flatMap(({ Body, ReceiptHandle }) =>
        Body === undefined || ReceiptHandle === undefined ? [] : [toMessage(Body, ReceiptHandle)],
      );
    },
    close: async () => client.destroy(),
  };
}
