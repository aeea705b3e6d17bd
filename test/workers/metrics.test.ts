import assert from "node:assert/strict";
import { test } from "node:test";
import { superuser } from "../../src/database/connection.ts";
import { addFeed } from "../../src/feeds/add-feeds-store.ts";
import { requestFetch } from "../../src/feeds/request-fetch-store.ts";
import { eventually } from "../ground/eventually.ts";
import { feedOrigin, rss } from "../ground/feed-origin.ts";
import { startPlainwire } from "../ground/plainwire-process.ts";
import { testDatabase, testSocket } from "../ground/test-database.ts";
import { silentHost } from "../ground/silent-host.ts";

const database = await testDatabase();
const pool = database.worker;
const origin = await feedOrigin();
const workers = 2;

test("every metric of fetching says something after a real run, and the gauges while feeds wait", async () => {
  const server = startPlainwire(["start"], {
    DATABASE_URL: `postgres:///${database.name}?host=${encodeURIComponent(testSocket())}&user=${superuser}`,
    SECRET_KEY: "k".repeat(32),
    PORT: "0",
    FETCH_ALLOW_NETWORKS: "127.0.0.0/8",
    FETCHER_WORKERS: String(workers),
    FETCHER_DOMAIN_DELAY: "0.05",
  });
  const { url } = JSON.parse(await server.line(/Plainwire is on /));
  const read = async () => parseMetrics(await (await fetch(`${url}/metrics`)).text());

  origin.serve("/fine", { body: rss([{ title: "One", guid: "1" }]) });
  origin.serve("/missing", { status: 404 });
  origin.serve("/moved", { status: 302, headers: { location: origin.url("/fine", "127.7.0.9") } });
  const fine = await add(origin.url("/fine", "127.7.0.1"));
  await add(origin.url("/missing", "127.7.0.2"));
  await add(origin.url("/moved", "127.7.0.3"));
  await eventually(async () => assert.equal((await read()).get("feed_queue_process_duration_seconds_count"), 3));
  await pool.query("update feeds set last_fetched_at = now() - interval '10 minutes' where id = $1", [fine]);
  assert.deepEqual(await requestFetch(pool, fine, new Date()), { kind: "requested" });
  const counted = await eventually(async () => {
    const metrics = await read();
    assert.equal(metrics.get("feed_queue_process_duration_seconds_count"), 4);
    return metrics;
  });
  const expected = {
    feed_queue_enqueue_total: 4,
    'feed_queue_processed_total{success="true"}': 3,
    'feed_queue_processed_total{success="false"}': 1,
    'feed_fetch_outcomes_total{outcome="parsed"}': 2,
    'feed_fetch_outcomes_total{outcome="not-modified"}': 1,
    'feed_fetch_outcomes_total{outcome="not-found"}': 1,
    'feed_items_total{change="created"}': 2,
    'feed_host_waits_total{ended="turn"}': 1,
    feed_completion_batch_size_sum: 4,
  };
  assert.deepEqual(Object.fromEntries(Object.keys(expected).map((name) => [name, counted.get(name)])), expected);
  for (const name of ["feed_queue_process_duration_seconds_sum", "feed_fetch_wire_bytes_total"])
    assert.ok((counted.get(name) ?? 0) > 0, name);

  // Silent hosts for all workers and all that wait in the process, and more behind them.
  const silent = await silentHost();
  for (let host = 1; host <= workers * 6; host += 1) await add(silent.url(`127.7.1.${host}`));
  await eventually(async () => {
    const metrics = await read();
    assert.equal(metrics.get("feed_fetches_in_flight"), workers);
    const waiting = (metrics.get("feed_leases_held") ?? 0) - workers;
    assert.ok(waiting >= 1 && waiting <= workers, `${waiting} waiting in the process`);
    for (const name of ["feed_queue_size", "feed_queue_lag_seconds", "feed_lease_age_seconds"])
      assert.ok((metrics.get(name) ?? 0) > 0, name);
  });
  // At once: what is asked of silent hosts is given up with the process.
  server.child.kill("SIGKILL");
  await server.ended;
});

async function add(url: string): Promise<string> {
  const feed = { url, enabled: true, polling: true, enforceFeedDomain: false };
  return (await addFeed(pool, feed, 4, new Date())).id;
}

/** By name and labels, as Prometheus would read it. */
function parseMetrics(text: string): Map<string, number> {
  const samples = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return new Map(samples.map((line) => [line.slice(0, line.lastIndexOf(" ")), Number(line.split(" ").at(-1))]));
}
