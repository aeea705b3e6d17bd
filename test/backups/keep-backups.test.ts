import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { backupWorkOf } from "../../src/assemble.ts";
import { readBackups } from "../../src/backups/backup-store.ts";
import { takeBackup } from "../../src/backups/take-backup.ts";
import { addFeed } from "../../src/feeds/add-feeds-store.ts";
import { temporaryFolder } from "../ground/plainwire-process.ts";
import { testDatabase } from "../ground/test-database.ts";
import { testParts } from "../ground/test-parts.ts";

const never = new AbortController().signal;

test("BACKUP_AT writes one backup a day into BACKUP_DIR, restores it for a check, and keeps BACKUP_KEEP", async () => {
  const { keep, folder, database, setTime } = await world({ BACKUP_KEEP: "2" });
  writeFileSync(join(folder, "mine.gz"), "somebody's own");
  for (const day of ["14", "15", "15", "16"]) {
    setTime(`2026-11-${day}T04:00:00Z`);
    await keep(never);
  }
  assert.deepEqual(readdirSync(folder).toSorted(), [
    "mine.gz",
    "plainwire-2026-11-15T0400.gz",
    "plainwire-2026-11-16T0400.gz",
  ]);
  assert.equal(statSync(join(folder, "plainwire-2026-11-16T0400.gz")).mode & 0o777, 0o600);
  const { lastGood } = await readBackups(database.worker);
  assert.equal(lastGood?.checked, "restored");
  assert.ok((lastGood?.rows ?? 0) > 0 && (lastGood?.bytes ?? 0) > 0);
  const { rows } = await database.admin.query("select from pg_database where starts_with(datname, 'plainwire_check_')");
  assert.equal(rows.length, 0, "no scratch database is left");
});

test("two workers write one backup between them", async () => {
  const { keep, folder, setTime } = await world();
  setTime("2026-11-14T04:00:00Z");
  await Promise.all([keep(never), keep(never), keep(never)]);
  assert.equal(readdirSync(folder).length, 1);
});

test("before its time nothing is written, and without BACKUP_AT there is no such stage", async () => {
  const { keep, folder, database, setTime } = await world();
  setTime("2026-11-14T04:00:00Z");
  await keep(never);
  setTime("2026-11-15T03:29:00Z");
  await keep(never);
  assert.equal(readdirSync(folder).length, 1);
  assert.equal(backupWorkOf(testParts(database, {})), null);
});

test("a backup that fails removes no older one, leaves nothing half written, and is told", async () => {
  const { keep, folder, findProblem, setTime } = await world({ BACKUP_KEEP: "1" });
  setTime("2026-11-14T04:00:00Z");
  await keep(never);
  setTime("2026-11-15T04:00:00Z");
  const stopped = AbortSignal.abort(new Error("the process stops"));
  await assert.rejects(keep(stopped));
  assert.deepEqual(readdirSync(folder), ["plainwire-2026-11-14T0400.gz"]);
  assert.match((await findProblem()) ?? "", /^The last backup failed: /);
  setTime("2026-11-15T05:00:00Z");
  await keep(never);
  assert.deepEqual(readdirSync(folder), ["plainwire-2026-11-15T0500.gz"]);
  assert.equal(await findProblem(), null);
});

test("after a clock was years ahead there is one backup a day again, the newest are kept, and an old one is told", async () => {
  const { keep, folder, findProblem, setTime } = await world({ BACKUP_KEEP: "2" });
  setTime("2031-01-01T04:00:00Z");
  await keep(never);
  for (const time of ["14T04:00", "14T04:01", "14T09:00", "15T04:00"]) {
    setTime(`2026-11-${time}:00Z`);
    await keep(never);
  }
  assert.deepEqual(readdirSync(folder).toSorted(), ["plainwire-2026-11-14T0400.gz", "plainwire-2026-11-15T0400.gz"]);
  setTime("2026-11-18T04:00:00Z");
  assert.match((await findProblem()) ?? "", /^The last good backup is from 2026-11-15T04:00 UTC/);
});

test("a backup that is stopped while it is checked leaves neither a file nor a scratch database", async () => {
  const { folder, database } = await world();
  const stop = new AbortController();
  const order = { path: join(folder, "b.gz"), passphrase: null, verify: true, version: "1.0.0", now: new Date() };
  const { signal } = stop;
  const taking = takeBackup(database.connection, {
    ...order,
    signal,
    onVerify: () => void setImmediate(() => stop.abort()),
  });
  await assert.rejects(taking, { name: "AbortError" });
  assert.deepEqual(readdirSync(folder), []);
  const { rows } = await database.admin.query("select from pg_database where starts_with(datname, 'plainwire_check_')");
  assert.equal(rows.length, 0);
});

test("what a killed backup left half written is removed by the next one, and nothing else", async () => {
  const { keep, folder, setTime } = await world();
  for (const name of ["plainwire-2026-11-13T0400.gz.partial", "plainwire-2026-11-13T0500.gz.enc.partial", "my.partial"])
    writeFileSync(join(folder, name), "half");
  setTime("2026-11-14T04:00:00Z");
  await keep(never);
  assert.deepEqual(readdirSync(folder).toSorted(), ["my.partial", "plainwire-2026-11-14T0400.gz"]);
});

test("BACKUP_PASSPHRASE_FILE encrypts the backups", async () => {
  const secret = join(await temporaryFolder(), "key");
  writeFileSync(secret, `${"k".repeat(40)}\n`);
  const { keep, folder, setTime } = await world({ BACKUP_PASSPHRASE_FILE: secret });
  setTime("2026-11-14T04:00:00Z");
  await keep(never);
  const file = join(folder, "plainwire-2026-11-14T0400.gz.enc");
  assert.ok(existsSync(file));
  assert.match(readFileSync(file, "latin1"), /^plainwire encrypted backup 1\n/);
});

async function world(settings: Record<string, string> = {}) {
  const database = await testDatabase();
  await addFeed(database.worker, feed, 4, new Date());
  const folder = await temporaryFolder();
  let now = new Date();
  const parts = testParts(database, { BACKUP_AT: "03:30", BACKUP_DIR: folder, ...settings });
  const work = backupWorkOf({ ...parts, clock: { ...parts.clock, now: () => now } }) ?? assert.fail("BACKUP_AT is set");
  return { ...work, folder, database, setTime: (text: string) => (now = new Date(text)) };
}

const feed = { url: "https://example.org/feed.xml", enabled: true, polling: true, enforceFeedDomain: true };
