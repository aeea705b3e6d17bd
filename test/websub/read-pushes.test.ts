import assert from "node:assert/strict";
import { test } from "node:test";
import { pushReadingOf } from "../../src/assemble-websub.ts";
import { rss } from "../ground/feed-origin.ts";
import { dayMs, minuteMs, websubWorld } from "./websub-world.ts";

const world = await websubWorld();
const { clock, fetchDue, feedOf, readPushes, worker } = world;

type Entry = { title: string; guid?: string; link?: string; text?: string };
const entry = (title: string, more: Partial<Entry> = {}): Entry => ({
  title,
  guid: title,
  link: `https://news.test/${encodeURIComponent(title)}`,
  text: `The text of ${title}.`,
  ...more,
});

/** A feed whose hub is relied on, with entries that have texts. `send` pushes a part of it, `serve` replaces the whole. */
async function addRead(entries = [entry("One")]) {
  const { hub, feed } = await world.addActive();
  const document = (some: Entry[], self = feed.topic) =>
    rss(some, "Feed", `<atom:link rel="hub" href="${hub.url}"/><atom:link rel="self" href="${self}"/>`).replace(
      "<rss ",
      '<rss xmlns:atom="http://www.w3.org/2005/Atom" ',
    );
  const serve = (some: Entry[]) => world.publisher.serve(feed.path, { body: document(some) });
  serve(entries);
  clock.advance(10 * minuteMs);
  await hub.push();
  await fetchDue();
  clock.advance(10 * minuteMs);
  const send = (some: Entry[], more: Parameters<typeof hub.push>[0] = {}) =>
    hub.push({ body: document(some), ...more });
  const titles = async () => {
    const { rows } = await worker.query<{ title: string }>(
      "select title from items where feed_id = $1 order by title",
      [feed.id],
    );
    return rows.map(({ title }) => title);
  };
  const remembered = async () => {
    const { rows } = await worker.query(
      `select f.etag, f.last_modified, f.body_hash, f.seen, f.entries_digest, f.pace, f.interval_minutes, f.last_fetched_at,
         f.last_success_at, f.title, s.next_run_at, s.why_next, l.ready_at, l.free_at, l.day_requests,
         (select count(*)::int from fetch_logs g where g.feed_id = f.id) as fetches
       from feeds f join feed_schedules s on s.feed_id = f.id join lanes l on l.lane = s.lane where f.id = $1`,
      [feed.id],
    );
    return rows[0] as Record<string, unknown>;
  };
  return { hub, feed, document, serve, send, titles, remembered };
}

const waiting = async () =>
  (await worker.query<{ n: number }>("select count(*)::int as n from hub_pushes")).rows[0]?.n ?? 0;

test("what a push brings is saved without a request, analysed, and its feed's schedule stays as it is", async () => {
  const { feed, send, titles, remembered } = await addRead();
  const [before, requests] = [await remembered(), feed.requests()];
  assert.equal(await send([entry("SHOCKING news you will not believe")]), 202);
  assert.equal(await readPushes(), 1);
  assert.deepEqual(await titles(), ["One", "SHOCKING news you will not believe"]);
  assert.deepEqual(await remembered(), before);
  assert.deepEqual(await fetchDue(), []);
  assert.equal(feed.requests(), requests);
  const { rows } = await worker.query(
    "select analysis_status as status, analyzer_result is not null as read from items where feed_id = $1 and title like 'SHOCK%'",
    [feed.id],
  );
  assert.deepEqual(rows, [{ status: "done", read: true }]);
  assert.equal(await waiting(), 0);
});

