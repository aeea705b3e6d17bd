import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { forgetFutureTimes } from "../src/future-times.ts";
import { dayMs, hourMs, later } from "../src/time.ts";
import { readingWorld } from "./reading/reading-world.ts";

const world = await readingWorld();
const { worker, admin } = world.database;
const now = new Date();
const future = later(now, 10 * 365 * dayMs);

const lines: Record<string, unknown>[] = [];
const log = { info: (facts: Record<string, unknown>) => void lines.push(facts) } as never;
const forget = (at = now) => forgetFutureTimes({ db: worker, log }, at, new AbortController().signal);

const reader = await world.addReader();
const feed = await world.addFeed([reader], "Feed");
const itemOf = async (id: string) => (await worker.query("select * from items where id = $1", [id])).rows[0];

/** The columns with times of these tables that are later than `at`, as "table.column". */
async function timesAfter(at: Date, tables: string[]): Promise<string[]> {
  const { rows: columns } = await admin.query<{ table: string; column: string }>(
    `select table_name as table, column_name as column from information_schema.columns
     where table_schema = 'public' and data_type = 'timestamp with time zone' and table_name = any($1) order by 1, 2`,
    [tables],
  );
  const found: string[] = [];
  for (const { table, column } of columns) {
    const { rowCount } = await admin.query(`select from ${table} where ${column} > $1 and ${column} < 'infinity'`, [
      at,
    ]);
    if (rowCount !== 0) found.push(`${table}.${column}`);
  }
  return found;
}

test("while the clock is behind, nothing that is stored counts as the future", async () => {
  const id = await world.addItem(feed, { pubDate: later(now, -dayMs), seenAt: later(now, -dayMs) });
  const before = await itemOf(id);
  await forget(new Date("2020-01-01T00:00:00Z"));
  assert.deepEqual(await itemOf(id), before);
});

test("items that came while the clock was years ahead lead no list, and hold up no app", async () => {
  const wrong = await world.addItem(feed, { title: "Of years to come", pubDate: future, seenAt: future });
  await world.settle();
  const fresh = await world.addItem(feed, { title: "Of today", pubDate: later(now, hourMs), seenAt: now });
  await forget();
  await world.settle();

  const { first_seen_at: seenAt, pub_date: pubDate } = await itemOf(wrong);
  assert.deepEqual([seenAt, pubDate, (await itemOf(fresh)).pub_date], [now, now, later(now, hourMs)]);
  const page = await (await reader.ask("/stream?view=all")).text();
  assert.ok(page.indexOf("Of today") < page.indexOf("Of years to come"));
  assert.deepEqual(await timesAfter(later(now, dayMs), ["items", "item_index", "item_counts", "story_signs"]), []);
  const counts = await worker.query("select items from item_counts where feed_id = $1", [feed]);
  assert.deepEqual(counts.rows, [{ items: 3 }]);
});

test("items that a worker of that time had leased or put off are claimed again", async () => {
  const pending = await world.addItem(feed);
  const put = { page: await world.addItem(feed), model: await world.addItem(feed) };
  const lease = "analysis_lease = gen_random_uuid(), analysis_locked_until = $2";
  await worker.query(`update items set ${lease} where id = $1`, [pending, future]);
  await worker.query("update items set analysis_status = 'done', page_at = $2 where id = $1", [put.page, future]);
  await worker.query(`update items set analysis_status = 'done', upgrade_at = $2, ${lease} where id = $1`, [
    put.model,
    future,
  ]);
  const soon = await world.addItem(feed);
  await worker.query("update items set analysis_status = 'done', page_at = $2 where id = $1", [
    soon,
    later(now, dayMs),
  ]);
  await forget();
  assert.deepEqual(await timesAfter(later(now, 2 * dayMs), ["items"]), []);
  assert.deepEqual((await itemOf(soon)).page_at, later(now, dayMs));
});

