import { ReceiveMessageCommand } from "@aws-sdk/client-sqs";
import { sqsClient } from "./sqs-client.ts";

const messagesMax = 10;

/** Some of the texts a queue holds, left where they are and visible to everybody. */
export async function peekSqsMessages(queueUrl: string, endpoint: string | null): Promise<string[]> {
  const client = sqsClient(queueUrl, endpoint);
  try {
    const { Messages = [] } = await client.send(
      new ReceiveMessageCommand({ QueueUrl: queueUrl, MaxNumberOfMessages: messagesMax, VisibilityTimeout: 0 }),
    );
    return Messages.map(({ Body = "" }) => Body);
  } finally {
    client.destroy();
  }
}
