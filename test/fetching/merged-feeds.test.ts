import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import type { NewFeed } from "../../src/feeds/add-feeds-store.ts";
import { feedOrigin, rss } from "../ground/feed-origin.ts";
import { fetchDriver } from "../ground/fetch-driver.ts";
import { testDatabase } from "../ground/test-database.ts";

const { worker: pool, ...database } = await testDatabase();
const origin = await feedOrigin();
const driver = fetchDriver({ worker: pool, ...database });
const dayMs = 86_400_000;
let hosts = 0;

test("read and starred items stay so after a feed is merged into another", async () => {
  const entry = (name: string) => ({ title: name, guid: name });
  const { person, target, moved, leadToTarget } = await twins({ entries: ["read", "starred", "neither"].map(entry) });
  await pool.query(
    `insert into item_states (user_id, item_id, read_at, starred_at)
     select $1, id, case when title = 'read' then now() end, case when title = 'starred' then now() end
     from items where feed_id = $2 and title <> 'neither'`,
    [person, moved],
  );
  await leadToTarget();
  const { rows } = await pool.query(
    `select i.title, s.read_at is not null as read, s.starred_at is not null as starred
     from items i left join item_states s on s.item_id = i.id and s.user_id = $2 where i.feed_id = $1 order by i.title`,
    [target, person],
  );
  assert.deepEqual(rows, [
    { title: "neither", read: false, starred: false },
    { title: "read", read: true, starred: false },
    { title: "starred", read: false, starred: true },
  ]);
});

test("what was read stays read after a merge into a feed that was never fetched", async () => {
  const entries = ["read", "new"].map((name) => ({ title: name, guid: name }));
  const { person, target, moved, leadToTarget } = await twins({
    entries,
    settings: { enabled: false, polling: false, firstRunAt: null },
  });
  await pool.query(
    "insert into item_states (user_id, item_id, read_at) select $1, id, now() from items where feed_id = $2 and title = 'read'",
    [person, moved],
  );
  await leadToTarget();
  driver.clock.advance(2 * dayMs);
  await driver.fetchDue();
  const { rows } = await pool.query(
    `select i.title, s.read_at is not null as read from items i
     left join item_states s on s.item_id = i.id and s.user_id = $2 where i.feed_id = $1 order by i.title desc`,
    [target, person],
  );
  assert.deepEqual(rows, [
    { title: "read", read: true },
    { title: "new", read: false },
  ]);
});

test("a star stays where the items have other links in the target, and two old items are one there", async () => {
  const { person, target, moved, leadToTarget } = await twins({ entries: [{ title: "starred", guid: "tag:one" }] });
  await pool.query("update items set hash = repeat('0', 64) where feed_id = $1", [moved]);
  // Once more, as it was before its guid changed: it has the link that the target's has.
  await pool.query(
    `insert into items (id, feed_id, hash, title, content, pub_date, fingerprint)
     select gen_random_uuid(), $2, hash, 'read', '', now(), '' from items where feed_id = $1`,
    [target, moved],
  );
  await pool.query(
    `insert into item_states (user_id, item_id, read_at, starred_at)
     select $1, id, case when title = 'read' then now() end, case when title = 'starred' then now() end
     from items where feed_id = $2`,
    [person, moved],
  );
  await leadToTarget();
  const { rows } = await pool.query(
    `select s.read_at is not null as read, s.starred_at is not null as starred
     from items i join item_states s on s.item_id = i.id where i.feed_id = $1 and s.user_id = $2`,
    [target, person],
  );
  assert.deepEqual(rows, [{ read: true, starred: true }]);
});

test("a merge sends no star to a webhook again", async () => {
  const { person, moved, leadToTarget } = await twins({ entries: [{ title: "starred", guid: "starred" }] });
  await pool.query(
    `insert into webhooks (id, user_id, name, kind, url, secret, events, created_at)
     values (gen_random_uuid(), $1, 'Hook', 'webhook', 'https://hook.example/', '', '{item.starred}', now() - interval '1 day')`,
    [person],
  );
  await pool.query(
    "insert into item_states (user_id, item_id, starred_at) select $1, id, now() from items where feed_id = $2",
    [person, moved],
  );
  await leadToTarget();
  const { rows } = await pool.query("select i.feed_id from deliveries d join items i on i.id = d.item_id");
  assert.deepEqual(rows, [{ feed_id: moved }]);
});

