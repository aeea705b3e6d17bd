import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import type pg from "pg";
import { testDatabase } from "../ground/test-database.ts";

const { worker, web, admin } = await testDatabase();

test("every table of the product is under row-level security", async () => {
  const { rows } = await admin.query(
    "select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relrowsecurity and not relispartition",
  );
  assert.deepEqual(rows, []);
});

test("the web role sees nothing without a person's claims", async () => {
  for (const table of ["feeds", "items", "subscriptions", "summaries", "accounts.users", "accounts.sessions"]) {
    await assert.rejects(web.query(`select * from ${table}`), /permission denied/);
  }
});

test("the web role cannot become the worker", async () => {
  await assert.rejects(web.query("set role service_role"), /permission denied to set role/);
});

test("without any WHERE a person sees only what they subscribed to", async () => {
  const [anna, ben] = [await person("anna@example.org"), await person("ben@example.org")];
  const annas = await feedWithItem("https://a.example/feed", anna);
  await feedWithItem("https://b.example/feed", ben);

  const seen = await asPerson(anna, async (client) => ({
    feeds: (await client.query("select id from feeds")).rows.map((row) => row.id),
    items: (await client.query("select feed_id from items")).rows.map((row) => row.feed_id),
    people: (await client.query("select user_id from subscriptions")).rows.map((row) => row.user_id),
  }));
  assert.deepEqual(seen, { feeds: [annas], items: [annas], people: [anna] });
});

test("a person cannot write another person's rows", async () => {
  const [anna, ben] = [await person("carl@example.org"), await person("dora@example.org")];
  const insert = "insert into filters (id, user_id, name, rule, action) values ($1, $2, 'x', '{}', 'hide')";
  await assert.rejects(
    asPerson(anna, (client) => client.query(insert, [randomUUID(), ben])),
    /row-level security/,
  );
  await asPerson(ben, (client) => client.query(insert, [randomUUID(), ben]));
  const stolen = await asPerson(anna, (client) => client.query("update filters set user_id = $1", [anna]));
  assert.equal(stolen.rowCount, 0);
});

test("anyone can read published feeds and nothing else", async () => {
  const reader = await person("eve@example.org");
  const shown = await feedWithItem("https://published.example/feed", reader);
  await worker.query("update feeds set published = true, enabled = true where id = $1", [shown]);
  const { rows } = await asAnybody((client) => client.query("select feed_id from items"));
  assert.deepEqual(
    rows.map((row) => row.feed_id),
    [shown],
  );
});

async function person(email: string): Promise<string> {
  const id = randomUUID();
  await worker.query("insert into accounts.users (id, email) values ($1, $2)", [id, email]);
  return id;
}

async function feedWithItem(url: string, reader: string): Promise<string> {
  const id = randomUUID();
  await worker.query("insert into feeds (id, url) values ($1, $2)", [id, url]);
  await worker.query("insert into subscriptions (id, user_id, feed_id, name) values ($1, $2, $3, 'name')", [
    randomUUID(),
    reader,
    id,
  ]);
  await worker.query(
    "insert into items (id, feed_id, hash, content, pub_date, fingerprint) values ($1, $2, $3, '', now(), '')",
    [randomUUID(), id, "0".repeat(64)],
  );
  return id;
}

function asPerson<Result>(id: string, ask: (client: pg.PoolClient) => Promise<Result>): Promise<Result> {
  return inRole("authenticated", JSON.stringify({ sub: id }), ask);
}

function asAnybody<Result>(ask: (client: pg.PoolClient) => Promise<Result>): Promise<Result> {
  return inRole("anon", "", ask);
}

async function inRole<Result>(
  role: string,
  claims: string,
  ask: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await web.connect();
  try {
    await client.query("begin");
    await client.query("select set_config('role', $1, true), set_config('request.jwt.claims', $2, true)", [
      role,
      claims,
    ]);
    return await ask(client);
  } finally {
    await client.query("commit");
    client.release();
  }
}
