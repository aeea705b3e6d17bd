import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, test } from "node:test";
import { saveAsked } from "../../../src/feeds/asked-feeds-store.ts";
import { asPerson } from "../../../src/database/transaction.ts";
import { subscribe } from "../../../src/feeds/subscription-store.ts";
import { createAskedFeeds } from "../../../src/web/public/asked-feeds.ts";
import { createFastLane } from "../../../src/web/public/fast-lane.ts";
import { rss as rssFormat } from "../../../src/web/public/feed-formats.ts";
import { createPublicApi } from "../../../src/web/public/public-api.ts";
import { dayMs, earlier, hourMs, later, minuteMs } from "../../../src/time.ts";
import { eventually } from "../../ground/eventually.ts";
import { feedOrigin, rss } from "../../ground/feed-origin.ts";
import { fakeClock, fetchDriver } from "../../ground/fetch-driver.ts";
import { feedPath, publicWorld } from "./public-world.ts";

const world = await publicWorld();
const { worker, web } = world.database;

async function lastAsked(id: string): Promise<Date | undefined> {
  const { rows } = await worker.query<{ last_asked_at: Date }>("select last_asked_at from feeds where id = $1", [id]);
  return rows[0]?.last_asked_at;
}

async function forgetAsked(id: string, at: Date): Promise<void> {
  await worker.query("update feeds set last_asked_at = $2 where id = $1", [id, at]);
}

test("a feed that was not asked for in a month and is asked for now is noted, once a day", async () => {
  const feed = await world.addBuiltFeed();
  const now = new Date("2026-06-01T12:00:00Z");
  await forgetAsked(feed.id, earlier(now, 40 * dayMs));
  const save = (at: Date) => saveAsked(worker, [feed.id], { now: at, wantedSince: earlier(at, 30 * dayMs) });
  assert.deepEqual(await save(now), [feed.id]);
  assert.deepEqual(await save(later(now, hourMs)), []);
  assert.deepEqual(await lastAsked(feed.id), now);
  const nextDay = later(now, dayMs + 1);
  assert.deepEqual(await save(nextDay), []);
  assert.deepEqual(await lastAsked(feed.id), nextDay);
});

test("many who ask make one write per feed and day, for all feeds together; a failed one is made again", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const saved: string[][] = [];
  const errors: unknown[] = [];
  let at = new Date("2026-06-01T12:00:00Z");
  const note = createAskedFeeds({
    now: () => at,
    save: async (ids) => {
      saved.push(ids);
      if (saved.length === 2) throw new Error("the database is away");
    },
    onError: (error) => errors.push(error),
  });
  const pass = async () => {
    t.mock.timers.tick(10_000);
    await new Promise((resolve) => setImmediate(resolve));
  };
  for (let n = 0; n < 100; n += 1) for (const id of ["a", "b"]) note(id);
  await pass();
  note("a");
  await pass();
  assert.deepEqual(saved, [["a", "b"]]);

  at = later(at, dayMs);
  note("a");
  await pass();
  assert.equal(errors.length, 1);
  note("a");
  await pass();
  assert.deepEqual(saved.slice(1), [["a"], ["a"]]);
});

test("the web server notes who asks, and such a feed gets its own interval back", async () => {
  const server = await world.startServer();
  const origin = await feedOrigin();
  const clock = fakeClock(new Date());
  const driver = fetchDriver(world.database, {}, clock);
  origin.serve("/f", { body: rss([{ title: "One", link: "http://x.example/1" }]) });
  const url = origin.url("/f");
  const id = await driver.add(url, { published: true });
  await forgetAsked(id, earlier(clock.now(), 40 * dayMs));
  await driver.fetchDueOf(id);
  await world.markStale(id);
  await world.publish();
  const next = async () => {
    const { next_run_at: at, why_next: why } = await driver.feed(id);
    return { minutes: (Number(at) - clock.now().getTime()) / minuteMs, winner: (why as { winner: string }).winner };
  };
  const resting = await next();
  assert.equal(resting.winner, "nobody-reads");
  assert.ok(resting.minutes >= 1_440);

  assert.equal((await server.get(feedPath("/rss", url))).status, 200);
  await eventually(async () => {
    const { minutes, winner } = await next();
    assert.notEqual(winner, "nobody-reads");
    assert.ok(minutes < 600, `${minutes} min`);
  });
});

test("a clean feed that is served from memory is noted, too", async () => {
  const server = await world.startServer();
  const feed = await world.addBuiltFeed();
  const noted: string[] = [];
  const api = createPublicApi(web, "http://127.0.0.1:8080", {
    noteAsked: (id) => noted.push(id),
    publish: async () => null,
  });
  const { log, metrics } = server.parts;
  const parts = { ...api, addressOf: () => "127.0.0.1", publicOrigin: "http://127.0.0.1:8080", log, metrics };
  const fastLane = await createFastLane(parts);
  await api.documents.findFeed({ format: rssFormat, url: feed.url, maxScore: null });
  assert.deepEqual(noted, []);
  const origin = createServer((request, response) => void (fastLane(request, response) || response.end()));
  await new Promise<void>((resolve) => origin.listen(0, "127.0.0.1", resolve));
  after(() => origin.close());
  const { port } = origin.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}${feedPath("/rss", feed.url)}`);
  assert.match(await answer.text(), /Harbour Gazette/);
  assert.deepEqual(noted, [feed.id]);
});

test("a feed that nobody read is due when somebody subscribes to it, not before the server's word", async () => {
  const clock = fakeClock(new Date());
  const origin = await feedOrigin();
  origin.serve("*", { body: rss([{ title: "One", guid: "1" }]) });
  const driver = fetchDriver(world.database, {}, clock);
  for (const [host, notBefore] of [
    ["127.31.0.1", null],
    ["127.31.0.2", later(clock.now(), 5 * hourMs)],
  ] as const) {
    const url = origin.url("/s", host);
    const id = await driver.add(url, { published: true });
    await forgetAsked(id, earlier(clock.now(), 40 * dayMs));
    await driver.fetchDueOf(id);
    await worker.query("update feeds set not_before = $2 where id = $1", [id, notBefore]);
    clock.advance(hourMs);
    const person = randomUUID();
    await worker.query("insert into accounts.users (id, email) values ($1, $2)", [person, `${person}@example.org`]);
    const wanted = { name: "Feed", feed: { url, isOwn: false, headers: null }, dueAt: null };
    await asPerson(web, person, (tx) => subscribe(tx, [wanted], { lanes: 4, now: clock.now() }));
    assert.deepEqual((await driver.feed(id))["next_run_at"], notBefore ?? clock.now());
  }
});
