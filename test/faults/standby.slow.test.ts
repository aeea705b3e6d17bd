import assert from "node:assert/strict";
import { test } from "node:test";
import { createPool, externalConnection } from "../../src/database/connection.ts";
import { eventually } from "../ground/eventually.ts";
import { type FeedOrigin, feedOrigin, rss } from "../ground/feed-origin.ts";
import { freePort } from "../ground/free-port.ts";
import { type Running, startPlainwire } from "../ground/plainwire-process.ts";
import { addFaultFeeds, hostDelayMs, startFaultWorker } from "./fault-world.ts";
import { findWrongFeeds, keepDue } from "./news-feeds.ts";
import { movingAddress, type Server, startPair } from "./standby-world.ts";

const paths = Array.from({ length: 100 }, (_, n) => `/standby/${n}`);
const hosts = 25;

test("the primary is killed and its standby promoted: every item is there once, and nobody is started again", async (t) => {
  const origin = await feedOrigin();
  const news = publishAtEachRequest(origin);
  const { primary, standby } = await startPair();
  const address = await movingAddress(primary);
  const databaseUrl = `postgres://app_owner@127.0.0.1:${address.port}/plainwire`;
  const { workers, web, health } = await startProcesses(databaseUrl);
  const connection = externalConnection({ databaseUrl, databaseDirectUrl: null, databasePassword: null });
  const pool = createPool(connection, "app_worker", 2);
  await addFaultFeeds(
    pool,
    paths.map((path, n) => origin.url(path, `127.9.${n % hosts}.1`)),
  );
  const stopDue = keepDue(pool);
  t.after(() => stopDue().then(() => pool.end()));

  await eventually(() => assert.ok(news.total() > 2 * paths.length));
  primary.child.kill("SIGKILL");
  // The address moves first, as a virtual one may: for a while everybody meets a server that only reads.
  address.moveTo(standby);
  await eventually(() => {
    for (const { output } of [...workers, web]) assert.ok(output().split("cannot execute LISTEN").length > 5);
    for (const { output } of workers) assert.match(output(), /in a read-only transaction/);
  });
  assert.ok((await listening(standby)) <= 3);
  assert.deepEqual(await health(), [503, "only reads"]);

  await standby.ask("select pg_promote()");
  const before = news.total();
  await eventually(() => assert.ok(news.total() > before + 2 * paths.length));
  news.stop();
  await eventually(async () => assert.deepEqual(await findWrongFeeds(pool, news.of), []));
  await eventually(async () => assert.equal(await listening(standby), 3));
  await stopDue();
  assert.deepEqual(await health(), [200, "answers"]);
  assert.deepEqual(origin.crowding(hostDelayMs), []);
  for (const { child } of [...workers, web]) child.kill("SIGTERM");
  const codes = await Promise.all([...workers, web].map(({ ended }) => ended));
  assert.deepEqual(
    codes.map(({ code }) => code),
    [0, 0, 0],
  );
});

/** Each answer carries one more item, and the nine before it. */
function publishAtEachRequest(origin: FeedOrigin) {
  const published = new Map(paths.map((path) => [path, 0]));
  let publishing = true;
  const of = (path: string) => published.get(path) ?? 0;
  for (const path of paths) {
    origin.serve(path, () => {
      if (publishing) published.set(path, of(path) + 1);
      const newest = Array.from({ length: Math.min(of(path), 10) }, (_, n) => of(path) - n);
      return { body: rss(newest.map((n) => ({ title: `Item ${n}`, guid: `${path}#${n}`, text: "Text" }))) };
    });
  }
  const total = () => paths.reduce((sum, path) => sum + of(path), 0);
  return { of, total, stop: () => (publishing = false) };
}

async function startProcesses(databaseUrl: string) {
  const settings = { DATABASE_URL: databaseUrl, SECRET_KEY: "k".repeat(32), DB_CONNECTIONS: "6" };
  const port = await freePort();
  const web: Running = startPlainwire(["web"], { ...settings, PORT: String(port) });
  const workers = [startFaultWorker(settings), startFaultWorker(settings)];
  await Promise.all([web, ...workers].map((one) => one.line(/"msg":"ready"/)));
  const health = async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/healthz`);
    const { details } = (await answer.json()) as { details: { database: string } };
    return [answer.status, details.database];
  };
  return { workers, web, health };
}

/** A connection that listens does nothing after it. */
async function listening(server: Server): Promise<number> {
  const found = await server.ask(
    "select from pg_stat_activity where application_name = 'plainwire' and query ilike 'listen %'",
  );
  return found.length;
}
