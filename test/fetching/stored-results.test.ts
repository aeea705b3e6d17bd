import assert from "node:assert/strict";
import { test } from "node:test";
import { completeAfterFetchError } from "../../src/fetching/build-completion.ts";
import type { Entry } from "../ground/feed-origin.ts";
import { feedOrigin, rss } from "../ground/feed-origin.ts";
import { fetchDriver } from "../ground/fetch-driver.ts";
import { testDatabase } from "../ground/test-database.ts";

const database = await testDatabase();
const { worker: pool } = database;
const origin = await feedOrigin();
const driver = fetchDriver(database);
const dayMs = 86_400_000;

for (const [status, isPermanent] of [
  [301, true],
  [302, false],
  [303, false],
  [307, false],
  [308, true],
] as const) {
  test(`a ${status} ${isPermanent ? "changes the stored address" : "leaves the stored address as it is"}`, async () => {
    const [from, to] = [
      origin.url(`/moving${status}`, `127.31.1.${status - 300}`),
      origin.url(`/target${status}`, `127.31.2.${status - 300}`),
    ];
    origin.serve(`/moving${status}`, { status, headers: { location: to } });
    origin.serve(`/target${status}`, { body: rss([]) });
    const id = await driver.add(from);
    await driver.fetchDue();
    assert.equal((await driver.feed(id))["url"], isPermanent ? to : from);
    const { rows } = await pool.query("select url from feed_aliases where feed_id = $1", [id]);
    assert.deepEqual(rows, isPermanent ? [{ url: from }] : []);
  });
}

test("only the permanent steps at the start of a redirect chain count", async () => {
  const steps: [string, number, string][] = [
    ["/chain-a", 301, "/chain-b"],
    ["/chain-b", 302, "/chain-c"],
    ["/chain-c", 301, "/chain-d"],
  ];
  for (const [path, status, to] of steps) {
    origin.serve(path, { status, headers: { location: origin.url(to, "127.31.3.1") } });
  }
  origin.serve("/chain-d", { body: rss([]) });
  const id = await driver.add(origin.url("/chain-a", "127.31.3.1"));
  await driver.fetchDue();
  assert.equal((await driver.feed(id))["url"], origin.url("/chain-b", "127.31.3.1"));
});

test("a feed's document says who writes it; until then, and without a domain, the feed stands for itself", async () => {
  const outletOf = async (id: string) => (await driver.feed(id))["outlet"];
  origin.serve("/sport", { body: rss([], "Sport", "<link>https://www.paper.example/sport</link>") });
  origin.serve("/world", { body: rss([], "World", "<link>https://paper.example/</link>") });
  origin.serve("/homemade", { body: rss([]) });
  const [sport, world, homemade] = [
    await driver.add(origin.url("/sport", "127.31.9.1")),
    await driver.add(origin.url("/world", "127.31.9.2")),
    await driver.add(origin.url("/homemade", "127.31.9.3")),
  ];
  assert.equal(new Set([await outletOf(sport), await outletOf(world), await outletOf(homemade)]).size, 3);
  await driver.fetchDue();
  assert.deepEqual([await outletOf(sport), await outletOf(world)], ["paper.example", "paper.example"]);
  assert.equal(await outletOf(homemade), homemade);

  // An answer without a document changes nothing.
  origin.serve("/sport", { status: 500 });
  driver.clock.advance(2 * dayMs);
  await driver.fetchDueOf(sport);
  assert.equal(await outletOf(sport), "paper.example");
});

test("an item with a known guid is the same item, even if its link and title changed", async () => {
  const before: Entry[] = [
    { title: "One", guid: "one", link: "http://x.example/one", text: "text" },
    { title: "Two", guid: "two", link: "http://x.example/two", text: "text" },
  ];
  origin.serve("/guids", { body: rss(before) });
  const id = await driver.add(origin.url("/guids", "127.31.4.1"));
  await driver.fetchDue();
  const stored = await itemsOf(id);

  // One has a new link and a new title; of the other only the link is new.
  origin.serve("/guids", {
    body: rss([
      { title: "One, corrected", guid: "one", link: "http://x.example/2026/one-corrected", text: "text" },
      { title: "Two", guid: "two", link: "http://x.example/2026/two", text: "text" },
    ]),
  });
  driver.clock.advance(2 * dayMs);
  const second = await driver.fetchDueOf(id);
  assert.deepEqual([second?.result.created.length, second?.result.updated.length], [0, 1]);
  const now = await itemsOf(id);
  assert.deepEqual(
    now.map((item) => [item.id, item.title]),
    [
      [stored[0]?.id, "One, corrected"],
      [stored[1]?.id, "Two"],
    ],
  );
  assert.equal(now[0]?.url, "http://x.example/2026/one-corrected");
});

test("a new item waits for its analysis, and a changed one waits again", async () => {
  origin.serve("/waiting", { body: rss([{ title: "One", guid: "1", text: "first" }]) });
  const id = await driver.add(origin.url("/waiting", "127.31.5.1"));
  await driver.fetchDue();
  assert.deepEqual(await statusesOf(id), [{ analysis_status: "pending", attempts: 0 }]);

  await pool.query("update items set analysis_status = 'done', attempts = 2 where feed_id = $1", [id]);
  origin.serve("/waiting", { body: rss([{ title: "One", guid: "1", text: "second" }]) });
  driver.clock.advance(2 * dayMs);
  await driver.fetchDue();
  assert.deepEqual(await statusesOf(id), [{ analysis_status: "pending", attempts: 0 }]);
});