test("icons, deliveries, mails, hubs, briefs, translations and robots.txt wait for no year to come", async () => {
  const item = await world.addItem(feed);
  const [webhook, brief] = [randomUUID(), randomUUID()];
  const statements = [
    `insert into feed_icons (feed_id, due_at) values ('${feed}', $1)`,
    `insert into webhooks (id, user_id, name, kind, url, secret, events, created_at)
     values ('${webhook}', '${reader.id}', 'Hook', 'webhook', 'https://hook.example/', '', '{item.starred}', $1)`,
    `insert into deliveries (webhook_id, event, subject, item_id, created_at, due_at)
     values ('${webhook}', 'item.starred', 'x', '${item}', now(), $1)`,
    `insert into feed_notes (user_id, feed_id, broken_since, noted_at, due_at, sent_at)
     values ('${reader.id}', '${feed}', now(), now(), $1, $1)`,
    `insert into hub_subscriptions (feed_id, hub, topic, token, state, due_at, lease_until, leased_at, pushed_at, announced_at, created_at)
     values ('${feed}', 'https://hub.example/', 'https://feed.example/', 'token', 'active', $1, $1, $1, $1, $1, now())`,
    `insert into hub_pushes (id, feed_id, topic, body, received_at, due_at)
     values (gen_random_uuid(), '${feed}', 'https://feed.example/', '', now(), $1)`,
    `insert into hub_requests (id, feed_id, topic, callback, host, mode, lease_seconds, due_at, created_at)
     values (gen_random_uuid(), '${feed}', 'https://feed.example/', 'https://a.example/', 'a.example', 'subscribe', 600, $1, now())`,
    `insert into hub_listeners (id, feed_id, topic, callback, host, lease_until, due_at, created_at)
     values (gen_random_uuid(), '${feed}', 'https://feed.example/', 'https://a.example/', 'a.example', now(), $1, now())`,
    `insert into summaries (id, user_id, content, item_count, written_by, created_at)
     values ('${brief}', '${reader.id}', 'x', 1, 'extract', $1)`,
    `insert into summary_runs (user_id, started_at, locked_until) values ('${reader.id}', now(), $1)`,
    `insert into brief_mails (brief_id, user_id, queued_at, locked_until) values ('${brief}', '${reader.id}', now(), $1)`,
    `insert into translations (item_id, language, state, input_hash, not_before, lease, leased_until)
     values ('${item}', 'de', 'waiting', '', $1, gen_random_uuid(), $1)`,
    "insert into robots (origin, fetched_at, expires_at) values ('https://robots.example', $1, $1)",
  ];
  for (const statement of statements) await worker.query(statement, [future]);
  const tables = [
    "feed_icons",
    "webhooks",
    "deliveries",
    "feed_notes",
    "hub_subscriptions",
    "hub_pushes",
    "hub_requests",
    "hub_listeners",
  ].concat(["summaries", "summary_runs", "brief_mails", "translations", "robots"]);
  const wrong = await timesAfter(later(now, dayMs), tables);
  assert.deepEqual(new Set(wrong.map((name) => name.split(".")[0])), new Set(tables));

  await forget();
  assert.deepEqual(await timesAfter(later(now, dayMs), tables), []);
  assert.partialDeepStrictEqual(lines.at(-1), {
    icons: 1,
    deliveries: 2,
    feedNotes: 1,
    hubs: 4,
    briefs: 3,
    readings: 2,
  });
});

test("a time that is usual stays", async () => {
  await worker.query("update feed_icons set due_at = $1", [later(now, 7 * dayMs)]);
  await worker.query("update deliveries set due_at = $1", [later(now, dayMs)]);
  await worker.query("update hub_subscriptions set due_at = $1, lease_until = $2", [
    later(now, 24 * dayMs),
    later(now, 30 * dayMs),
  ]);
  const before = lines.length;
  await forget();
  assert.equal(lines.length, before);
});
