import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after } from "node:test";
import { type Running, startProgram } from "../ground/plainwire-process.ts";
import type { Machine } from "./network-world.ts";

export type QueueMachine = {
  /** What a worker must know of it. */
  settings: Record<string, string>;
  /** Killed with -9 and started again. What it has confirmed is still there, as with Amazon. */
  restart: () => Promise<void>;
};

const program = resolve(import.meta.dirname, "../../node_modules/fauxqs/dist/server.js");
const port = 4566;

/** An SQS server on a machine, with one queue whose messages outlive the server. */
export async function startQueue(machine: Machine): Promise<QueueMachine> {
  const folder = memoryFolder();
  const init = join(folder, "queues.json");
  writeFileSync(init, JSON.stringify({ queues: [{ name: "feeds" }] }));
  const env = {
    FAUXQS_PORT: String(port),
    FAUXQS_HOST: machine.address,
    FAUXQS_DATA_DIR: folder,
    FAUXQS_PERSISTENCE: "true",
    FAUXQS_INIT: init,
  };
  const start = async (): Promise<Running> => {
    const running = startProgram(...machine.command(process.execPath, [program]), env);
    await running.line(/Server listening/);
    return running;
  };
  let server = await start();
  const endpoint = `http://${machine.address}:${port}`;
  return {
    settings: {
      QUEUE: "sqs",
      SQS_QUEUE_URL: `${endpoint}/000000000000/feeds`,
      AWS_ENDPOINT_URL: endpoint,
      AWS_ACCESS_KEY_ID: "test",
      AWS_SECRET_ACCESS_KEY: "test",
    },
    restart: async () => {
      server.child.kill("SIGKILL");
      await server.ended;
      server = await start();
    },
  };
}

/** It waits for the disk at each of its steps: eleven feeds a second were all that a disk allowed. A killed process loses nothing here. */
function memoryFolder(): string {
  const folder = mkdtempSync(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "plainwire-queue-"));
  after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