test("what is missing in a push is not gone, a known entry is nothing, and a changed one is an edit", async () => {
  const { feed, serve, send, titles } = await addRead([entry("One"), entry("Two")]);
  await send([entry("Two")]);
  await readPushes();
  assert.deepEqual(await titles(), ["One", "Two"]);
  await send([entry("Two", { title: "Two, corrected" })]);
  // Another copy of the same push.
  await send([entry("Two", { title: "Two, corrected" })]);
  await readPushes();
  assert.deepEqual(await titles(), ["One", "Two, corrected"]);
  const versions = async () =>
    (
      await worker.query<{ n: number }>(
        "select count(*)::int as n from item_versions v join items i on i.id = v.item_id where i.feed_id = $1 and i.title like 'Two%'",
        [feed.id],
      )
    ).rows[0]?.n;
  assert.equal(await versions(), 1);
  // The fetch that comes once a day sees the same: neither a new item nor an edit, and no miss of the hub.
  serve([entry("One"), entry("Two", { title: "Two, corrected" })]);
  clock.advance(2 * dayMs);
  assert.ok((await fetchDue()).includes(feed.id));
  assert.deepEqual(await titles(), ["One", "Two, corrected"]);
  assert.equal(await versions(), 1);
  assert.equal((await world.subscriptionOf(feed.id))?.missed, 0);
});

test("in any doubt the feed is fetched, and nothing of the push is kept", async () => {
  const one = entry("Forged");
  const doubts: [string, (send: Awaited<ReturnType<typeof addRead>>) => Promise<number>][] = [
    ["sha1", ({ send }) => send([one], { method: "sha1" })],
    [
      "another feed by its document",
      ({ hub, document }) => hub.push({ body: document([one], "https://other.test/f") }),
    ],
    ["another feed by its header", ({ send }) => send([one], { headers: { link: '<https://o.test/>; rel="self"' } })],
    ["packed", ({ send }) => send([one], { headers: { "content-encoding": "gzip" } })],
    ["no entries", ({ send }) => send([])],
    ["no text", ({ send }) => send([{ title: "Forged", guid: "f", link: "https://news.test/f" }])],
    ["no feed", ({ hub }) => hub.push({ body: "<html><body><items>Forged</items></body></html>" })],
    ["a page of a known item, with another guid", ({ send }) => send([entry("One", { title: "Forged", guid: "x" })])],
    [
      "a known guid at another page",
      ({ send }) => send([entry("One", { title: "Forged", link: "https://news.test/2" })]),
    ],
  ];
  for (const [doubt, push] of doubts) {
    const added = await addRead();
    const requests = added.feed.requests();
    assert.equal(await push(added), 202, doubt);
    await readPushes();
    assert.equal(await waiting(), 0, doubt);
    assert.deepEqual(await added.titles(), ["One"], doubt);
    assert.deepEqual(await fetchDue(), [added.feed.id], doubt);
    assert.equal(added.feed.requests(), requests + 1, doubt);
  }
});

test("a push without a right signature is not even kept", async () => {
  const { feed, send } = await addRead();
  for (const signature of [null, `sha256=${"0".repeat(64)}`]) await send([entry("Forged")], { signature });
  assert.equal(await waiting(), 0);
  assert.deepEqual(await fetchDue(), []);
  assert.equal((await feedOf(feed.id)).items, 1);
});

test("a hub that was told its secret in the open cannot put items into a feed that is fetched by https", async () => {
  const { feed, send, titles } = await addRead();
  await worker.query("update feeds set url = replace(url, 'http:', 'https:') where id = $1", [feed.id]);
  await send([entry("Forged")]);
  assert.equal(await waiting(), 0);
  assert.ok((await feedOf(feed.id)).next_run_at < clock.now());
  await worker.query("update feeds set url = replace(url, 'https:', 'http:') where id = $1", [feed.id]);
  await fetchDue();
  assert.deepEqual(await titles(), ["One"]);
});

test("only so many pushes of a feed wait; then it is fetched", async () => {
  const { feed, send } = await addRead();
  for (let n = 1; n <= 6; n += 1) {
    assert.ok((await feedOf(feed.id)).next_run_at > clock.now());
    assert.equal(await send([entry(`News ${n}`)]), 202);
    assert.equal(await waiting(), Math.min(n, 5));
  }
  assert.ok((await feedOf(feed.id)).next_run_at < clock.now());
  while ((await readPushes()) > 0);
  assert.equal((await feedOf(feed.id)).items, 6);
  await fetchDue();
});

