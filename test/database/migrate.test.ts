import assert from "node:assert/strict";
import { test } from "node:test";
import { connectAs } from "../../src/database/connection.ts";
import { migrate } from "../../src/database/migrate.ts";
import { readMigrations } from "../../src/database/migration-files.ts";
import { testDatabase } from "../ground/test-database.ts";

const { connection, admin } = await testDatabase();
const extra = { name: "9001-extra.sql", sql: "create table extra (id int)", checksum: "one" };

test("what has run is not run again", async () => {
  const client = await connectAs(connection, "app_owner");
  assert.deepEqual(await migrate(client), []);
  await client.end();
});

test("a process that waits for another one to migrate says so, and one that does not wait says nothing", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const client = await connectAs(connection, "app_owner");
  const other = await connectAs(connection, "app_owner");
  await other.query("select pg_advisory_lock(7246002)");
  let told = 0;
  const migrating = migrate(client, undefined, { tellWait: () => (told += 1) });
  t.mock.timers.tick(2_999);
  assert.equal(told, 0);
  t.mock.timers.tick(1);
  assert.equal(told, 1);
  await other.end();
  assert.deepEqual(await migrating, []);

  await migrate(client, undefined, { tellWait: () => (told += 1) });
  t.mock.timers.tick(3_000);
  assert.equal(told, 1);
  await client.end();
});

test("ten processes that migrate at once apply a migration once", async () => {
  const clients = await Promise.all(Array.from({ length: 10 }, () => connectAs(connection, "app_owner")));
  const applied = await Promise.all(clients.map((client) => migrate(client, [...readMigrations(), extra])));
  assert.deepEqual(applied.flat(), ["9001-extra.sql"]);
  await Promise.all(clients.map((client) => client.end()));
});

test("a migration that fails leaves nothing behind", async () => {
  const client = await connectAs(connection, "app_owner");
  const broken = { name: "9002-broken.sql", sql: "create table half (id int); select 1/0", checksum: "two" };
  await assert.rejects(migrate(client, [...readMigrations(), extra, broken]), /division by zero/);
  assert.equal((await admin.query("select to_regclass('half') as found")).rows[0].found, null);
  await client.end();
});

test("a migration edited after it ran is refused with a sentence", async () => {
  const client = await connectAs(connection, "app_owner");
  const edited = readMigrations().map((one, index) => (index === 0 ? { ...one, checksum: "edited" } : one));
  await assert.rejects(migrate(client, [...edited, extra]), {
    name: "Refusal",
    message: /0001-accounts\.sql was edited after it ran/,
  });
  await client.end();
});

test("a database that a newer version migrated is refused with a sentence", async () => {
  const client = await connectAs(connection, "app_owner");
  await assert.rejects(migrate(client), {
    name: "Refusal",
    message: /migrated by a newer Plainwire \(9001-extra\.sql\)/,
  });
  await client.end();
});
