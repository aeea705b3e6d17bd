import assert from "node:assert/strict";
import { test } from "node:test";
import { createPool, embeddedConnection } from "../../src/database/connection.ts";
import { eventually } from "../ground/eventually.ts";
import { addFaultFeeds, hostDelayMs, startFaultWorker } from "./fault-world.ts";
import { createNetwork, skipWithoutNamespaces as skip } from "./network-world.ts";
import { findWrongFeeds, keepDue } from "./news-feeds.ts";
import { type News, startNewsOrigin } from "./news-origin.ts";
import { type Server, startPair } from "./standby-world.ts";

const paths = Array.from({ length: 100 }, (_, n) => `/vanished/${n}`);
const hosts = 25;

test(
  "the primary's machine vanishes without a word and its name moves: workers go on long before TCP gives up",
  { skip },
  async (t) => {
    const network = createNetwork();
    const [first, second, publishers] = [
      network.addMachine("first"),
      network.addMachine("second"),
      network.addMachine("news"),
    ];
    const machines = [network.addMachine("worker1"), network.addMachine("worker2")];
    network.route("10.97", publishers);
    const origin = await startNewsOrigin(publishers, hostDelayMs);
    const { standby, primary } = await startPair([first, second]);
    const moveName = (address: string) => machines.forEach(({ setHost }) => setHost("database", address));
    moveName(first.address);
    const workers = machines.map(({ command }) =>
      startFaultWorker(
        {
          DATABASE_URL: "postgres://app_owner@database/plainwire",
          SECRET_KEY: "k".repeat(32),
          DB_CONNECTIONS: "6",
          FETCH_ALLOW_NETWORKS: "10.97.0.0/16",
        },
        command,
      ),
    );
    await Promise.all(workers.map((one) => one.line(/"msg":"ready"/)));
    const poolOf = ({ socket }: Server) => createPool(embeddedConnection(socket), "app_worker", 2);
    const [ofPrimary, ofStandby] = [poolOf(primary), poolOf(standby)];
    await addFaultFeeds(
      ofPrimary,
      paths.map((path, n) => origin.url(path, `10.97.${n % hosts}.1`)),
    );
    const stopDue = keepDue(ofPrimary);
    const growsBy = async (more: number) => {
      const { requests: before } = await origin.look();
      await eventually(async () => assert.ok((await origin.look()).requests > before + more));
    };

    await growsBy(2 * paths.length);
    // A write of our own would wait there for the standby, for good.
    await stopDue();
    first.unplug();
    const unpluggedAt = performance.now();
    await standby.ask("select pg_promote()");
    moveName(second.address);
    const stopDueAgain = keepDue(ofStandby);
    t.after(() => stopDueAgain().then(() => Promise.all([ofPrimary.end(), ofStandby.end()])));
    await eventually(() => {
      for (const { output } of workers)
        assert.match(output(), /machine \(10\.98\.0\.\d+, port 5432\) does not answer any more/);
    });
    await growsBy(1);
    t.diagnostic(`${Math.round((performance.now() - unpluggedAt) / 1_000)} s from the cut to the next fetch`);
    await growsBy(2 * paths.length);
    const { published }: News = await origin.stop();
    await eventually(async () => assert.deepEqual(await findWrongFeeds(ofStandby, (path) => published[path] ?? 0), []));
    assert.deepEqual((await origin.look()).tooSoon, []);
    for (const { child } of workers) child.kill("SIGTERM");
    const codes = await Promise.all(workers.map(({ ended }) => ended));
    assert.deepEqual(
      codes.map(({ code }) => code),
      [0, 0],
    );
  },
);
