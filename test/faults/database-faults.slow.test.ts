import assert from "node:assert/strict";
import { after, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { createPool, embeddedConnection } from "../../src/database/connection.ts";
import { joinEmbeddedServer } from "../../src/database/embedded-server.ts";
import { eventually } from "../ground/eventually.ts";
import type { Running } from "../ground/plainwire-process.ts";
import { postmasterOf } from "../ground/postmaster.ts";
import { preparedDataDir } from "../ground/prepared-cluster.ts";
import { testDatabase } from "../ground/test-database.ts";
import { refuseConnections } from "../ground/refuse-connections.ts";
import { faultOrigin } from "./fault-origin.ts";
import {
  addFaultFeeds,
  auditFeeds,
  countLeft,
  hostDelayMs,
  nothingLeft,
  onDatabase,
  startFaultWorker,
} from "./fault-world.ts";

const origin = await faultOrigin(50);
const urls = (prefix: string, feeds: number, hosts: number) =>
  Array.from({ length: feeds }, (_, n) => origin.url(`${prefix}.${n % hosts}.1`, `/${prefix}/${n}`));

test("with backends killed repeatedly, then no connection for longer than a lease, all promises hold", async () => {
  const database = await testDatabase();
  const { worker: pool, admin } = database;
  await addFaultFeeds(pool, urls("127.5", 400, 100));
  const running = [1, 2].map(() => startFaultWorker(onDatabase(database)));
  await Promise.all(running.map((one) => one.line(/"msg":"ready"/)));

  for (let blow = 0; blow < 10; blow += 1) {
    await admin.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and usename = 'app_owner' and random() < 0.5`,
    );
    await sleep(150);
  }
  const allowConnections = await refuseConnections(database);
  await sleep(3_000);
  await allowConnections();

  await eventually(async () => assert.deepEqual(await countLeft(pool), nothingLeft));
  await stopAll(running);
  await auditFeeds(pool);
  assert.deepEqual(origin.tooSoon(hostDelayMs), []);
});

test("workers continue by themselves after the database is killed and restarted", async () => {
  const folder = await preparedDataDir();
  const server = await joinEmbeddedServer(folder, () => undefined);
  after(() => server.leave());
  const running = [1, 2].map(() => startFaultWorker({ DATA_DIR: folder }));
  await Promise.all(running.map((one) => one.line(/"msg":"ready"/)));
  const pool = createPool(embeddedConnection(server.socket), "app_worker", 4);
  after(() => pool.end());
  await addFaultFeeds(pool, urls("127.6", 200, 60));

  for (let death = 0; death < 2; death += 1) {
    await sleep(700);
    process.kill(postmasterOf(folder), "SIGKILL");
  }

  await eventually(async () => assert.deepEqual(await countLeft(pool), nothingLeft));
  await stopAll(running);
  await auditFeeds(pool);
  assert.deepEqual(origin.tooSoon(hostDelayMs), []);
});

async function stopAll(running: Running[]): Promise<void> {
  for (const { child } of running) child.kill("SIGTERM");
  const codes = await Promise.all(running.map(({ ended }) => ended));
  assert.deepEqual(
    codes.map(({ code }) => code),
    running.map(() => 0),
  );
}
