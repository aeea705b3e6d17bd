import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { createPool, embeddedConnection } from "../../src/database/connection.ts";
import { joinEmbeddedServer } from "../../src/database/embedded-server.ts";
import { eventually } from "../ground/eventually.ts";
import type { Running } from "../ground/plainwire-process.ts";
import { preparedDataDir } from "../ground/prepared-cluster.ts";
import { testDatabase } from "../ground/test-database.ts";
import { testParts } from "../ground/test-parts.ts";
import { runWorker } from "../ground/worker.ts";
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
    process.kill(
      Number(readFileSync(join(folder, "postgres-18/data/postmaster.pid"), "utf8").split("\n")[0]),
      "SIGKILL",
    );
  }

  await eventually(async () => assert.deepEqual(await countLeft(pool), nothingLeft));
  await stopAll(running);
  await auditFeeds(pool);
  assert.deepEqual(origin.tooSoon(hostDelayMs), []);
});

test("serialization failures and deadlocks are retried, and no feed fails because of them", async () => {
  const database = await testDatabase();
  // Every third statement that touches these tables fails in turn with one or the other.
  await database.admin.query(`
    create sequence blows;
    grant usage on sequence blows to public;
    create function blow() returns trigger language plpgsql as $$
    declare n bigint := nextval('public.blows');
    begin
      if n % 6 = 0 then raise exception 'planted' using errcode = '40001'; end if;
      if n % 6 = 3 then raise exception 'planted' using errcode = '40P01'; end if;
      return null;
    end $$;
    create trigger blow after update on feed_schedules for each statement execute function blow();
    create trigger blow after update on lanes for each statement execute function blow();`);
  // One by one: adding a feed is two of these statements, and a transaction of many would meet a failure at every attempt.
  for (const url of urls("127.7", 40, 20)) await addFaultFeeds(database.worker, [url]);
  const parts = testParts(database, { FETCHER_DOMAIN_DELAY: String(hostDelayMs / 1_000) });
  const worker = await runWorker(parts);
  await eventually(async () => assert.deepEqual(await countLeft(database.worker), nothingLeft));
  await worker.stop(AbortSignal.timeout(5_000));
  await auditFeeds(database.worker);
  const { rows } = await database.admin.query("select last_value::int as blows from blows");
  assert.ok(rows[0].blows > 30);
  const { rowCount } = await database.worker.query("select from fetch_logs where outcome = 'failed'");
  assert.equal(rowCount, 0);
});

async function stopAll(running: Running[]): Promise<void> {
  for (const { child } of running) child.kill("SIGTERM");
  const codes = await Promise.all(running.map(({ ended }) => ended));
  assert.deepEqual(
    codes.map(({ code }) => code),
    running.map(() => 0),
  );
}
