import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { deletePerson } from "../../src/accounts/person-store.ts";
import { asAnybody, asPerson } from "../../src/database/transaction.ts";
import { signedIn } from "../ground/signed-in.ts";
import { testDatabase } from "../ground/test-database.ts";
import { accountParts, webParts } from "../web/web-parts.ts";

const { web, worker, admin } = await testDatabase();
const { parts } = webParts({ accounts: accountParts(web) });

/** A person with a row in every table that holds something of a person's, all of it named after them. */
async function personWithRows(sharedFeed: string): Promise<{ id: string; feed: string }> {
  const { id } = await signedIn(parts);
  const [feed, item] = [randomUUID(), randomUUID()];
  const rows: [string, unknown[]][] = [
    ["insert into feeds (id, url, owner_id) values ($1, $2, $3)", [feed, `https://${id}.example/feed`, id]],
    ["insert into feed_schedules (feed_id, lane) values ($1, $2)", [feed, `${id}.example/0`]],
    [
      "insert into items (id, feed_id, hash, content, pub_date, fingerprint) values ($1, $2, $3, '', now(), '')",
      [item, feed, "0".repeat(64)],
    ],
    ["insert into older_analyses (item_id, version, analyzer_result, until) values ($1, 1, '{}', now())", [item]],
    [
      "insert into article_marks (item_id, html_hash, version, language, is_read, marks, made_at) values ($1, '', '', '', true, '[]', now())",
      [item],
    ],
    ["insert into item_versions (item_id, version, title, content, seen_until) values ($1, 1, '', '', now())", [item]],
    [
      `insert into fetch_logs (id, feed_id, started_at, completed_at, duration_ms, outcome) values ($1, $2, now(), now(), 1, 'parsed')`,
      [randomUUID(), feed],
    ],
    ["insert into item_states (user_id, item_id, read_at) values ($1, $2, now())", [id, item]],
    [
      "insert into summaries (id, user_id, content, item_count, written_by) values ($1, $2, '', 0, 'extract')",
      [randomUUID(), id],
    ],
    ["insert into summary_runs (user_id, started_at, locked_until) values ($1, now(), now())", [id]],
    [
      `insert into removed_subscriptions (id, user_id, feed_id, name, created_at, removed_at)
       values ($1, $2, $3, 'gone', now(), now())`,
      [randomUUID(), id, sharedFeed],
    ],
    [
      "insert into personal_feeds (id, user_id, token_hash, name) values ($1, $2, sha256($3), 'mine')",
      [randomUUID(), id, Buffer.from(id)],
    ],
    ["insert into filters (id, user_id, name, rule, action) values ($1, $2, 'mine', '{}', 'hide')", [randomUUID(), id]],
  ];
  for (const [sql, values] of rows) await worker.query(sql, values);
  for (const [name, feedId] of [
    ["own", feed],
    ["shared", sharedFeed],
  ] as const) {
    await worker.query("insert into subscriptions (id, user_id, feed_id, name) values ($1, $2, $3, $4)", [
      randomUUID(),
      id,
      feedId,
      name,
    ]);
  }
  return { id, feed };
}

async function addFeed(url: string, published = false): Promise<string> {
  const id = randomUUID();
  await worker.query("insert into feeds (id, url, published, enabled) values ($1, $2, $3, true)", [id, url, published]);
  await worker.query("insert into feed_schedules (feed_id, lane, runnable) values ($1, $2, true)", [id, `${id}/0`]);
  return id;
}

/** Every table a person's transaction may read, by the catalogue: a new one is in the test the day it is made. */
async function readableTables(): Promise<string[]> {
  const { rows } = await admin.query<{ name: string }>(
    `select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
       and not c.relispartition and has_any_column_privilege('authenticated', c.oid, 'select') order by 1`,
  );
  return rows.map(({ name }) => name);
}

test("even without a WHERE, nobody sees another person's rows in any table", async () => {
  const shared = await addFeed("https://shared.example/feed");
  const [anna, ben] = [await personWithRows(shared), await personWithRows(shared)];
  const tables = await readableTables();
  assert.ok(tables.length >= 10, tables.join());
  for (const [self, other] of [
    [anna, ben],
    [ben, anna],
  ] as const) {
    for (const table of tables) {
      const columns = await readableColumns(table);
      const { rows } = await asPerson(web, self.id, (tx) => tx.query(`select ${columns} from ${table}`));
      assert.ok(rows.length > 0 || (await isEmpty(table)), `${table} shows its owner nothing`);
      const text = JSON.stringify(rows);
      assert.ok(!text.includes(other.id) && !text.includes(other.feed), `${table} shows another person's rows`);
    }
  }
});

