import assert from "node:assert/strict";
import { test } from "node:test";
import { addFeed } from "../src/feeds/add-feeds-store.ts";
import type { FetchHooks } from "../src/fetching/hooks.ts";
import { eventually } from "./ground/eventually.ts";
import { feedOrigin, rss } from "./ground/feed-origin.ts";
import { testDatabase } from "./ground/test-database.ts";
import { testParts } from "./ground/test-parts.ts";
import { runWorker } from "./ground/worker.ts";

const database = await testDatabase();
const origin = await feedOrigin();
const told: string[] = [];
const hooks: FetchHooks = {
  // U+0000 is the one character PostgreSQL cannot store. A feed that contains it must not affect others.
  itemProcessors: [
    (item) => (item.title === "Poison" ? { ...item, title: "a\0b" } : item),
    () => {
      throw new Error("a processor that fails");
    },
  ],
  onItemCreated: [
    () => {
      throw new Error("a hook that fails");
    },
    ({ title }) => void told.push(`created ${title}`),
  ],
  onItemUpdated: [({ title }) => void told.push(`updated ${title}`)],
  onFetchCompleted: [({ log }) => void told.push(`completed ${log.outcome}`)],
};
await runWorker(testParts(database, { FETCHER_DOMAIN_DELAY: "0.05" }, { hooks }));

test("a new feed is fetched at once, its items are saved and its next time is decided", async () => {
  origin.serve("/news", {
    body: rss([
      { title: "One", link: "http://127.0.0.2/one", text: "First" },
      { title: "Two", link: "http://127.0.0.2/two" },
    ]),
  });
  const addedAt = new Date();
  const { id } = await addFeed(
    database.worker,
    { url: origin.url("/news", "127.0.0.2"), enabled: true, polling: true, enforceFeedDomain: false },
    4,
    addedAt,
  );

  const feed = await eventually(async () => {
    const { rows } = await database.worker.query(
      `select f.*, s.next_run_at, s.fetch_status, s.why_next, s.lease_id from feeds f join feed_schedules s on s.feed_id = f.id
       where f.id = $1 and f.last_fetch_status is not null`,
      [id],
    );
    assert.equal(rows.length, 1);
    return rows[0];
  });
  assert.equal(feed.last_fetch_status, "success");
  assert.equal(feed.title, "A feed");
  assert.equal(feed.fetch_status, "IDLE");
  assert.equal(feed.lease_id, null);
  assert.equal(feed.why_next.winner, "learned-interval");
  assert.ok(feed.next_run_at.getTime() >= addedAt.getTime() + 3_600_000);
  const { rows: items } = await database.worker.query(
    "select title, content from items where feed_id = $1 order by title",
    [id],
  );
  assert.deepEqual(items, [
    { title: "One", content: "First" },
    { title: "Two", content: "" },
  ]);
  const { rows: logs } = await database.worker.query(
    "select outcome, status, http_status, created, metadata from fetch_logs where feed_id = $1",
    [id],
  );
  assert.equal(logs.length, 1);
  assert.equal(logs[0].outcome, "parsed");
  assert.equal(logs[0].created, 2);
});

test("hooks run after the commit, and a failing hook stops neither the others nor the fetch", async () => {
  told.length = 0;
  origin.serve("/told", { body: rss([{ title: "Told", link: "http://127.0.0.3/told" }]) });
  const { id } = await addFeed(
    database.worker,
    { url: origin.url("/told", "127.0.0.3"), enabled: true, polling: true, enforceFeedDomain: false },
    4,
    new Date(),
  );
  await eventually(() => assert.deepEqual(told, ["created Told", "completed parsed"]));

  origin.serve("/told", { body: rss([{ title: "Told again", link: "http://127.0.0.3/told" }]) });
  await dueNow(id, "127.0.0.3");
  await eventually(() => assert.deepEqual(told.slice(2), ["updated Told again", "completed parsed"]));
});

test("an item that the database refuses is left out and named in the log, and nothing else is affected", async () => {
  const entry = (title: string) => ({ title, link: `http://127.0.0.4/${title}`, guid: `guid of ${title}` });
  const body = rss([..."abcdefgh"].map(entry).toSpliced(3, 0, entry("Poison")));
  origin.serve("/poison", { body });
  origin.serve("/healthy", { body: rss([{ title: "Healthy", link: "http://127.0.0.5/h" }]) });
  const [poison, healthy] = await Promise.all([
    add(origin.url("/poison", "127.0.0.4")),
    add(origin.url("/healthy", "127.0.0.5")),
  ]);
  await eventually(async () => {
    assert.deepEqual(await stateOf(poison), { status: "success", bare: false, dead: false, items: 8 });
    assert.deepEqual(await stateOf(healthy), { status: "success", bare: false, dead: false, items: 1 });
  });
  const { rows } = await database.worker.query(
    "select outcome, created, failed, metadata -> 'itemErrors' as errors from fetch_logs where feed_id = $1",
    [poison],
  );
  const message = 'The item could not be saved: invalid byte sequence for encoding "UTF8": 0x00';
  assert.deepEqual(rows, [
    { outcome: "parsed", created: 8, failed: 1, errors: [{ guid: "guid of Poison", title: "ab", message }] },
  ]);
});

test("a feed that the database refuses even without items fails alone, stores no validator, and is tried again", async () => {
  await database.admin.query("alter table feeds add constraint no_such_title check (title <> 'Unwanted')");
  origin.serve("/refused", { body: rss([{ title: "One", guid: "1" }], "Unwanted") });
  const refused = await add(origin.url("/refused", "127.0.0.6"));
  await eventually(async () =>
    assert.deepEqual(await stateOf(refused), { status: "temporary_error", bare: true, dead: false, items: 0 }),
  );
});

test("a cancelled save loses no item: the feed fails, stores no validator, and gets all items the next time", async () => {
  await database.admin.query(`
    create function cancel() returns trigger language plpgsql as $$ begin
      raise exception 'canceling statement due to statement timeout' using errcode = '57014';
    end $$;
    create trigger cancel before insert on items for each row when (new.title = 'Slow') execute function cancel()`);
  origin.serve("/cancelled", { body: rss(["Quick", "Slow"].map((title) => ({ title, guid: title }))) });
  const cancelled = await add(origin.url("/cancelled", "127.0.0.7"));
  await eventually(async () =>
    assert.deepEqual(await stateOf(cancelled), { status: "temporary_error", bare: true, dead: false, items: 0 }),
  );
  await database.admin.query("drop trigger cancel on items");
  await dueNow(cancelled, "127.0.0.7");
  await eventually(async () =>
    assert.deepEqual(await stateOf(cancelled), { status: "success", bare: false, dead: false, items: 2 }),
  );
});

async function add(url: string): Promise<string> {
  const feed = { url, enabled: true, polling: true, enforceFeedDomain: false };
  return (await addFeed(database.worker, feed, 4, new Date())).id;
}

async function dueNow(id: string, host: string): Promise<void> {
  await database.worker.query("update feed_schedules set next_run_at = now() - interval '1 day' where feed_id = $1", [
    id,
  ]);
  await database.worker.query("update lanes set ready_at = now() where lane like $1 || '/%'", [host]);
  await database.worker.query("select pg_notify('plainwire_due', '')");
}

async function stateOf(id: string): Promise<Record<string, unknown>> {
  const { rows } = await database.worker.query(
    `select f.last_fetch_status as status, f.etag is null as bare, s.next_run_at is null as dead,
       (select count(*)::int from items where feed_id = f.id) as items
     from feeds f join feed_schedules s on s.feed_id = f.id where f.id = $1`,
    [id],
  );
  return rows[0];
}
