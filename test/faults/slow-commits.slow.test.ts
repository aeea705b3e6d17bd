import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { createPool, embeddedConnection } from "../../src/database/connection.ts";
import { eventually } from "../ground/eventually.ts";
import { faultOrigin } from "./fault-origin.ts";
import { addFaultFeeds, hostDelayMs, startFaultWorker } from "./fault-world.ts";
import { keepDue } from "./news-feeds.ts";
import { type Server, startPair } from "./standby-world.ts";

const paths = Array.from({ length: 100 }, (_, n) => `/slow-commits/${n}`);
const hosts = 25;
/** Longer than the leases of these workers, which are two seconds. */
const pauseMs = 3_000;

test("a standby that makes every commit wait longer than a lease: still no host is asked by two at once", async (t) => {
  const origin = await faultOrigin(20);
  const { primary, standby } = await startPair();
  const databaseUrl = `postgres://app_owner@localhost/plainwire?host=${encodeURIComponent(primary.socket)}`;
  const settings = { DATABASE_URL: databaseUrl, SECRET_KEY: "k".repeat(32), DB_CONNECTIONS: "6" };
  const workers = [startFaultWorker(settings), startFaultWorker(settings)];
  await Promise.all(workers.map((one) => one.line(/"msg":"ready"/)));
  const pool = createPool(embeddedConnection(primary.socket), "app_worker", 2);
  await addFaultFeeds(
    pool,
    paths.map((path, n) => origin.url(`127.9.${n % hosts}.1`, path)),
  );
  const stopDue = keepDue(pool);
  t.after(() => stopDue().then(() => pool.end()));

  for (const round of [1, 2, 3]) {
    const before = origin.log.length;
    await eventually(() => assert.ok(origin.log.length > before + paths.length, `round ${round}`));
    const receiver = await walReceiverOf(standby);
    process.kill(receiver, "SIGSTOP");
    await sleep(pauseMs);
    process.kill(receiver, "SIGCONT");
  }
  const before = origin.log.length;
  await eventually(() => assert.ok(origin.log.length > before + paths.length));
  assert.deepEqual(origin.tooSoon(hostDelayMs), []);
  for (const { child } of workers) child.kill("SIGTERM");
  const codes = await Promise.all(workers.map(({ ended }) => ended));
  assert.deepEqual(
    codes.map(({ code }) => code),
    [0, 0],
  );
});

/** The process that takes over what the primary wrote: a child of our own server, and nobody else's. */
async function walReceiverOf(standby: Server): Promise<number> {
  const [row] = (await standby.ask("select pid from pg_stat_wal_receiver")) as { pid: number }[];
  assert.ok(row !== undefined);
  const parent = Number(/^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${row.pid}/status`, "utf8"))?.[1]);
  assert.equal(parent, standby.child.pid);
  return row.pid;
}
