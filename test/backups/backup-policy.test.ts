import assert from "node:assert/strict";
import { test } from "node:test";
import {
  chooseExpired,
  explainBackupProblem,
  isBackupDue,
  lastTimeOfDay,
  nameBackup,
} from "../../src/backups/backup-policy.ts";
import type { Backup } from "../../src/backups/backup-store.ts";

const at = 3 * 60 + 30;
const time = (text: string) => new Date(`2026-11-${text}:00Z`);
const run = (startedAt: Date, changes: Partial<Backup> = {}): Backup => ({
  startedAt,
  endedAt: startedAt,
  file: "f",
  host: "h",
  scheduled: true,
  encrypted: false,
  rows: 1,
  bytes: 1,
  checked: "restored",
  error: null,
  ...changes,
});

test("a backup is due once a day, from its time on, and at once where there was none", () => {
  assert.deepEqual(lastTimeOfDay(at, time("17T03:29")), time("16T03:30"));
  assert.deepEqual(lastTimeOfDay(at, time("17T03:30")), time("17T03:30"));
  assert.ok(isBackupDue(null, at, time("17T00:00")));
  assert.ok(!isBackupDue(run(time("16T03:30")), at, time("17T03:29")));
  assert.ok(isBackupDue(run(time("16T03:30")), at, time("17T03:30")));
  assert.ok(isBackupDue(run(time("10T03:30")), at, time("17T03:00")), "the server was off for days");
});

test("one that failed, or whose process was killed, is tried again after an hour", () => {
  for (const bad of [{ error: "the disk is full" }, { endedAt: null }]) {
    assert.ok(!isBackupDue(run(time("17T03:30"), bad), at, time("17T04:29")));
    assert.ok(isBackupDue(run(time("17T03:30"), bad), at, time("17T04:30")));
  }
});

test("a clock that was years ahead for a while does not stop the backups for years", () => {
  assert.ok(isBackupDue(run(new Date("2031-01-01T00:00:00Z")), at, time("17T05:00")));
});

test("the operator is told of a failure, and of a last good backup that is older than two days", () => {
  const good = run(time("15T03:30"));
  assert.equal(
    explainBackupProblem({ lastGood: good, lastScheduled: good, firstScheduled: good }, time("17T04:00")),
    null,
  );
  assert.match(
    explainBackupProblem({ lastGood: good, lastScheduled: good, firstScheduled: good }, time("17T05:00")) ?? "",
    /from 2026-11-15T03:30 UTC/,
  );
  const failed = run(time("16T03:30"), { error: "no space left" });
  assert.equal(
    explainBackupProblem({ lastGood: good, lastScheduled: failed, firstScheduled: good }, time("16T04:00")),
    "The last backup failed: no space left",
  );
  assert.equal(
    explainBackupProblem({ lastGood: null, lastScheduled: null, firstScheduled: null }, time("17T05:00")),
    null,
  );
  // Each is killed before it can say why, for example because memory is short.
  const killed = run(time("17T04:30"), { endedAt: null });
  const firstScheduled = run(time("15T03:30"), { endedAt: null });
  assert.equal(explainBackupProblem({ lastGood: null, lastScheduled: killed, firstScheduled }, time("17T04:00")), null);
  assert.match(
    explainBackupProblem({ lastGood: null, lastScheduled: killed, firstScheduled }, time("17T05:00")) ?? "",
    /^No backup has been completed since 2026-11-15T03:30 UTC\./,
  );
});

test("only backups of the schedule beyond the newest are removed, and no other file", () => {
  const names = [14, 15, 16, 17].map((day) => nameBackup(time(`${day}T03:30`), day % 2 === 0));
  assert.deepEqual(names[0], "plainwire-2026-11-14T0330.gz.enc");
  const others = ["before-upgrade.gz", "plainwire-2026-11-01.gz", "plainwire-2026-11-17T0330.gz.partial", "notes.txt"];
  assert.deepEqual(chooseExpired([...others, ...names], 3, time("30T00:00")), [names[0]]);
  // Seen by a clock that stands at the 15th.
  assert.deepEqual(chooseExpired(names, 3, time("15T12:00")), [names[2]]);
  assert.deepEqual(chooseExpired([...others, ...names], 7, time("30T00:00")), []);
});
