import assert from "node:assert/strict";
import { test } from "node:test";
import { addFeed } from "../../src/feeds/add-feeds-store.ts";
import { claimFeeds } from "../../src/schedule/claim-store.ts";
import { newLease } from "../../src/schedule/lease.ts";
import { readQueueStatus } from "../../src/schedule/queue-status-store.ts";
import { markFetching } from "../../src/schedule/lease-store.ts";
import { testDatabase } from "../ground/test-database.ts";

const { worker: pool } = await testDatabase();
const now = new Date("2026-03-02T08:00:00Z");
const leaseMs = 600_000;

test("the counts tell scheduled feeds from due, held and stuck ones; a feed without a time is not scheduled", async () => {
  await add("http://later.example/feed", { firstRunAt: new Date(now.getTime() + 3_600_000) });
  await add("http://never.example/feed", { polling: false });
  await add("http://due.example/feed");
  const [waiting, running] = [await add("http://waiting.example/feed"), await add("http://running.example/feed")];
  await claim(waiting, now);
  await markFetching(pool, await claim(running, new Date(now.getTime() - leaseMs)), now);
  await pool.query("insert into dead_letters (id, kind, reason) values (gen_random_uuid(), 'analysis', 'x')");

  const { scheduled, due, queued, fetching, stuck, deadLetters } = await readQueueStatus(pool, now);
  assert.deepEqual(
    { scheduled, due, queued, fetching, stuck, deadLetters },
    // A feed whose lease has ended is due as well as stuck.
    { scheduled: 4, due: 2, queued: 1, fetching: 1, stuck: 1, deadLetters: 1 },
  );
});

test("the ten lanes with most due feeds are listed, the most crowded first", async () => {
  for (let host = 0; host < 12; host += 1) await add(`http://host${host}.example/feed`);
  await add("http://host11.example/second");
  const { lanes } = await readQueueStatus(pool, now);
  assert.equal(lanes.length, 10);
  assert.deepEqual([lanes[0]?.due, lanes[1]?.due], [2, 1]);
});

async function add(url: string, changes: { polling?: boolean; firstRunAt?: Date } = {}): Promise<string> {
  const feed = { url, enabled: true, polling: true, enforceFeedDomain: false, ...changes };
  return (await addFeed(pool, feed, 4, now)).id;
}

function claim(id: string, at: Date) {
  return claimFeeds(pool, [id], newLease({ now: () => at, leaseMs, hostDelayMs: 0 }));
}
