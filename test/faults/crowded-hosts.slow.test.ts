import assert from "node:assert/strict";
import { test } from "node:test";
import { laneOf } from "../../src/schedule/lane.ts";
import { eventually } from "../ground/eventually.ts";
import { testDatabase } from "../ground/test-database.ts";
import { testParts } from "../ground/test-parts.ts";
import { runWorker } from "../ground/worker.ts";
import { faultOrigin } from "./fault-origin.ts";
import { addFaultFeeds, hostDelayMs } from "./fault-world.ts";

const crowdedHosts = Array.from({ length: 10 }, (_, n) => `127.12.0.${n + 1}`);
const feedsPerHost = 10_000;
const others = 300;

test("a hundred thousand due feeds on ten hosts are fetched one by one per lane, and no other host waits", async () => {
  const { worker: pool, ...database } = await testDatabase();
  const origin = await faultOrigin(10);
  for (const host of crowdedHosts) {
    const urlStart = origin.url(host, "/crowd/");
    const lane = laneOf(urlStart, 4);
    await pool.query(
      `with added as (
         insert into feeds (id, url, enabled, polling, full_text, analyzer)
         select gen_random_uuid(), $1 || n, true, true, 'never', 'off' from generate_series(1, $2::int) n returning id
       ), scheduled as (
         insert into feed_schedules (feed_id, lane, runnable, next_run_at)
         select id, $3, true, now() - interval '1 hour' * random() from added
       )
       insert into lanes (lane, ready_at) values ($3, now() - interval '1 hour')`,
      [urlStart, feedsPerHost, lane],
    );
  }
  // Due later than every feed of the crowd.
  await addFaultFeeds(
    pool,
    Array.from({ length: others }, (_, n) => origin.url(`127.13.${n % 250}.${Math.floor(n / 250) + 1}`, `/other/${n}`)),
  );
  await pool.query(
    "update feed_schedules set next_run_at = now() from feeds where id = feed_id and url like '%/other/%'",
  );
  await pool.query("update lanes set ready_at = now() where lane like '127.13.%'");

  const settings = { FETCHER_DOMAIN_DELAY: String(hostDelayMs / 1_000), FETCHER_WORKERS: "20" };
  const worker = await runWorker(testParts({ worker: pool, ...database }, settings));
  const asked = (path: string) => origin.log.filter((seen) => seen.path.startsWith(path)).length;
  await eventually(() => assert.equal(asked("/other/"), others));
  await eventually(() =>
    assert.ok(crowdedHosts.every((host) => origin.log.filter((seen) => seen.host === host).length >= 3)),
  );
  await worker.stop(AbortSignal.timeout(5_000));

  assert.ok(asked("/crowd/") < feedsPerHost);
  assert.equal(asked("/other/"), others);
  assert.deepEqual(origin.tooSoon(hostDelayMs), []);
});
