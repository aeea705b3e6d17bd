import { after } from "node:test";
import { startFauxqs } from "fauxqs";

export type SqsServer = {
  endpoint: string;
  /** A queue whose messages go to `deadLetterUrl` after two receives without acknowledgement. */
  makeQueue: (name: string) => { queueUrl: string; deadLetterUrl: string };
  send: (name: string, body: string) => void;
  /** How many messages the queue holds, and how many of them could be received now. */
  count: (name: string) => number;
  waiting: (name: string) => number;
  stop: () => Promise<void>;
};

const receivesMax = 2;

/** A real SQS endpoint on loopback. */
export async function sqsServer(): Promise<SqsServer> {
  // The SDK signs its requests; this endpoint takes any signature.
  process.env["AWS_ACCESS_KEY_ID"] ??= "test";
  process.env["AWS_SECRET_ACCESS_KEY"] ??= "test";
  const server = await startFauxqs({ port: 0, host: "127.0.0.1", logger: false });
  // The one it gives out has a host like "sqs.us-east-1.127.0.0.1", which is none.
  const urlOf = (name: string) => `${server.address}/000000000000/${name}`;
  let running = true;
  const stop = async () => {
    if (running) await server.stop();
    running = false;
  };
  after(stop);
  return {
    endpoint: server.address,
    makeQueue: (name) => {
      const { queueArn } = server.createQueue(`${name}-dead`);
      const RedrivePolicy = JSON.stringify({ deadLetterTargetArn: queueArn, maxReceiveCount: String(receivesMax) });
      server.createQueue(name, { attributes: { RedrivePolicy } });
      return { queueUrl: urlOf(name), deadLetterUrl: urlOf(`${name}-dead`) };
    },
    send: (name, body) => void server.sendMessage(name, body),
    count: (name) => {
      const { ready = [], inflight = [], delayed = [] } = server.inspectQueue(name)?.messages ?? {};
      return ready.length + inflight.length + delayed.length;
    },
    waiting: (name) => server.inspectQueue(name)?.messages.ready.length ?? 0,
    stop,
  };
}
