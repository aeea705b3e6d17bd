import assert from "node:assert/strict";
import { createReadStream } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { createGunzip } from "node:zlib";
import type pg from "pg";
import { createHasher } from "../../src/accounts/local-provider.ts";
import { connectAs } from "../../src/database/connection.ts";
import { migrate } from "../../src/database/migrate.ts";
import { type Migration, readMigrations } from "../../src/database/migration-files.ts";
import { restoreBackup } from "../../src/database/restore-backup.ts";
import { createSecretBox } from "../../src/database/secret-box.ts";
import { temporaryFolder } from "../ground/plainwire-process.ts";
import { runCommand } from "../ground/run-command.ts";
import { emptyDatabase, type TestDatabase } from "../ground/test-database.ts";
import { migrationsOf01 } from "./released-migrations.ts";

// Made with 0.1 itself: its demo after a few minutes, with two people who read, starred, filtered and asked for a brief,
// a feed with a secret header and an interval of its own, a feed that was deleted and feeds never fetched. No real news.
const backupOf01 = join(import.meta.dirname, "plainwire-0.1.gz");
const keyOf01 = "9f88646c7a92a7d8ca5b5f25f7ce8915f99d0f62dd35c5d49631d8c098026b1d";

const upgraded = await emptyDatabase();
const restored = await emptyDatabase();

test("the migrations of 0.1 are still what its databases have run", () => {
  const checksums = readMigrations()
    .slice(0, 15)
    .map(({ name, checksum }) => [name, checksum.slice(0, 16)]);
  assert.deepEqual(Object.fromEntries(checksums), migrationsOf01);
});

test("a database of 0.1 is upgraded and keeps what people and operators put into it", async () => {
  const old = readMigrations().filter(({ name }) => name in migrationsOf01);
  const { rows, version } = await restoreInto(upgraded, old);
  assert.deepEqual([rows, version], [651, "0.1.0"]);
  const before = await readFacts(upgraded.admin);

  const client = await connectAs(upgraded.connection, "app_owner");
  const applied = await migrate(client);
  await client.end();
  assert.deepEqual(
    applied,
    readMigrations()
      .slice(15)
      .map(({ name }) => name),
  );
  assert.deepEqual(await readFacts(upgraded.admin), before);
});

test("items that the offline analyzer of 0.1 read are known as read by version 1, so that the present one reads them again", async () => {
  const { rows } = await upgraded.admin.query(
    `select distinct analyzer_result ->> 'analyzer_version' as version, words_version from items
     where analyzer_result is not null and analysis_status = 'done'`,
  );
  assert.deepEqual(rows, [{ version: "h1", words_version: 1 }]);
});

test("people get in with the password they had, and a feed keeps its secret header", async () => {
  const { rows } = await upgraded.admin.query<{ hash: string }>(
    "select password_hash as hash from accounts.users where email = 'second@reader.example'",
  );
  const hasher = createHasher();
  assert.equal(await hasher.verify("a quiet evening with news", rows[0]?.hash ?? null), true);
  const feed = await upgraded.admin.query<{ headers: Buffer }>("select headers from feeds where name = 'Private wire'");
  const headers = createSecretBox(keyOf01).open(feed.rows[0]?.headers ?? Buffer.alloc(0));
  assert.deepEqual(JSON.parse(headers), { Authorization: "Bearer fixture-token" });
});

test("a backup of 0.1 restored into this version is the same as the upgraded database", async () => {
  await restoreInto(restored, readMigrations());
  assert.deepEqual(await readFacts(restored.admin), await readFacts(upgraded.admin));
  assert.deepEqual(await listColumns(restored.admin), await listColumns(upgraded.admin));
});

test("the command restores a backup of 0.1 into a new folder, and the program works on it", async () => {
  const DATA_DIR = join(await temporaryFolder(), "data");
  const { code, stderr, stdout } = await runCommand(["restore", backupOf01], { env: { DATA_DIR } });
  assert.equal(code, 0, stderr);
  assert.match(stdout, /^Restored 651 rows, as they were at 2026-11-17T00:40:31\.174Z\.\n$/);
  const list = await runCommand(["feed", "list", "--json"], { env: { DATA_DIR } });
  assert.equal((JSON.parse(list.stdout) as unknown[]).length, 15, list.stderr);
});

async function restoreInto({ connection }: TestDatabase, known: Migration[]) {
  const client = await connectAs(connection, "app_owner");
  try {
    return await restoreBackup(client, createReadStream(backupOf01).pipe(createGunzip()), known);
  } finally {
    await client.end();
  }
}

/** What must be the same after any later migration, whatever tables and columns are called then. */
async function readFacts(pool: pg.Pool): Promise<Record<string, unknown[]>> {
  const facts: Record<string, unknown[]> = {};
  for (const [name, question] of Object.entries(questions)) facts[name] = (await pool.query(question)).rows;
  return facts;
}

const questions = {
  people: "select email, operator, time_zone, brief_at from accounts.users order by email",
  sessions: "select count(*) from accounts.sessions",
  feeds: `select url, name, root_domain, published, enabled, polling, adaptive, enforce_feed_domain, deleted_at,
            last_fetch_status, last_fetch_error, last_fetched_at, last_success_at from feeds order by url, id`,
  addresses: "select url from feed_aliases order by url",
  subscriptions: "select user_id, feed_id, name from subscriptions order by id",
  items:
    "select id, feed_id, hash, guid, url, title, md5(content), pub_date, first_seen_at, rating from items order by id",
  versions: "select item_id, version, title from item_versions order by 1, 2",
  marks: "select user_id, item_id, read_at, starred_at, hidden_at from item_states order by 1, 2",
  filters: "select name, rule, action from filters order by position, id",
  personalFeeds: "select name, settings, token_hash from personal_feeds order by id",
  briefs: "select content, item_refs, written_by from summaries order by id",
  due: "select feed_id, next_run_at from feed_schedules order by 1",
  fetches: "select feed_id, started_at, outcome from fetch_logs order by id",
};

async function listColumns(pool: pg.Pool): Promise<unknown[]> {
  const { rows } = await pool.query(
    `select table_schema, table_name, column_name, data_type, is_nullable, column_default from information_schema.columns
     where table_schema in ('public', 'accounts') order by 1, 2, 3`,
  );
  return rows;
}
