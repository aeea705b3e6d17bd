import assert from "node:assert/strict";
import { test } from "node:test";
import type { Listener } from "../../src/database/listen.ts";
import { listen } from "../../src/database/listen.ts";
import { eventually } from "../ground/eventually.ts";
import { testDatabase } from "../ground/test-database.ts";

const { connection, worker, admin } = await testDatabase();
const name = "the listener of this test";
const named = { ...connection, direct: () => ({ ...connection.direct("app_worker"), application_name: name }) };

test("a lost connection is reopened, and later notifications arrive", async () => {
  const heard: string[] = [];
  let connects = 0;
  const listener = listen({
    connection: named,
    on: { spoken: (payload) => heard.push(payload) },
    onConnect: () => (connects += 1),
    onError: () => undefined,
  });
  await eventually(() => assert.equal(connects, 1));
  await cut();
  await eventually(() => assert.equal(connects, 2));
  await worker.query("select pg_notify('spoken', 'hello')");
  await eventually(() => assert.deepEqual(heard, ["hello"]));
  await listener.stop();
  await eventually(async () => assert.equal(await countConnections(), 0));
});

test("a stop in the middle of a reconnect waits for it, and leaves no connection behind", async () => {
  const stopped = Promise.withResolvers<void>();
  let attempts = 0;
  let connects = 0;
  const stopsAtSecond = {
    ...named,
    direct: () => {
      attempts += 1;
      // As soon as the attempt is under way.
      if (attempts === 2) queueMicrotask(() => stopped.resolve(listener.stop()));
      return named.direct();
    },
  };
  const listener: Listener = listen({
    connection: stopsAtSecond,
    on: { spoken: () => undefined },
    onConnect: () => (connects += 1),
    onError: () => undefined,
  });
  await eventually(() => assert.equal(connects, 1));
  await cut();
  await stopped.promise;
  const connectsAtStop = connects;
  // A connection made after the stop would keep this file's process alive forever.
  await eventually(() => assert.equal(connects, 2));
  await cut();
  assert.equal(connectsAtStop, 2);
});

test("a server that refuses LISTEN, as a standby does, keeps no connection of ours", async () => {
  const refused: unknown[] = [];
  const listener = listen({
    connection: named,
    // No standby at hand: a channel that is no name is refused by any server.
    on: { "not a name": () => undefined },
    onConnect: () => undefined,
    onError: (error) => refused.push(error),
  });
  await eventually(() => assert.equal(refused.length, 3));
  await listener.stop();
  await eventually(async () => assert.equal(await countConnections(), 0));
});

async function cut(): Promise<void> {
  await admin.query("select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1", [name]);
}

async function countConnections(): Promise<number | null> {
  return (await admin.query("select from pg_stat_activity where application_name = $1", [name])).rowCount;
}