test("a merged feed is no longer scheduled or fetched", async () => {
  const { moved, leadToTarget, path } = await twins({});
  await leadToTarget();
  const { merged_into, next_run_at, runnable } = await driver.feed(moved);
  assert.deepEqual([merged_into !== null, next_run_at, runnable], [true, null, false]);
  const asked = () => origin.log.filter((seen) => seen.path === path).length;
  const before = asked();
  driver.clock.advance(3 * dayMs);
  await driver.fetchDue();
  assert.equal(asked(), before);
});

const idle: [string, Partial<NewFeed>, string][] = [
  ["disabled", { enabled: false, polling: true, firstRunAt: null }, ""],
  ["not polled", { enabled: true, polling: false, firstRunAt: null }, ""],
  [
    "suspended",
    {},
    "with f as (update feeds set suspended = true where id = $1 returning id) update feed_schedules s set runnable = false, next_run_at = null from f where s.feed_id = f.id",
  ],
];
for (const [state, settings, statement] of idle) {
  test(`a target that is ${state} runs from now on, for the readers who came over`, async () => {
    const { person, target, leadToTarget } = await twins({ settings });
    if (statement !== "") await pool.query(statement, [target]);
    await leadToTarget();
    const { enabled, polling, suspended, runnable, next_run_at } = await driver.feed(target);
    assert.deepEqual(
      { enabled, polling, suspended, runnable },
      { enabled: true, polling: true, suspended: false, runnable: true },
    );
    assert.notEqual(next_run_at, null);
    assert.deepEqual((await pool.query("select feed_id from subscriptions where user_id = $1", [person])).rows, [
      { feed_id: target },
    ]);
    driver.clock.advance(2 * dayMs);
    const fetched = await driver.fetchDueOf(target);
    assert.equal(fetched?.completion.plan.status, "success");
  });
}

test("a disabled target without new readers stays disabled", async () => {
  const { target, leadToTarget } = await twins({ settings: { enabled: false, firstRunAt: null }, readers: false });
  await leadToTarget();
  const { enabled, next_run_at } = await driver.feed(target);
  assert.deepEqual([enabled, next_run_at], [false, null]);
});

test("a merge does not fetch a target before its server's Retry-After", async () => {
  const { target, leadToTarget } = await twins({ settings: { enabled: false, firstRunAt: null } });
  const until = new Date(driver.clock.now().getTime() + 6 * dayMs);
  await pool.query("update feeds set not_before = $2 where id = $1", [target, until]);
  await leadToTarget();
  assert.deepEqual((await driver.feed(target))["next_run_at"], until);
});

type Options = { settings?: Partial<NewFeed>; entries?: { title: string; guid: string }[]; readers?: boolean };

/** Two feeds of one document, the second with a reader; `leadToTarget` lets its server move it to the first and fetches it. */
async function twins({ settings = {}, entries = [], readers = true }: Options) {
  hosts += 1;
  const path = `/merged${hosts}`;
  const targetUrl = origin.url(`${path}/target`, `127.4.${hosts}.1`);
  origin.serve(`${path}/target`, { body: rss(entries) });
  origin.serve(path, { body: rss(entries) });
  const target = await driver.add(targetUrl, settings);
  const moved = await driver.add(origin.url(path, `127.4.${hosts}.2`));
  await driver.fetchDue();
  const person = randomUUID();
  await pool.query("insert into accounts.users (id, email) values ($1, $2)", [person, `${person}@example.org`]);
  if (readers)
    await pool.query(
      "insert into subscriptions (id, user_id, feed_id, name) values (gen_random_uuid(), $1, $2, 'mine')",
      [person, moved],
    );
  const leadToTarget = async () => {
    origin.serve(path, { status: 301, headers: { location: targetUrl } });
    driver.clock.advance(2 * dayMs);
    // First the target, if it is due itself; then its lane is free for the redirect.
    await driver.fetchDue();
    driver.clock.advance(10_000);
    await driver.fetchDue();
    await driver.skipToNext();
    await driver.fetchDue();
    assert.equal((await driver.feed(moved))["merged_into"], target);
  };
  return { person, target, moved, path, leadToTarget };
}
