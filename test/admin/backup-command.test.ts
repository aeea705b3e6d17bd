import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { gunzipSync, gzipSync } from "node:zlib";
import type pg from "pg";
import { addFeed } from "../../src/feeds/add-feeds-store.ts";
import { temporaryFolder } from "../ground/plainwire-process.ts";
import { onDatabase } from "../faults/fault-world.ts";
import { runCommand, startCommand } from "../ground/run-command.ts";
import { emptyDatabase } from "../ground/test-database.ts";
import { commandLine } from "./command-line.ts";

const { run, pool, env: settings } = await commandLine();
const target = await commandLine();
const folder = await temporaryFolder();
const file = join(folder, "backup.gz");
const awkward = "tab\tnewline\ncarriage\rbackslash\\ dot \\.\nquote' \"emoji 🗞 null \\N";

test("a backup contains every table, and restoring it gives back every byte", async () => {
  await fill();
  const made = await run(["backup", file]);
  assert.equal(made.code, 0, made.stderr);
  assert.match(
    made.stdout,
    /^Wrote \d+ rows to .*backup\.gz and read it again; this database user may not create databases, so it was not restored for a check\. It does not contain SECRET_KEY .*: keep that too, separately\./,
  );
  assert.equal(statSync(file).mode & 0o777, 0o600);

  const restored = await target.run(["restore", file]);
  assert.equal(restored.code, 0, restored.stderr);
  assert.match(restored.stdout, /^Restored \d+ rows, as they were at 20/);
  // The row of the backup itself ends after the moment that the backup shows.
  const { backups: _, ...restoredRows } = await digest(target.pool);
  const { backups: __, ...ownRows } = await digest(pool);
  assert.deepEqual(restoredRows, ownRows);
  const { rows } = await target.pool.query("select title, content from items");
  assert.deepEqual(rows, [{ title: awkward, content: awkward.repeat(10_000) }]);
});

test("backup overwrites no file, and restore overwrites no database that has feeds or accounts", async () => {
  const before = readFileSync(file);
  const again = await run(["backup", file]);
  assert.deepEqual([again.code, again.stderr], [1, `${file} already exists: name another file.\n`]);
  assert.deepEqual(readFileSync(file), before);
  const refused = await run(["restore", file]);
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /^The database holds feeds or accounts already: restore into an empty one/);
});

test("a backup that cannot be written leaves no file behind", async () => {
  const nowhere = join(folder, "no/such/folder/backup.gz");
  const { code, stderr } = await run(["backup", nowhere]);
  assert.equal(code, 1);
  assert.match(stderr, /^There is no folder .*no\/such\/folder: make it, or name another file\.\n$/);
  assert.ok(!existsSync(nowhere));
});

test("a backup that is stopped by Ctrl-C leaves no file behind and says so", async () => {
  const elsewhere = await temporaryFolder();
  const stopped = await startCommand(["backup", join(elsewhere, "b.gz")], { env: settings }).stop("SIGINT");
  assert.deepEqual([stopped.code, stopped.stderr], [1, "Stopped: no backup was written.\n"]);
  assert.deepEqual(readdirSync(elsewhere), []);
});

