import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { listDeadLetters, replayDeadLetters } from "../../src/feeds/dead-letter-store.ts";
import { eventually } from "../ground/eventually.ts";
import type { Running } from "../ground/plainwire-process.ts";
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
  validatorsWithoutItems,
} from "./fault-world.ts";

const feeds = 1_000;
const hosts = 250;
const workers = 4;
const kills = 8;

test("with one of four workers killed with -9 every second, all promises hold and nothing is left over", async () => {
  const database = await testDatabase();
  const pool = database.worker;
  const origin = await faultOrigin(50);
  await addFaultFeeds(
    pool,
    Array.from({ length: feeds }, (_, n) => origin.url(`127.4.${n % hosts}.1`, `/feed/${n}`)),
  );

  // Few at once, so that the feeds last as long as the killing does.
  const start = () => startFaultWorker({ ...onDatabase(database), FETCHER_WORKERS: "8" });
  const running = Array.from({ length: workers }, start);
  for (let kill = 0; kill < kills; kill += 1) {
    await sleep(1_000);
    await killOne(running);
    running.push(start());
    assert.deepEqual(await validatorsWithoutItems(pool), []);
  }

  // Whom death met three times over lies quarantined: an operator digs it out.
  const quarantined = await eventually(async () => {
    const letters = await listDeadLetters(pool, 100);
    assert.equal((await countLeft(pool)).unfetched, letters.length);
    return letters;
  });
  for (const { url } of quarantined) assert.ok(lostRequests(new URL(url ?? "").pathname) >= 3, url ?? "");
  await replayDeadLetters(
    pool,
    quarantined.map(({ id }) => id),
    new Date(),
  );
  await eventually(async () => assert.deepEqual(await countLeft(pool), nothingLeft));
  for (const { child } of running) child.kill("SIGTERM");
  await Promise.all(running.map(({ ended }) => ended));

  await auditFeeds(pool);
  assert.deepEqual(origin.tooSoon(hostDelayMs), []);

  function lostRequests(path: string): number {
    return origin.log.filter((seen) => seen.path === path && seen.status === 0).length;
  }
});

/** One that works already: who dies at birth harms nobody. */
async function killOne(running: Running[]): Promise<void> {
  const victim = await Promise.race(
    running
      .toSorted(() => Math.random() - 0.5)
      .map(async (one) => {
        await one.line(/"msg":"ready"/);
        return one;
      }),
  );
  running.splice(running.indexOf(victim), 1);
  victim.child.kill("SIGKILL");
}
