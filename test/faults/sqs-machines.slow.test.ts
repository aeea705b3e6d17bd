import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { createPool, embeddedConnection } from "../../src/database/connection.ts";
import { eventually } from "../ground/eventually.ts";
import { addFaultFeeds, startFaultWorker } from "./fault-world.ts";
import { createNetwork, skipWithoutNamespaces as skip } from "./network-world.ts";
import { findWrongFeeds, keepDue } from "./news-feeds.ts";
import { type NewsOrigin, startNewsOrigin } from "./news-origin.ts";
import { startQueue } from "./queue-machine.ts";
import { startServer } from "./standby-world.ts";

const paths = Array.from({ length: 50 }, (_, n) => `/machines/${n}`);
const hosts = 25;
const hostDelayMs = 1_000;
const countedRequests = 2 * paths.length;

test("machines share a queue: one is killed, the queue restarts, and every item is there once", { skip }, async (t) => {
  const network = createNetwork();
  const [center, publishers] = [network.addMachine("center"), network.addMachine("news")];
  const machines = [1, 2, 3, 4].map((n) => network.addMachine(`worker${n}`));
  network.route("10.97", publishers);
  const origin = await startNewsOrigin(publishers, hostDelayMs);
  const { socket } = await startServer({}, center);
  const queue = await startQueue(center);
  const pool = createPool(embeddedConnection(socket), "app_worker", 2);
  await addFaultFeeds(
    pool,
    paths.map((path, n) => origin.url(path, `10.97.${n % hosts}.1`)),
  );
  const stopDue = keepDue(pool);
  t.after(() => stopDue().then(() => pool.end()));
  const start = async (from: number, to: number) => {
    const started = machines.slice(from, to).map(({ command }) =>
      startFaultWorker(
        {
          ...queue.settings,
          DATABASE_URL: `postgres://app_owner@${center.address}/plainwire`,
          SECRET_KEY: "k".repeat(32),
          FETCH_ALLOW_NETWORKS: "10.97.0.0/16",
          FETCHER_DOMAIN_DELAY: String(hostDelayMs / 1_000),
        },
        command,
      ),
    );
    await Promise.all(started.map((one) => one.line(/"msg":"ready"/)));
    return started;
  };

  const [killed, ...left] = await start(0, 2);
  await tellPace(t, origin, "two workers");
  left.push(...(await start(2, 4)));
  await tellPace(t, origin, "four workers");
  killed?.child.kill("SIGKILL");
  await tellPace(t, origin, "one of them killed");
  await queue.restart();
  await tellPace(t, origin, "the queue restarted");

  const { published } = await origin.stop();
  await eventually(async () => assert.deepEqual(await findWrongFeeds(pool, (path) => published[path] ?? 0), []));
  assert.deepEqual((await origin.look()).tooSoon, []);
  for (const { child } of left) child.kill("SIGTERM");
  const codes = await Promise.all(left.map(({ ended }) => ended));
  assert.deepEqual(
    codes.map(({ code }) => code),
    [0, 0, 0],
  );
});

/** Lets them work for a while. How fast they were is told, not tested. */
async function tellPace(t: TestContext, origin: NewsOrigin, when: string): Promise<void> {
  const [startedAt, { requests: before }] = [performance.now(), await origin.look()];
  await eventually(async () => assert.ok((await origin.look()).requests >= before + countedRequests));
  t.diagnostic(`${when}: ${Math.round((countedRequests * 1_000) / (performance.now() - startedAt))} feeds a second`);
}
