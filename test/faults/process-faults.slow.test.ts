import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { listDeadLetters } from "../../src/feeds/dead-letter-store.ts";
import { eventually } from "../ground/eventually.ts";
import { testDatabase } from "../ground/test-database.ts";
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

test("a feed that kills its worker three times is quarantined, and other feeds are fetched", async () => {
  const database = await testDatabase();
  const origin = await faultOrigin(20);
  let working = startFaultWorker(onDatabase(database));
  origin.onRequest = (path) => {
    if (path !== "/deadly") return;
    working.child.kill("SIGKILL");
    working = startFaultWorker(onDatabase(database));
  };
  await addFaultFeeds(database.worker, [
    origin.url("127.8.0.1", "/deadly"),
    ...Array.from({ length: 20 }, (_, n) => origin.url(`127.8.1.${n + 1}`, `/beside/${n}`)),
  ]);

  const deaths = () => origin.log.filter(({ path }) => path === "/deadly").length;
  for (const death of [1, 2, 3]) await eventually(() => assert.equal(deaths(), death));
  const letters = await eventually(async () => {
    const found = await listDeadLetters(database.worker, 10);
    assert.equal(found.length, 1);
    return found;
  });
  assert.equal(letters[0]?.url, origin.url("127.8.0.1", "/deadly"));
  await eventually(async () => assert.deepEqual(await countLeft(database.worker), { ...nothingLeft, unfetched: 1 }));
  working.child.kill("SIGTERM");
  assert.equal((await working.ended).code, 0);
  assert.match(working.output(), /"msg":"Dead letter: its workers died while fetching this feed"/);
  assert.equal(deaths(), 3);
});

test("a worker that was suspended past its lease drops its result, and the feed is fetched by another", async () => {
  const database = await testDatabase();
  const origin = await faultOrigin(300);
  await addFaultFeeds(database.worker, [origin.url("127.9.0.1", "/slow")]);
  const first = startFaultWorker(onDatabase(database));
  await eventually(() => assert.equal(origin.log.length, 1));
  first.child.kill("SIGSTOP");
  const second = startFaultWorker(onDatabase(database));
  await eventually(async () => assert.deepEqual(await countLeft(database.worker), nothingLeft));
  first.child.kill("SIGCONT");
  await first.line(/lease lost/);
  for (const { child } of [first, second]) child.kill("SIGTERM");
  assert.deepEqual(
    (await Promise.all([first.ended, second.ended])).map(({ code }) => code),
    [0, 0],
  );
  await auditFeeds(database.worker);
  assert.equal(origin.log.length, 2);
  assert.deepEqual(origin.tooSoon(hostDelayMs), []);
});

test("due times survive restarts: neither a deploy nor a crash loop fetches a feed early", async () => {
  const database = await testDatabase();
  const origin = await faultOrigin(10);
  await addFaultFeeds(
    database.worker,
    Array.from({ length: 30 }, (_, n) => origin.url(`127.10.0.${n + 1}`, `/calm/${n}`)),
  );
  const dueTimes = async () =>
    (await database.worker.query("select feed_id, next_run_at from feed_schedules order by feed_id")).rows;
  const first = startFaultWorker(onDatabase(database));
  await eventually(async () => assert.deepEqual(await countLeft(database.worker), nothingLeft));
  const before = await dueTimes();
  first.child.kill("SIGTERM");
  assert.equal((await first.ended).code, 0);
  for (const signal of ["SIGKILL", "SIGKILL"] as const) {
    const next = startFaultWorker(onDatabase(database));
    await next.line(/"msg":"ready"/);
    await sleep(300);
    next.child.kill(signal);
    await next.ended;
  }
  // The icons of sites are looked for too, at other addresses.
  assert.equal(origin.log.filter(({ path }) => path.startsWith("/calm/")).length, 30);
  assert.deepEqual(await dueTimes(), before);
});