test("a file that is cut short, damaged, not a backup or from another schema restores nothing", async () => {
  await target.pool.query("delete from feeds");
  await target.pool.query("delete from accounts.users");
  const whole = gunzipSync(readFileSync(file)).toString("utf8");
  const [head = "", ...rest] = whole.split("\n");
  const damages: [Buffer, RegExp][] = [
    [readFileSync(file).subarray(0, 600), /is damaged or was cut short/],
    [rotten(whole), /is damaged or was cut short: nothing was restored/],
    [readFileSync(file).subarray(0, -4), /is damaged or was cut short: nothing was restored/],
    [gzipSync(`${whole}\n`), /is damaged or was cut short: nothing was restored/],
    [Buffer.from("no gzip at all"), /^.*damaged\.gz is not a backup of Plainwire\.\n$/],
    [Buffer.alloc(0), /is not a backup of Plainwire/],
    [Buffer.concat([readFileSync(file).subarray(0, 600), Buffer.alloc(5_000, 7)]), /is damaged or was cut short/],
    [gzipSync(whole.replace(/("public\.items":)1/, "$12")), /damaged or was cut short/],
    [gzipSync("hello\n"), /^This is not a backup of Plainwire\.\n$/],
    [gzipSync(whole.slice(0, -30)), /damaged or was cut short: nothing was restored/],
    [gzipSync(whole.replace(/("rows":)\d+/, "$11")), /damaged or was cut short/],
    [gzipSync(whole.replace('"name":"public.feeds"', '"name":"public.pg_class"')), /damaged or was cut short/],
    [gzipSync(whole.replace("https://example.org/feed.xml\t", "")), /damaged or was cut short/],
    [
      gzipSync([head.replace(/"\]\}$/, '","9999-later.sql"]}'), ...rest].join("\n")),
      /^The backup was made by a newer Plainwire \(.* with 9999-later\.sql\): update this one first\.\n$/,
    ],
    [
      gzipSync([head.replace(/,"[^"]+\.sql"\]/, "]"), ...rest].join("\n")),
      /^The backup was made by Plainwire .* already has a newer schema .*: restore into a new database/,
    ],
  ];
  const damaged = join(folder, "damaged.gz");
  for (const [bytes, sentence] of damages) {
    writeFileSync(damaged, bytes);
    const { code, stderr } = await target.run(["restore", damaged]);
    assert.match(stderr, sentence);
    assert.equal(code, 1);
    assert.equal((await target.pool.query("select from feeds")).rowCount, 0);
  }
  assert.match(
    (await target.run(["restore", join(folder, "nowhere.gz")])).stderr,
    /^.*nowhere\.gz does not exist\.\n$/,
  );
});

/** A disk or a copy changed one letter. Every line still has its form, so only gzip's checksum at the end of the file tells. */
function rotten(whole: string): Buffer {
  const bytes = gzipSync(whole, { level: 0 });
  const at = bytes.indexOf("https://example.org/feed.xml");
  assert.notEqual(at, -1);
  bytes.write("X", at + "https://e".length);
  return bytes;
}

test("a damaged file leaves a new database as it was: a good backup of an older version can still be restored", async () => {
  const empty = await emptyDatabase();
  const damaged = join(folder, "cut.gz");
  writeFileSync(damaged, gzipSync(gunzipSync(readFileSync(file)).subarray(0, -30)));
  const env = { ...onDatabase(empty), DATA_DIR: folder };
  assert.equal((await runCommand(["restore", damaged], { env })).code, 1);
  const { rows } = await empty.admin.query("select to_regclass('schema_migrations') as found");
  assert.deepEqual(rows, [{ found: null }]);
  const old = join(import.meta.dirname, "../upgrades/plainwire-0.1.gz");
  const { code, stdout, stderr } = await runCommand(["restore", old], { env });
  assert.equal(code, 0, stderr);
  assert.match(stdout, /^Restored 651 rows/);
});

test("BACKUP_PASSPHRASE encrypts a backup, and only it opens it", async () => {
  const empty = await emptyDatabase();
  const sealed = join(folder, "sealed.gz.enc");
  const made = await run(["backup", sealed], { env: { BACKUP_PASSPHRASE: "correct horse battery" } });
  assert.equal(made.code, 0, made.stderr);
  assert.match(made.stdout, /, encrypted and read it again.* nor the passphrase: keep that too/);
  const restore = (env: Record<string, string>) =>
    runCommand(["restore", sealed], { env: { ...onDatabase(empty), DATA_DIR: folder, ...env } });
  assert.match(
    (await restore({})).stderr,
    /sealed\.gz\.enc is encrypted: set BACKUP_PASSPHRASE or BACKUP_PASSPHRASE_FILE/,
  );
  assert.match(
    (await restore({ BACKUP_PASSPHRASE: "another passphrase" })).stderr,
    /^The backup cannot be decrypted: /,
  );
  assert.match((await restore({ BACKUP_PASSPHRASE: "short" })).stderr, /must have 12 characters or more/);
  const { code, stderr } = await restore({ BACKUP_PASSPHRASE: "correct horse battery" });
  assert.equal(code, 0, stderr);
  // The running backup is a row of its own table, and ends after the moment that the backup shows.
  const { backups: _, ...restored } = await digest(empty.admin);
  const { backups: __, ...own } = await digest(pool);
  assert.deepEqual(restored, own);
});

test("where the user may create databases, a backup is restored into one for a check; --no-verify leaves that out", async () => {
  // Another connection's user, who may.
  const env = { DATABASE_URL: (settings["DATABASE_URL"] ?? "").replace("//app_owner@", "//postgres@") };
  const checked = await run(["backup", join(folder, "checked.gz")], { env });
  assert.match(checked.stdout, /checked\.gz and restored it into a scratch database: every row came back\. It does/);
  const quick = await run(["backup", "--no-verify", join(folder, "quick.gz")], { env });
  assert.match(quick.stdout, /quick\.gz\. It does not contain/);
  const { rows } = await pool.query("select checked from backups order by started_at desc limit 2");
  assert.deepEqual(rows, [{ checked: "not" }, { checked: "restored" }]);
});

async function fill(): Promise<void> {
  const feed = { url: "https://example.org/feed.xml", enabled: true, polling: true, enforceFeedDomain: true };
  const { id } = await addFeed(
    pool,
    { ...feed, name: "Ünï\tcode", headers: Buffer.from([0, 9, 10, 92, 255]) },
    4,
    new Date(),
  );
  const old = await addFeed(pool, { ...feed, url: "https://example.org/old.xml" }, 4, new Date());
  await pool.query("update feeds set merged_into = $2, deleted_at = now() where id = $1", [old.id, id]);
  await pool.query(
    "insert into accounts.users (id, email, brief_at) values (gen_random_uuid(), 'me@example.org', '07:30')",
  );
  await pool.query(
    "insert into subscriptions (id, user_id, feed_id, name) select gen_random_uuid(), id, $1, 'Mine' from accounts.users",
    [id],
  );
  await pool.query(
    `insert into items (id, feed_id, hash, title, content, categories, analyzer_result, rating, pub_date, fingerprint)
     values (gen_random_uuid(), $1, repeat('a', 64), $2, $3, array['x,y', 'z"', ''], '{"n": null, "overall": 0}', 0, '2001-01-01', '\\x00ff')`,
    [id, awkward, awkward.repeat(10_000)],
  );
  await pool.query(
    "insert into item_states (user_id, item_id, starred_at) select u.id, i.id, now() from accounts.users u, items i",
  );
  await pool.query(
    `insert into fetch_logs (id, feed_id, started_at, completed_at, duration_ms, outcome)
     select gen_random_uuid(), $1, now() - n * interval '1 day', now(), 5, 'parsed' from generate_series(0, 40) n`,
    [id],
  );
}

/** One line per table: its name and all its rows. */
async function digest(database: pg.Pool): Promise<Record<string, string>> {
  const { rows: tables } = await database.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('public', 'accounts') and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> 'schema_migrations'`,
  );
  const digests: Record<string, string> = {};
  for (const { name } of tables) {
    const { rows } = await database.query(
      `select md5(string_agg(t::text, '' order by t::text)) as rows from ${name} t`,
    );
    digests[name] = rows[0].rows;
  }
  return digests;
}
