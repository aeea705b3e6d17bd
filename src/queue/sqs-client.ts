import { SQSClient } from "@aws-sdk/client-sqs";

const connectMsMax = 3_000;
// Above the second that a receive may wait for its first message.
const answerMsMax = 10_000;
const attemptsMax = 2;

/** Credentials, and the region where no address names it, come from where the AWS SDK always looks for them. */
export function sqsClient(queueUrl: string, endpoint: string | null): SQSClient {
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