async function isEmpty(table: string): Promise<boolean> {
  return (await admin.query(`select from ${table} limit 1`)).rowCount === 0;
}

async function readableColumns(table: string): Promise<string> {
  const { rows } = await admin.query<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped
       and has_column_privilege('authenticated', attrelid, attnum, 'select')`,
    [table],
  );
  return rows.map(({ name }) => `"${name}"`).join(", ");
}

test("nobody can change another person's rows, and without a person there are none", async () => {
  const shared = await addFeed("https://shared-too.example/feed");
  const [anna, ben] = [await personWithRows(shared), await personWithRows(shared)];
  for (const table of ["item_states", "personal_feeds", "filters"]) {
    const sql = `delete from ${table} where user_id = $1`;
    const { rowCount } = await asPerson(web, anna.id, (tx) => tx.query(sql, [ben.id]));
    assert.equal(rowCount, 0, table);
  }
  const forged = "insert into filters (id, user_id, name, rule, action) values ($1, $2, 'x', '{}', 'hide')";
  await assert.rejects(
    asPerson(web, anna.id, (tx) => tx.query(forged, [randomUUID(), ben.id])),
    /row-level security/,
  );
  await assert.rejects(
    asPerson(web, anna.id, (tx) =>
      tx.query("insert into events (id, user_id, event_type) values ($1, $2, 'x')", [randomUUID(), anna.id]),
    ),
    /permission denied|row-level security/,
  );
  const none = await asPerson(web, randomUUID(), (tx) => tx.query("select id from subscriptions"));
  assert.deepEqual(none.rows, []);
});

test("the previous person leaves no state on the connection", async () => {
  const { id } = await personWithRows(await addFeed("https://shared-three.example/feed"));
  await asPerson(web, id, (tx) => tx.query("select id from subscriptions"));
  await assert.rejects(web.query("select id from subscriptions"), /permission denied/);
  const { rows } = await asAnybody(web, (tx) => tx.query("select id from items"));
  assert.deepEqual(rows, []);
  await assert.rejects(
    asPerson(web, "'; select 1 --", (tx) => tx.query("select id from subscriptions")),
    /invalid input syntax for type uuid/,
  );
});

test("deleting an account deletes all data of the person, and the feeds that nobody else reads", async () => {
  const [shared, lonely] = [
    await addFeed("https://read-by-two.example/feed"),
    await addFeed("https://read-by-one.example/feed"),
  ];
  const published = await addFeed("https://published.example/feed", true);
  const [anna, ben] = [await personWithRows(shared), await personWithRows(shared)];
  for (const feed of [lonely, published]) {
    await worker.query("insert into subscriptions (id, user_id, feed_id, name) values ($1, $2, $3, 'x')", [
      randomUUID(),
      anna.id,
      feed,
    ]);
  }
  const at = new Date();
  await deletePerson(web, anna.id, at);

  const { rows: kept } = await worker.query(
    `select f.id, f.deleted_at, s.runnable from feeds f join feed_schedules s on s.feed_id = f.id where f.id = any($1)`,
    [[shared, lonely, published, anna.feed]],
  );
  assert.deepEqual(
    new Map(kept.map((row) => [row.id, [row.deleted_at, row.runnable]])),
    new Map([
      [shared, [null, true]],
      [lonely, [at, false]],
      [published, [null, true]],
    ]),
  );
  assert.deepEqual(await rowsOf(anna.id), []);
  assert.ok((await rowsOf(ben.id)).length >= 6);
});

/** Tables that still name a person, by the catalogue's foreign keys. */
async function rowsOf(personId: string): Promise<string[]> {
  const { rows: keys } = await admin.query<{ table: string; column: string }>(
    `select c.conrelid::regclass::text as table, a.attname as column from pg_constraint c
       join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
     where c.contype = 'f' and c.confrelid = 'accounts.users'::regclass`,
  );
  const found = await Promise.all(
    keys.map(async ({ table, column }) => {
      const { rowCount } = await admin.query(`select from ${table} where ${column} = $1`, [personId]);
      return rowCount === 0 ? [] : [table];
    }),
  );
  return found.flat();
}