test("a feed that is not fetched takes no push", async () => {
  for (const change of ["suspended = true", "enabled = false"]) {
    const { feed, send } = await addRead();
    await worker.query(`update feeds set ${change} where id = $1`, [feed.id]);
    await send([entry("Two")]);
    await readPushes();
    assert.equal(await waiting(), 0);
    assert.equal((await feedOf(feed.id)).items, 1, change);
  }
});

test("entries beyond the operator's limit, and those of other domains, are left out as by a fetch", async () => {
  const { feed, send, titles } = await addRead();
  await worker.query("update feeds set enforce_feed_domain = true, root_domain = 'news.test' where id = $1", [feed.id]);
  const many = Array.from({ length: 101 }, (_, n) => entry(`News ${n}`));
  await send([...many, entry("Foreign", { link: "https://elsewhere.test/" })]);
  await readPushes();
  const saved = await titles();
  assert.equal(saved.length, 1 + 100);
  assert.ok(!saved.includes("Foreign"));
});

test("a push that comes during a fetch waits for its end: each item is there once", async () => {
  const { feed, serve, send, titles } = await addRead();
  const news = entry("Two");
  serve([entry("One"), news]);
  clock.advance(2 * dayMs);
  const claims = await world.claimDue();
  assert.deepEqual(
    claims.map(({ feedId }) => feedId),
    [feed.id],
  );
  await send([news]);
  assert.equal(await readPushes(), 1);
  assert.equal(await waiting(), 1);
  assert.deepEqual(await titles(), ["One"]);

  await world.fetchClaimed(claims);
  clock.advance(10_000);
  assert.equal(await readPushes(), 1);
  assert.equal(await waiting(), 0);
  assert.deepEqual(await titles(), ["One", "Two"]);
  // The hub was not late: its push was on the way.
  assert.equal((await world.subscriptionOf(feed.id))?.missed, 0);
});

test("pushes and fetches at the same moment, again and again, save each item once", async () => {
  const { feed, serve, send, titles } = await addRead();
  const entries = [entry("One")];
  for (let round = 1; round <= 8; round += 1) {
    entries.push(entry(`News ${round}`));
    serve(entries);
    clock.advance(2 * dayMs);
    await send(entries.slice(-2));
    await Promise.all([fetchDue(), readPushes(), readPushes()]);
    clock.advance(10_000);
    await readPushes();
  }
  assert.equal(await waiting(), 0);
  assert.deepEqual(await titles(), entries.map(({ title }) => title).toSorted());
  assert.equal((await feedOf(feed.id)).items, 9);
});

test("a hub that sends some entries and forgets others is not relied on", async () => {
  const { feed, serve, send } = await addRead();
  await send([entry("Two")]);
  await readPushes();
  serve([entry("One"), entry("Two"), entry("Three")]);
  clock.advance(2 * dayMs);
  await fetchDue();
  assert.equal((await feedOf(feed.id)).items, 3);
  assert.equal((await world.subscriptionOf(feed.id))?.missed, 1);
  assert.equal((await feedOf(feed.id)).push_until, null);
});

test("a push that ended two workers is not read a third time, and one that cannot be saved is fetched", async () => {
  const { feed, send, titles } = await addRead();
  await send([entry("Two")]);
  await worker.query("update hub_pushes set attempts = 2");
  await readPushes();
  assert.deepEqual([await waiting(), await titles()], [0, ["One"]]);
  assert.deepEqual(await fetchDue(), [feed.id]);

  clock.advance(10 * minuteMs);
  await send([entry("Three")]);
  const broken = { ...world.parts, models: { current: () => Promise.reject(new Error("no models")) } };
  await pushReadingOf(broken as unknown as typeof world.parts)();
  assert.equal(await waiting(), 0);
  assert.deepEqual(await fetchDue(), [feed.id]);
});
