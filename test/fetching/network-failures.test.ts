import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { after, test } from "node:test";
import { createClient } from "../../src/assemble.ts";
import { addFeed } from "../../src/feeds/add-feeds-store.ts";
import { createGuardedClient, type GuardedClient } from "../../src/http-client/guarded-client.ts";
import { parseAllowedNetworks } from "../../src/http-client/address-policy.ts";
import { eventually } from "../ground/eventually.ts";
import { fetchDriver } from "../ground/fetch-driver.ts";
import { testDatabase } from "../ground/test-database.ts";
import { testParts } from "../ground/test-parts.ts";
import { runWorker } from "../ground/worker.ts";
import { silentHost } from "../ground/silent-host.ts";

const database = await testDatabase();
const silent = await silentHost();
const minuteMs = 60_000;
const patienceMs = 30_000;

const failures: [what: string, asked: { url: string; timeoutMs: number }, failure: string, message: string][] = [
  [
    "a name that does not exist",
    { url: "http://nowhere.example/feed", timeoutMs: patienceMs },
    "connection",
    "The server's name does not exist.",
  ],
  [
    "a port that nobody listens on",
    { url: await closedPort(), timeoutMs: patienceMs },
    "connection",
    "The server refused the connection.",
  ],
  [
    "a server that never answers",
    { url: silent.url("127.6.2.1"), timeoutMs: 1_000 },
    "timeout",
    "The server took too long to answer.",
  ],
];
for (const [what, { url, timeoutMs }, failure, message] of failures) {
  test(`${what} is a temporary error, and is tried again in five minutes`, async () => {
    const driver = fetchDriver(database, { get: clientOf(timeoutMs).get, random: () => 0 });
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
  const patient = createClient({ ...parts.config, fetcherRequestTimeoutMs: patienceMs });
  after(() => patient.close());
  const worker = await runWorker({ ...parts, client: patient });
  const feed = { enabled: true, polling: true, enforceFeedDomain: false };
  await addFeed(own.worker, { ...feed, url: silent.url("127.6.2.2") }, 4, new Date());
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

function clientOf(requestTimeoutMs: number): GuardedClient {
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
  return client;
}

async function closedPort(): Promise<string> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return `http://127.0.0.1:${port}/feed`;
}
