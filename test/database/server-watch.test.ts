import assert from "node:assert/strict";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { join } from "node:path";
import { after, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { createPool, externalConnection, type Connection } from "../../src/database/connection.ts";
import { createServerWatch } from "../../src/database/server-watch.ts";
import { isDatabaseUnavailable } from "../../src/database/unavailable.ts";
import { eventually } from "../ground/eventually.ts";
import { testDatabase, testSocket } from "../ground/test-database.ts";

const { name } = await testDatabase();
const databaseUrl = `postgres://app_owner@127.0.0.1:${await portOfDatabase()}/${name}`;

test("a statement of any length is left alone while its machine is there", async () => {
  let asked = 0;
  const pool = poolWith(async () => (asked += 1) > 0);
  const holder = await pool.connect();
  await holder.query("select pg_advisory_lock(1)");
  const slow = pool.query("select 'done' as word, pg_advisory_lock(1)");
  await eventually(() => assert.ok(asked > 2));
  await holder.query("select pg_advisory_unlock(1)");
  holder.release();
  assert.equal((await slow).rows[0].word, "done");
});

test("when a statement gets no answer and its machine is gone, all connections to it are dropped", async () => {
  const pool = poolWith(async () => false);
  const idle = await pool.connect();
  const slow = pool.query("select pg_sleep(600)");
  await assert.rejects(slow, (error: Error) => {
    assert.match(error.message, /^The database's machine \(127\.0\.0\.1, port \d+\) does not answer any more/);
    return isDatabaseUnavailable(error);
  });
  await assert.rejects(idle.query("select 1"));
  idle.release();
  assert.equal(pool.totalCount, 0);
});

test("nobody asks after a machine whose connections wait for nothing", async () => {
  let asked = 0;
  const pool = poolWith(async () => (asked += 1) > 0);
  await pool.query("select 1");
  await sleep(200);
  assert.deepEqual([asked, pool.totalCount], [0, 1]);
});

function poolWith(isThere: () => Promise<boolean>) {
  const usual = externalConnection({ databaseUrl, databaseDirectUrl: null, databasePassword: null });
  const watch = createServerWatch({ lookEveryMs: 5, silentMsMax: 50, isThere });
  const connection: Connection = { ...usual, watch };
  const pool = createPool(connection, "app_worker", 2);
  after(() => pool.end());
  return pool;
}

/** The tests' server listens on a socket in the file system only, which has no machine. */
async function portOfDatabase(): Promise<number> {
  const open = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(join(testSocket(), ".s.PGSQL.5432"));
    near.pipe(far).pipe(near);
    for (const one of [near, far]) open.add(one.on("error", () => undefined));
    near.once("close", () => far.destroy());
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  after(() => {
    server.close();
    open.forEach((one) => one.destroy());
  });
  return (server.address() as AddressInfo).port;
}
