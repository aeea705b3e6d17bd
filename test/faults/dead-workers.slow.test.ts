import assert from "node:assert/strict";
import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { listDeadLetters } from "../../src/feeds/dead-letter-store.ts";
import { readQueueStatus } from "../../src/schedule/queue-status-store.ts";
import { eventually } from "../ground/eventually.ts";
import { rss } from "../ground/feed-origin.ts";
import type { Running } from "../ground/plainwire-process.ts";
import type { TestDatabase } from "../ground/test-database.ts";
import { testDatabase } from "../ground/test-database.ts";
import { addFaultFeeds, countLeft, nothingLeft, onDatabase, startQuick } from "./fault-world.ts";
import { quickTimes } from "./quick-worker.ts";

const feeds = 20;

test("a worker killed with -9 is found by its heartbeat: its feeds are freed, logged, counted and fetched", async () => {
  const [database, origin] = [await testDatabase(), await heldOrigin()];
  await addFaultFeeds(
    database.worker,
    Array.from({ length: feeds }, (_, n) => origin.url(`127.11.0.${n + 1}`, n === 0 ? "/moved" : "/feed")),
  );
  const first = startQuickWorker(database);
  await eventually(() => assert.equal(origin.held.length, feeds));
  first.child.kill("SIGKILL");
  await first.ended;

  // Alone, as after a restart: nobody who was there before remembers anything.
  origin.answersAtOnce("after the death");
  const second = startQuickWorker(database);
  const line = JSON.parse(await second.line(/Reset \d+ stuck feeds/));
  assert.deepEqual([line.msg, line.level, line.fetching], [`Reset ${feeds} stuck feeds`, 40, feeds]);
  assert.equal(line.worker.pid, first.child.pid);
  // One more: the host a redirect led to was held as well.
  assert.equal(line.lanes, feeds + 1);
  assert.deepEqual(line.feedIds.toSorted(), (await idsOf(database)).toSorted());
  const { workers } = await readQueueStatus(database.worker, new Date());
  assert.deepEqual(
    workers.map(({ pid }) => pid),
    [second.child.pid],
  );
  await eventually(async () => assert.deepEqual(await countLeft(database.worker), nothingLeft));
  second.child.kill("SIGTERM");
  await second.ended;
  assert.match(second.output(), new RegExp(`^feed_recovered_total\\{state="FETCHING"\\} ${feeds}$`, "m"));
  assert.deepEqual(
    await titlesOf(database),
    Array.from({ length: feeds }, () => "after the death"),
  );
});

test("a feed that kills its worker three times is quarantined, long before any lease ends", async () => {
  const [database, origin] = [await testDatabase(), await heldOrigin()];
  await addFaultFeeds(database.worker, [origin.url("127.11.2.1")]);
  for (const death of [1, 2, 3]) {
    const worker = startQuickWorker(database);
    await eventually(() => assert.equal(origin.held.length, death));
    worker.child.kill("SIGKILL");
    await worker.ended;
  }
  const witness = startQuickWorker(database);
  const line = JSON.parse(await witness.line(/Dead letter/));
  assert.deepEqual([line.level, [line.feedId]], [40, await idsOf(database)]);
  assert.equal((await listDeadLetters(database.worker, 10)).length, 1);
  witness.child.kill("SIGTERM");
  await witness.ended;
  assert.equal(origin.held.length, 3);
});

test("a process that was suspended saves no result, and fetches the feeds again", async () => {
  const [database, origin] = [await testDatabase(), await heldOrigin()];
  await addFaultFeeds(database.worker, [origin.url("127.11.1.1")]);
  const worker = startQuickWorker(database);
  const [response] = await eventually(() => {
    assert.equal(origin.held.length, 1);
    return origin.held;
  });
  worker.child.kill("SIGSTOP");
  // It waits in the socket, and is the first thing the process hears of when it goes on.
  response?.end(document("before the stall"));
  await sleep(quickTimes.abandonAfterMs);
  origin.answersAtOnce("after the stall");
  worker.child.kill("SIGCONT");

  const line = JSON.parse(await worker.line(/Reset \d+ stuck feeds/));
  assert.deepEqual([line.msg, line.worker], ["Reset 1 stuck feeds", "this process"]);
  await eventually(async () => assert.deepEqual(await countLeft(database.worker), nothingLeft));
  assert.deepEqual(await titlesOf(database), ["after the stall"]);
  const { rowCount } = await database.worker.query("select from fetch_logs");
  assert.equal(rowCount, 1);
  worker.child.kill("SIGTERM");
  assert.equal((await worker.ended).code, 0);
});

function startQuickWorker(database: TestDatabase): Running {
  return startQuick({
    ...onDatabase(database),
    FETCHER_WORKERS: String(feeds),
    FETCHER_REQUEST_TIMEOUT: "120",
    FETCHER_JOB_TIMEOUT: "180",
  });
}

type HeldOrigin = {
  url: (host: string, path?: string) => string;
  held: ServerResponse[];
  answersAtOnce: (title: string) => void;
};

/** Answers nothing until it is told what. */
async function heldOrigin(): Promise<HeldOrigin> {
  const held: ServerResponse[] = [];
  let title: string | null = null;
  const server = createServer((request, response) => {
    const { port } = server.address() as AddressInfo;
    if (request.url === "/moved")
      return void response.writeHead(302, { location: `http://127.11.9.9:${port}/feed` }).end();
    response.setHeader("content-type", "application/rss+xml");
    if (title === null) return void held.push(response);
    return void response.end(document(title));
  });
  server.listen(0, "0.0.0.0");
  await once(server, "listening");
  after(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: (host, path = "/feed") => `http://${host}:${port}${path}`,
    held,
    answersAtOnce: (text) => {
      title = text;
    },
  };
}

function document(title: string): string {
  return rss([{ title, guid: title }]);
}

async function idsOf({ worker }: TestDatabase): Promise<string[]> {
  return (await worker.query<{ id: string }>("select id from feeds")).rows.map(({ id }) => id);
}

async function titlesOf({ worker }: TestDatabase): Promise<string[]> {
  return (await worker.query<{ title: string }>("select title from items order by id")).rows.map(({ title }) => title);
}
