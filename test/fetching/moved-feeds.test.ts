import assert from "node:assert/strict";
import { test } from "node:test";
import { feedOrigin, rss } from "../ground/feed-origin.ts";
import { fetchDriver } from "../ground/fetch-driver.ts";
import { testDatabase } from "../ground/test-database.ts";

const database = await testDatabase();
const origin = await feedOrigin();

test("a permanent move is stored once the target gave a feed; a temporary one never", async () => {
  const driver = fetchDriver(database);
  origin.serve("/new-home", { body: rss([]) });
  origin.serve("/old-home", { status: 301, headers: { location: origin.url("/new-home", "127.3.1.2") } });
  // Where no other feed lives: a move there would show, and not be a merge.
  origin.serve("/for-today", { body: rss([]) });
  origin.serve("/detour", { status: 302, headers: { location: origin.url("/for-today", "127.3.1.4") } });
  const moved = await driver.add(origin.url("/old-home", "127.3.1.1"));
  await driver.fetchDue();
  assert.equal((await driver.feed(moved))["url"], origin.url("/new-home", "127.3.1.2"));
  const { rows } = await database.worker.query("select url from feed_aliases where feed_id = $1", [moved]);
  assert.deepEqual(rows, [{ url: origin.url("/old-home", "127.3.1.1") }]);

  driver.clock.advance(10_000);
  const detour = await driver.add(origin.url("/detour", "127.3.1.3"));
  await driver.fetchDue();
  assert.equal((await driver.feed(detour))["url"], origin.url("/detour", "127.3.1.3"));
});

test("a move to an existing feed merges the two: readers move over, and the old address leads there", async () => {
  const driver = fetchDriver(database);
  origin.serve("/target", { body: rss([]) });
  origin.serve("/twin", { status: 308, headers: { location: origin.url("/target", "127.3.2.2") } });
  const target = await driver.add(origin.url("/target", "127.3.2.2"));
  await driver.fetchDue();
  driver.clock.advance(10_000);
  const twin = await driver.add(origin.url("/twin", "127.3.2.1"));
  const user = (
    await database.worker.query(
      "insert into accounts.users (id, email) values (gen_random_uuid(), 'merge@example.org') returning id",
    )
  ).rows[0].id;
  await database.worker.query(
    "insert into subscriptions (id, user_id, feed_id, name) values (gen_random_uuid(), $1, $2, 'mine')",
    [user, twin],
  );
  await driver.fetchDue();
  const gone = await driver.feed(twin);
  assert.equal(gone["merged_into"], target);
  assert.notEqual(gone["deleted_at"], null);
  const { rows } = await database.worker.query("select feed_id, name from subscriptions where user_id = $1", [user]);
  assert.deepEqual(rows, [{ feed_id: target, name: "mine" }]);
  const { rows: aliases } = await database.worker.query("select feed_id from feed_aliases where url = $1", [
    origin.url("/twin", "127.3.2.1"),
  ]);
  assert.deepEqual(aliases, [{ feed_id: target }]);
});

test("a 429 from the host a redirect led to blocks that host, not the one that sent us there", async () => {
  const driver = fetchDriver(database);
  origin.serve("/strict-host", { status: 429, headers: { "retry-after": "3600" } });
  origin.serve("/leads-there", { status: 302, headers: { location: origin.url("/strict-host", "127.3.5.2") } });
  await driver.add(origin.url("/leads-there", "127.3.5.1"));
  await driver.fetchDue();
  const { rows } = await database.worker.query(
    "select split_part(lane, '/', 1) as host, free_at > $1 as blocked, reason from lanes where lane like '127.3.5.%' order by lane",
    [new Date(driver.clock.now().getTime() + 3_000_000)],
  );
  assert.deepEqual(rows, [
    { host: "127.3.5.1", blocked: false, reason: null },
    { host: "127.3.5.2", blocked: true, reason: "Rate limited" },
  ]);
});

test("after two redirects, a Retry-After blocks the last host, even if both lead to the same one", async () => {
  const driver = fetchDriver(database);
  origin.serve("/to-door", { status: 302, headers: { location: origin.url("/door", "127.3.8.2") } });
  origin.serve("/door", { status: 302, headers: { location: "/closed" } });
  origin.serve("/closed", { status: 429, headers: { "retry-after": "3600" } });
  await driver.add(origin.url("/to-door", "127.3.8.1"));
  await driver.fetchDue();
  const { rows } = await database.worker.query(
    "select split_part(lane, '/', 1) as host, free_at > $1 as blocked, lease_id from lanes where lane like '127.3.8.%' order by lane",
    [new Date(driver.clock.now().getTime() + 3_000_000)],
  );
  assert.deepEqual(rows, [
    { host: "127.3.8.1", blocked: false, lease_id: null },
    { host: "127.3.8.2", blocked: true, lease_id: null },
  ]);
});

test("a feed with credentials does not follow a permanent move to another origin: they would be sent there", async () => {
  const driver = fetchDriver(database);
  origin.serve("/private", { status: 301, headers: { location: origin.url("/elsewhere", "127.3.6.2") } });
  origin.serve("/elsewhere", { body: rss([]) });
  const headers = driver.parts.secrets.seal(JSON.stringify({ authorization: "Bearer secret" }));
  const id = await driver.add(origin.url("/private", "127.3.6.1"), { headers });
  await driver.fetchDue();
  assert.equal((await driver.feed(id))["url"], origin.url("/private", "127.3.6.1"));
  assert.equal(origin.log.findLast(({ path }) => path === "/elsewhere")?.headers["authorization"], undefined);
});

test("a lane without a due feed is never ready, however its last fetch ended", async () => {
  const driver = fetchDriver(database);
  const lease = await driver.parts.laneLeases.take("http://127.3.7.1/page", new Map(), new AbortController().signal);
  assert.ok(lease !== "busy");
  const readyAt = async () =>
    (await database.worker.query("select ready_at = 'infinity' as never from lanes where lane = $1", [lease.lane]))
      .rows[0].never;
  // Held, it is looked at again when the lease would end: its holder may be dead by then.
  assert.equal(await readyAt(), false);
  await lease.release();
  assert.equal(await readyAt(), true);
});
