import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { fetchLimitsOf } from "../../src/assemble.ts";
import { asPerson } from "../../src/database/transaction.ts";
import { type Arrangement, arrangeSubscriptions, subscribe } from "../../src/feeds/subscription-store.ts";
import { loadConfig } from "../../src/load-config.ts";
import { describeWhyNext, type WhyNext } from "../../src/schedule/policy/why-next.ts";
import { replanFeed } from "../../src/schedule/replan-store.ts";
import { feedOrigin, rss } from "../ground/feed-origin.ts";
import { fetchDriver } from "../ground/fetch-driver.ts";
import { testDatabase } from "../ground/test-database.ts";

const database = await testDatabase();
const { web, worker } = database;
const origin = await feedOrigin();
origin.serve("*", { body: rss([{ title: "One", guid: "1" }]) });
const settings = { FETCHER_JITTER_PERCENT: "0", FETCHER_SUCCESS_INTERVAL: "3600" };
const limits = fetchLimitsOf(loadConfig(settings, {}).config);
const driver = fetchDriver(database, { limits });
const { clock } = driver;

/** Two people who read the same feed, which was fetched once; each changes how they read it. */
async function twoReaders(host: string) {
  const url = origin.url("/shared", host);
  const people = await Promise.all([reader(url), reader(url)]);
  const feedId = people[0].feedId;
  await driver.fetchDueOf(feedId);
  const [anna, ben] = people.map(({ person, id }) => async (arrangement: Arrangement) => {
    await asPerson(web, person, (tx) => arrangeSubscriptions(tx, [id], arrangement, clock.now()));
    await replanFeed(worker, feedId, { limits, now: clock.now(), random: () => 0 });
  }) as [Change, Change];
  return { anna, ben, feedId };
}
type Change = (arrangement: Arrangement) => Promise<void>;

async function reader(url: string) {
  const person = randomUUID();
  await worker.query("insert into accounts.users (id, email) values ($1, $2)", [person, `${person}@example.org`]);
  const wanted = { name: "Feed", feed: { url, isOwn: false, headers: null }, dueAt: null };
  const [added] = await asPerson(web, person, (tx) => subscribe(tx, [wanted], { lanes: 4, now: clock.now() }));
  assert.ok(added?.kind === "added");
  return { person, id: added.id, feedId: added.feedId };
}

async function waitOf(feedId: string): Promise<number> {
  return (Number((await driver.feed(feedId))["next_run_at"]) - clock.now().getTime()) / 60_000;
}

async function waitAfterNextFetch(feedId: string): Promise<number> {
  clock.set(new Date(String((await driver.feed(feedId))["next_run_at"])));
  await driver.fetchDueOf(feedId);
  return waitOf(feedId);
}

test("the shortest interval of a feed's readers holds at once and after the next fetch; it says so", async () => {
  const { anna, ben, feedId } = await twoReaders("127.4.2.1");
  assert.equal(await waitOf(feedId), 60);
  await anna({ intervalMinutes: 20 });
  await ben({ intervalMinutes: 720 });
  assert.equal(await waitOf(feedId), 20);
  const { why_next: why } = await driver.feed(feedId);
  assert.match(describeWhyNext(why as WhyNext)[0] ?? "", /decided by the interval that its readers chose/);
  assert.equal(await waitAfterNextFetch(feedId), 20);
});

test("a longer interval holds when all readers have set one, and a paused reader is not asked", async () => {
  const { anna, ben, feedId } = await twoReaders("127.4.2.2");
  await anna({ intervalMinutes: 720 });
  assert.equal(await waitOf(feedId), 60);
  await ben({ paused: true });
  assert.equal(await waitOf(feedId), 720);
  assert.equal(await waitAfterNextFetch(feedId), 720);
});

test("a published feed has readers we do not know: nobody makes it slower for them", async () => {
  const { anna, ben, feedId } = await twoReaders("127.4.2.3");
  await worker.query("update feeds set published = true where id = $1", [feedId]);
  await anna({ intervalMinutes: 720 });
  await ben({ intervalMinutes: 720 });
  assert.equal(await waitOf(feedId), 60);
});

test("what the server asked for stands when a reader wants the feed sooner", async () => {
  origin.serve("/asked", { body: rss([{ title: "One", guid: "1" }]), headers: { "Cache-Control": "max-age=7200" } });
  const { feedId, person, id } = await reader(origin.url("/asked", "127.4.2.4"));
  await driver.fetchDueOf(feedId);
  await asPerson(web, person, (tx) => arrangeSubscriptions(tx, [id], { intervalMinutes: 10 }, clock.now()));
  await replanFeed(worker, feedId, { limits, now: clock.now(), random: () => 0 });
  assert.equal(await waitOf(feedId), 120);
});

test("a feed that is waiting after a failure keeps its backoff", async () => {
  const { anna, feedId } = await twoReaders("127.4.2.5");
  await worker.query("update feeds set retry_count = 2 where id = $1", [feedId]);
  await anna({ intervalMinutes: 20 });
  assert.equal(await waitOf(feedId), 60);
});
