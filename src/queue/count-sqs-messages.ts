import { GetQueueAttributesCommand } from "@aws-sdk/client-sqs";
import { sqsClient } from "./sqs-client.ts";

export type SqsAnswer = { kind: "answers"; waiting: number } | { kind: "silent"; reason: string };

/** Asks the service itself; its own number is an estimate. */
export async function countSqsMessages(queueUrl: string, endpoint: string | null): Promise<SqsAnswer> {
  const client = sqsClient(queueUrl, endpoint);
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
