import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { testDatabase } from "../ground/test-database.ts";

const { worker, admin } = await testDatabase();

const time = "timestamp with time zone";
const stamps = { created_at: `${time} not null default now()`, updated_at: `${time} not null default now()` };

/** What the requirements name of each table, in their words and the decisions'. A table may have more. */
const tables: Record<string, Record<string, string>> = {
  feeds: {
    id: "uuid not null",
    ...stamps,
    deleted_at: time,
    url: "text not null",
    name: "text",
    root_domain: "text",
    enforce_feed_domain: "boolean not null default true",
    polling: "boolean not null default false",
    enabled: "boolean not null default false",
    adaptive: "boolean not null default true",
    interval_minutes: "real",
    headers: "bytea",
    etag: "text",
    last_modified: "text",
    body_hash: "bytea",
    last_fetch_status: "text",
    last_fetch_error: "text",
    last_fetched_at: time,
    retry_count: "integer not null default 0",
    failure_class: "text",
    class_failures: "integer not null default 0",
    circuit_opened_at: time,
    circuit_until: time,
    not_before: time,
  },
  feed_schedules: {
    feed_id: "uuid not null",
    next_run_at: time,
    locked_until: time,
    fetch_status: "text not null default 'IDLE'::text",
    queued_at: time,
    fetch_started_at: time,
  },
  items: {
    id: "uuid not null",
    ...stamps,
    hash: "text not null",
    feed_id: "uuid not null",
    guid: "text",
    url: "text",
    title: "text not null default ''::text",
    author: "text",
    content: "text not null",
    clean_html: "text",
    pub_date: `${time} not null`,
    analysis_status: "text not null default 'pending'::text",
    analyzer_result: "jsonb",
  },
  cached_feeds: {
    id: "uuid not null",
    ...stamps,
    xml_header: "text not null",
    item_refs: "text[] not null default '{}'::text[]",
    xml_content: "text",
  },
  fetch_logs: {
    feed_id: "uuid not null",
    started_at: `${time} not null`,
    completed_at: `${time} not null`,
    duration_ms: "integer not null",
    http_status: "smallint",
    response: "jsonb",
    created: "integer not null default 0",
    updated: "integer not null default 0",
    failed: "integer not null default 0",
    error_class: "text",
    error: "text",
    error_detail: "text",
    metadata: "jsonb",
  },
  subscriptions: { id: "uuid not null", user_id: "uuid not null", feed_id: "uuid not null", name: "text not null" },
  summaries: {
    id: "uuid not null",
    user_id: "uuid not null",
    content: "text not null",
    created_at: `${time} not null default now()`,
  },
  events: { user_id: "uuid", event_type: "text not null", metadata: "jsonb not null default '{}'::jsonb" },
  "accounts.users": { id: "uuid not null", email: "text not null", password_hash: "text" },
  "accounts.sessions": { token_hash: "bytea not null", user_id: "uuid not null", expires_at: `${time} not null` },
};
for (const [table, expected] of Object.entries(tables)) {
  test(`${table} has the columns that the requirements name`, async () => {
    const { rows } = await admin.query<{ name: string; described: string }>(
      `select a.attname as name, concat_ws(' ', format_type(a.atttypid, a.atttypmod),
         case when a.attnotnull then 'not null' end, 'default ' || pg_get_expr(d.adbin, d.adrelid)) as described
       from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
       where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped`,
      [table],
    );
    const found = Object.fromEntries(rows.map(({ name, described }) => [name, described]));
    assert.deepEqual(Object.fromEntries(Object.keys(expected).map((name) => [name, found[name]])), expected);
  });
}

