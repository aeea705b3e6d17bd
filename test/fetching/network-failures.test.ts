import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { after, test } from "node:test";
import { createClient } from "../../src/assemble.ts";
import { addFeed } from "../../src/feeds/feed-store.ts";
import { createGuardedClient } from "../../src/http-client/guarded-client.ts";
import { parseAllowedNetworks } from "../../src/http-client/parse-allowed-networks.ts";
import { eventually } from "../ground/eventually.ts";
import { feedOrigin } from "../ground/feed-origin.ts";
import { fetchDriver } from "../ground/fetch-driver.ts";
import { testDatabase } from "../ground/test-database.ts";
import { runWorker, testParts } from "../ground/worker.ts";

const database = await testDatabase();
const origin = await feedOrigin();
const minuteMs = 60_000;
const requestTimeoutMs = 1_000;
// Longer than any deadline here; what is still asked when the file ends keeps its process alive.
const slowMs = 4_000;
origin.serve("/silent", { delayMs: slowMs });

const client = createGuardedClient({
  allowNetworks: parseAllowedNetworks("127.0.0.0/8"),
  requestTimeoutMs,
  redirectsMax: 5,
  bodyBytesMax: 1_000_000,
  resolve: async (hostname) => {
    throw Object.assign(new Error(`${hostname} is nowhere`), { code: "ENOTFOUND" });
  },
});
after(() => client.close());

const failures: [what: string, url: string, failure: string, message: string][] = [
  ["a name that does not exist", "http://nowhere.example/feed", "connection", "The server's name does not exist."],
  ["a port that nobody listens on", await closedPort(), "connection", "The server refused the connection."],
  ["a server that never answers", origin.url("/silent", "127.6.2.1"), "timeout", "The server took too long to answer."],
];
for (const [what, url, failure, message] of failures) {
  test(`${what} is a temporary error, and is tried again in five minutes`, async () => {
    const driver = fetchDriver(database, { get: client.get, random: () => 0 });
    const id = await driver.add(url);
    await driver.fetchDue();
    const { last_fetch_status, last_fetch_error, failure_class, retry_count, last_fetched_at, next_run_at } =
      await driver.feed(id);
    assert.deepEqual(
      { last_fetch_status, last_fetch_error, failure_class, retry_count, last_fetched_at, next_run_at },
      {
        last_fetch_status: "temporary_error",
        last_fetch_error: message,
        failure_class: failure,
        retry_count: 1,
        last_fetched_at: driver.clock.now(),
        next_run_at: new Date(driver.clock.now().getTime() + 5 * minuteMs),
      },
    );
  });
}

test("a feed that takes longer than FETCHER_JOB_TIMEOUT is a temporary error, and is tried again later", async () => {
  const own = await testDatabase();
  const parts = testParts(own, { FETCHER_REQUEST_TIMEOUT: "1", FETCHER_JOB_TIMEOUT: "2" });
  // A client with more patience than its setting: else the request would end before the job does.
  const patient = createClient({ ...parts.config, fetcherRequestTimeoutMs: 30_000 });
  after(() => patient.close());
  const worker = await runWorker({ ...parts, client: patient });
  const feed = { enabled: true, polling: true, enforceFeedDomain: false };
  await addFeed(own.worker, { ...feed, url: origin.url("/silent", "127.6.2.2") }, 4, new Date());
  const found = await eventually(async () => {
    const { rows } = await own.worker.query(
      `select last_fetch_status as status, last_fetch_error as error, retry_count, next_run_at > last_fetched_at as later
       from feeds join feed_schedules on feed_id = id where last_fetch_status is not null`,
    );
    assert.equal(rows.length, 1);
    return rows[0];
  });
  assert.deepEqual(found, {
    status: "temporary_error",
    error: "The feed took too long.",
    retry_count: 1,
    later: true,
  });
  await worker.stop(AbortSignal.timeout(5_000));
});

async function closedPort(): Promise<string> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return `http://127.0.0.1:${port}/feed`;
}
