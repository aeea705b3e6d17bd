import assert from "node:assert/strict";
import { test } from "node:test";
import { noteBackupEnd, noteBackupStart } from "../../../src/backups/backup-store.ts";
import { earlier, hourMs } from "../../../src/time.ts";
import { operatorWorld } from "./operator-world.ts";

const now = new Date("2026-11-17T12:00:00Z");
const world = await operatorWorld(() => now, {}, { BACKUP_AT: "03:30" });
const started = { host: "news-1", file: "/data/backups/plainwire.gz", scheduled: true, encrypted: true };

test("the operator's page says that there is no backup yet, and when there will be one", async () => {
  const { text } = await world.ask((await world.operator()).headers, "GET /operator");
  assert.match(text, /No backup was made yet\..*Each day at 03:30 UTC \(BACKUP_AT\)\./);
});

test("it shows the last good backup, how old it is and how it was checked, and why a later one failed", async () => {
  const { worker } = world.database;
  const good = await noteBackupStart(worker, { ...started, startedAt: earlier(now, 30 * hourMs) });
  const taken = { rows: 1_234, bytes: 5_600_000, checked: "restored" } as const;
  await noteBackupEnd(worker, good, { endedAt: now, taken, error: null });
  const bad = await noteBackupStart(worker, { ...started, startedAt: earlier(now, 6 * hourMs) });
  await noteBackupEnd(worker, bad, { endedAt: now, taken: null, error: "no space <left> on device" });

  const { text } = await world.ask((await world.operator()).headers, "GET /operator");
  assert.match(text, /The last backup failed: no space &lt;left&gt; on device/);
  assert.match(text, /Last good backup.*yesterday.*news-1: \/data\/backups\/plainwire\.gz.*5\.6 MB, encrypted/);
  assert.match(text, /restored into a scratch database; every row came back/);
});

test("nobody else sees it", async () => {
  const { status } = await world.ask((await world.person()).headers, "GET /operator");
  assert.equal(status, 404);
});