const indexes: [index: string, definition: string][] = [
  ["idx_feed_id_hash", "UNIQUE INDEX idx_feed_id_hash ON public.items USING btree (hash, feed_id)"],
  ["items_pub_date", "INDEX items_pub_date ON public.items USING btree (pub_date DESC)"],
  [
    "feeds_url",
    "UNIQUE INDEX feeds_url ON public.feeds USING btree (url) WHERE ((owner_id IS NULL) AND (deleted_at IS NULL))",
  ],
  [
    "feeds_root_domain",
    "INDEX feeds_root_domain ON public.feeds USING btree (root_domain) WHERE (root_domain IS NOT NULL)",
  ],
  [
    "feed_schedules_due",
    "INDEX feed_schedules_due ON public.feed_schedules USING btree (lane, next_run_at) WHERE runnable",
  ],
  [
    "subscriptions_user_id_feed_id_key",
    "UNIQUE INDEX subscriptions_user_id_feed_id_key ON public.subscriptions USING btree (user_id, feed_id)",
  ],
];
for (const [index, definition] of indexes) {
  test(`the index ${index} is there`, async () => {
    const { rows } = await admin.query("select indexdef from pg_indexes where indexname = $1", [index]);
    assert.deepEqual(rows, [{ indexdef: `CREATE ${definition}` }]);
  });
}

test("a feed's status and queue state accept only the known values", async () => {
  const id = await addFeed();
  for (const status of ["success", "temporary_error", "permanent_error", "unauthorized", null])
    await worker.query("update feeds set last_fetch_status = $2 where id = $1", [id, status]);
  await assert.rejects(
    worker.query("update feeds set last_fetch_status = 'error' where id = $1", [id]),
    /check constraint/,
  );
  for (const state of ["IDLE", "QUEUED", "FETCHING"])
    await worker.query("update feed_schedules set fetch_status = $2 where feed_id = $1", [id, state]);
  await assert.rejects(
    worker.query("update feed_schedules set fetch_status = 'DONE' where feed_id = $1", [id]),
    /check constraint/,
  );
});

test("an item is in a feed only once, and the same page may be in several feeds", async () => {
  const [one, other] = [await addFeed(), await addFeed()];
  await addItem(one);
  await addItem(other);
  await assert.rejects(addItem(one), /idx_feed_id_hash/);
});

test("a feed is deleted with everything that belongs to it", async () => {
  const id = await addFeed();
  await addItem(id);
  await worker.query("insert into cached_feeds (id, xml_header) values ($1, '')", [id]);
  await worker.query("delete from feeds where id = $1", [id]);
  const { rows } = await worker.query(
    `select (select count(*)::int from items where feed_id = $1) as items,
       (select count(*)::int from feed_schedules where feed_id = $1) as schedules,
       (select count(*)::int from cached_feeds where id = $1) as cached`,
    [id],
  );
  assert.deepEqual(rows, [{ items: 0, schedules: 0, cached: 0 }]);
});

test("the texts of a built feed are stored out of line, and nothing compresses them again", async () => {
  const { rows } = await admin.query(
    `select attname as name, attstorage as storage, c.reltoastrelid <> 0 as toasted
     from pg_attribute join pg_class c on c.oid = attrelid
     where attrelid = 'cached_feeds'::regclass and attname in ('xml_content', 'gzip') order by 1`,
  );
  assert.deepEqual(rows, [
    { name: "gzip", storage: "e", toasted: true },
    { name: "xml_content", storage: "e", toasted: true },
  ]);
});

test("what is common in items is counted again when two fifths of them changed, and never of stems", async () => {
  const { rows: tables } = await admin.query(
    "select relname from pg_class where 'autovacuum_analyze_scale_factor=0.4' = any(reloptions) order by 1",
  );
  assert.deepEqual(
    tables.map(({ relname }) => relname),
    ["item_index", "items"],
  );
  const { rows: columns } = await admin.query(
    "select attname from pg_attribute where attrelid = 'story_signs'::regclass and attstattarget = 0 order by 1",
  );
  assert.deepEqual(
    columns.map(({ attname }) => attname),
    ["lead_stems", "pairs", "title_stems"],
  );
});

async function addFeed(): Promise<string> {
  const id = randomUUID();
  await worker.query("insert into feeds (id, url) values ($1, $2)", [id, `https://feed.example/${id}`]);
  await worker.query("insert into feed_schedules (feed_id, lane) values ($1, 'feed.example/0')", [id]);
  return id;
}

async function addItem(feedId: string): Promise<void> {
  await worker.query(
    "insert into items (id, feed_id, hash, content, pub_date, fingerprint) values ($1, $2, repeat('a', 64), '', now(), '')",
    [randomUUID(), feedId],
  );
}
