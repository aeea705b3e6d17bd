import { GetQueueAttributesCommand, ReceiveMessageCommand, SQSClient } from "@aws-sdk/client-sqs";

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