for (const [index, hostDelayMs] of [3_000, 11_000].entries()) {
  test(`after a fetch its host is left alone for ${hostDelayMs} ms, after one that was put off too`, async () => {
    const slow = fetchDriver(database, { hostDelayMs }, driver.clock);
    const host = `127.31.6.${index + 1}`;
    origin.serve("/rest", { body: rss([]) });
    origin.serve("/next", { body: rss([]) });
    const first = await slow.add(origin.url("/rest", host));
    const fetched = await slow.fetchDueOf(first);
    const freeAt = new Date(slow.clock.now().getTime() + hostDelayMs);
    const { rows } = await pool.query("select free_at from lanes where lane = $1", [fetched?.completion.claim.lane]);
    assert.deepEqual(rows, [{ free_at: freeAt }]);

    // Two more of that host, one of them due while the other is fetched: not a moment earlier.
    const others = [await slow.add(origin.url("/next", host)), await slow.add(origin.url("/rest?2", host))];
    const fetchOthers = async () =>
      (await slow.fetchDue()).filter(({ completion }) => others.includes(completion.claim.feedId));
    slow.clock.advance(hostDelayMs - 1);
    assert.equal((await fetchOthers()).length, 0);
    slow.clock.advance(1);
    const [next] = await fetchOthers();
    assert.ok(next !== undefined);
    // Nor does a worker wake up for it.
    const { lane } = next.completion.claim;
    const waits = await pool.query("select ready_at = free_at as until_free from lanes where lane = $1", [lane]);
    assert.deepEqual(waits.rows, [{ until_free: true }]);
    slow.clock.advance(hostDelayMs - 1);
    assert.equal((await fetchOthers()).length, 0);
    slow.clock.advance(1);
    assert.equal((await fetchOthers()).length, 1);

    const putOff = completeAfterFetchError(slow.parts, next.completion.claim, new Error("a mistake of ours"));
    assert.deepEqual(putOff.completion.laneFreeAt, new Date(slow.clock.now().getTime() + hostDelayMs));
  });
}

for (const [host, what, error, isCounted] of [
  ["127.31.8.1", "a mistake of ours", new TypeError("a \0 of undefined"), true],
  ["127.31.8.2", "a database that is away", Object.assign(new Error("away"), { code: "ECONNREFUSED" }), false],
  [
    "127.31.8.3",
    "a machine without descriptors",
    Object.assign(new Error("too many files"), { code: "EMFILE" }),
    false,
  ],
] as const) {
  test(`after ${what} a feed is ${isCounted ? "asked less and less often" : "tried again in a minute"}`, async () => {
    origin.serve("/trouble", { body: rss([]) });
    const id = await driver.add(origin.url("/trouble", host), { firstRunAt: null });
    const { completion } = (await fetchAlone(id)) ?? assert.fail();
    let { claim } = completion;
    const waits: number[] = [];
    for (let turn = 0; turn < 3; turn += 1) {
      const failed = completeAfterFetchError({ ...driver.parts, random: () => 0 }, claim, error).completion;
      waits.push(((failed.plan.nextRunAt?.getTime() ?? 0) - driver.clock.now().getTime()) / 60_000);
      claim = { ...claim, state: { ...claim.state, memory: failed.plan.memory } };
      assert.equal(failed.plan.error, isCounted ? "This server failed while fetching: a  of undefined" : null);
      assert.ok(!failed.log.errorDetail?.includes("\0"));
    }
    assert.deepEqual(waits, isCounted ? [5, 90, 90] : [1, 1, 1]);
  });
}

test("the last error is the last failure's, stays when a fetch was only put off, and goes with a success", async () => {
  const busyHost = "127.31.7.2";
  const url = origin.url("/unsteady", "127.31.7.1");
  const id = await driver.add(url);
  const lastError = async () => {
    const { last_fetch_status, last_fetch_error } = await driver.feed(id);
    return [last_fetch_status, last_fetch_error];
  };
  const fetchWith = async (answer: Parameters<typeof origin.serve>[1]) => {
    origin.serve("/unsteady", answer);
    driver.clock.advance(2 * dayMs);
    return driver.fetchDueOf(id);
  };
  await fetchWith({ status: 500, body: "first" });
  assert.deepEqual(await lastError(), ["temporary_error", "Server error (HTTP 500): first"]);
  await fetchWith({ status: 502, body: "second" });
  assert.deepEqual(await lastError(), ["temporary_error", "Server error (HTTP 502): second"]);

  await driver.add(origin.url("/busy", busyHost), { firstRunAt: null });
  await pool.query(
    "update lanes set lease_id = gen_random_uuid(), free_at = 'infinity', ready_at = 'infinity' where lane like $1",
    [`${busyHost}%`],
  );
  const putOff = await fetchWith({ status: 302, headers: { location: origin.url("/busy", busyHost) } });
  assert.equal(putOff?.completion.log.outcome, "deferred");
  assert.deepEqual(await lastError(), ["temporary_error", "Server error (HTTP 502): second"]);

  await fetchWith({ body: rss([]) });
  assert.deepEqual(await lastError(), ["success", null]);
});

/** Asked for by hand, so that nothing else of this file is fetched before it. */
async function fetchAlone(id: string) {
  await pool.query("update feed_schedules set next_run_at = $2 where feed_id = $1", [id, driver.clock.now()]);
  await pool.query("update lanes set ready_at = $2 where lane = (select lane from feed_schedules where feed_id = $1)", [
    id,
    driver.clock.now(),
  ]);
  return driver.fetchDueOf(id);
}

type Stored = { id: string; title: string; url: string };

async function itemsOf(feedId: string): Promise<Stored[]> {
  const { rows } = await pool.query<Stored>("select id, title, url from items where feed_id = $1 order by title", [
    feedId,
  ]);
  return rows;
}

async function statusesOf(feedId: string): Promise<unknown[]> {
  return (await pool.query("select analysis_status, attempts from items where feed_id = $1", [feedId])).rows;
}
