import assert from "node:assert/strict";
import { test } from "node:test";
import type pg from "pg";
import { connectAs } from "../../src/database/connection.ts";
import { migrate } from "../../src/database/migrate.ts";
import { readMigrations, readSqlFunctions, type SqlFunctions } from "../../src/database/migration-files.ts";
import { emptyDatabase } from "../ground/test-database.ts";

// Functions whose file was edited after the last migration that made them. Add the name when you edit one: this list
// shows that the difference is meant, and that no migration has a newer form than the file.
const editedSince: string[] = [
  "accounts.count_attempt",
  "accounts.delete_person",
  "accounts.find_pass",
  "accounts.password_changed",
  "accounts.password_reset",
  "public.change_subscription",
  "public.count_all_items",
  "public.lanes_of",
  "public.lock_lanes",
  "public.mark_first_fetch",
  "public.release_feed",
  "public.renew_feed",
  "public.restore_subscription",
  "public.send_starred_items",
  "public.subscribe",
  "public.take_feed",
  "public.tell_lanes",
  "public.tell_readers_of_feed",
  "public.unsubscribe",
];

const { files } = readSqlFunctions();

test("each function has one file, and each file one function of its name", async () => {
  const owner = await ownerOfEmpty();
  await migrate(owner);
  const found = await readDefinitions(owner);
  const names = found.map(({ name }) => name);
  assert.deepEqual(
    names,
    files.map(({ name }) => name),
  );
  for (const { name, sql } of files) {
    const created = [...sql.matchAll(/^create or replace function ([\w.]+)\(/gm)].map((match) => match[1]);
    assert.deepEqual(created, [name]);
    assert.match(sql, /^-- .+\n(?:-- .+\n)*create or replace function [^]+?\$\$[^]+?\$\$;\n$/, name);
  }
});

test("each function in the catalogue matches its file, and PostgreSQL finds no errors", async () => {
  const owner = await ownerOfEmpty();
  await migrate(owner);
  const before = await readDefinitions(owner);
  await owner.query("set check_function_bodies = on");
  for (const { sql } of files) await owner.query(sql);
  assert.deepEqual(await readDefinitions(owner), before);
});

test("the numbered migrations leave what the files say, except where a file was edited since", async () => {
  const owner = await ownerOfEmpty();
  for (const { sql } of readMigrations()) await owner.query(sql);
  const left = await readDefinitions(owner);
  // As migrate does: a function may call one whose file comes later.
  await owner.query("set check_function_bodies = off");
  for (const { sql } of files) await owner.query(sql);
  const installed = new Map((await readDefinitions(owner)).map(({ name, definition }) => [name, definition]));
  const differing = left.filter(({ name, definition }) => installed.get(name) !== definition);
  assert.deepEqual(
    differing.map(({ name }) => name),
    editedSince,
  );
});

test("an edited file is installed by the next run, and one run is enough", async () => {
  const owner = await ownerOfEmpty();
  await migrate(owner);
  const edited = withEdit("accounts.has_operator", "select exists (", "select false and exists (");
  assert.deepEqual(await migrate(owner, undefined, { functions: edited }), []);
  assert.match(await definitionOf(owner, "accounts.has_operator"), /select false and exists/);

  const version = await rowVersionOf(owner, "accounts.has_operator");
  await migrate(owner, undefined, { functions: edited });
  assert.equal(await rowVersionOf(owner, "accounts.has_operator"), version);

  await migrate(owner);
  assert.doesNotMatch(await definitionOf(owner, "accounts.has_operator"), /select false and/);
});

test("a migration that replaces a function does not win over the file", async () => {
  const owner = await ownerOfEmpty();
  await migrate(owner);
  const sql = "create or replace function accounts.has_operator() returns boolean language sql stable as 'select true'";
  await migrate(owner, [...readMigrations(), { name: "9001-older.sql", sql, checksum: "one" }]);
  assert.match(await definitionOf(owner, "accounts.has_operator"), /accounts\.users where operator/);
});

test("restoring a backup into an older schema installs none of today's functions", async () => {
  const owner = await ownerOfEmpty();
  const older = readMigrations().filter(({ name }) => name < "0020");
  await migrate(owner, older);
  await assert.rejects(definitionOf(owner, "accounts.has_operator"), /does not exist/);
  assert.doesNotMatch(await definitionOf(owner, "accounts.use_reset"), /password_reset/);

  await migrate(owner);
  assert.match(await definitionOf(owner, "accounts.use_reset"), /password_reset/);
});

test("a function that is new in a file is not open to everyone", async () => {
  const owner = await ownerOfEmpty();
  const sql = "create or replace function public.brand_new() returns integer language sql as 'select 1';";
  const added = { files: [...files, { name: "public.brand_new", sql }], checksum: "added" };
  await migrate(owner, undefined, { functions: added });
  const { rows } = await owner.query("select has_function_privilege('anon', 'brand_new()', 'execute') as open");
  assert.deepEqual(rows, [{ open: false }]);
});

test("a file that fails leaves every function as it was", async () => {
  const owner = await ownerOfEmpty();
  await migrate(owner);
  const before = await readDefinitions(owner);
  const edited = withEdit("accounts.has_operator", "select exists (", "select false and exists (");
  const broken = { files: [...edited.files, { name: "public.broken", sql: "create function" }], checksum: "broken" };
  await assert.rejects(migrate(owner, undefined, { functions: broken }), /syntax error/);
  assert.deepEqual(await readDefinitions(owner), before);
  await migrate(owner);
});

async function ownerOfEmpty(): Promise<pg.Client> {
  const { connection } = await emptyDatabase();
  const client = await connectAs(connection, "app_owner");
  closeAtEnd.push(client);
  return client;
}

const closeAtEnd: pg.Client[] = [];
test.after(() => Promise.all(closeAtEnd.map((client) => client.end())));

function withEdit(name: string, from: string, to: string): SqlFunctions {
  const edited = files.map((file) => (file.name === name ? { name, sql: file.sql.replace(from, to) } : file));
  assert.notDeepEqual(edited, files);
  return { files: edited, checksum: "edited" };
}

async function readDefinitions(client: pg.Client): Promise<{ name: string; definition: string }[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select n.nspname || '.' || p.proname as name, pg_get_functiondef(p.oid) as definition
     from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where n.nspname in ('public', 'accounts') order by (n.nspname || '.' || p.proname) collate "C"`,
  );
  return rows;
}

async function definitionOf(client: pg.Client, name: string): Promise<string> {
  const { rows } = await client.query<{ definition: string }>("select pg_get_functiondef($1::regproc) as definition", [
    name,
  ]);
  return rows[0]?.definition ?? "";
}

async function rowVersionOf(client: pg.Client, name: string): Promise<string> {
  const { rows } = await client.query<{ xmin: string }>("select xmin::text from pg_proc where oid = $1::regproc", [
    name,
  ]);
  return rows[0]?.xmin ?? "";
}
