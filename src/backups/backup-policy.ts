import { dayMs, earlier, hourMs, later, minuteMs } from "../time.ts";
import type { Backup, BackupFacts } from "./backup-store.ts";

/** What failed is tried again after this; a process that was killed in the middle of one, too. */
const retryMs = hourMs;
/** A time of start this far ahead is another clock's: it must not keep us from backing up until then. */
export const aheadMs = hourMs;
/** One backup may fail or be late. */
const oldMs = 2 * dayMs + hourMs;

/** The last moment, up to `now`, when it was this time of the day in UTC. */
export function lastTimeOfDay(minutesAfterMidnight: number, now: Date): Date {
  const today = new Date(Math.floor(now.getTime() / dayMs) * dayMs + minutesAfterMidnight * minuteMs);
  return today > now ? earlier(today, dayMs) : today;
}

/** `last` is the last one that the schedule started. */
export function isBackupDue(
  last: Pick<Backup, "startedAt" | "endedAt" | "error"> | null,
  minutesAfterMidnight: number,
  now: Date,
): boolean {
  if (last === null || last.startedAt.getTime() > now.getTime() + aheadMs) return true;
  if (last.startedAt < lastTimeOfDay(minutesAfterMidnight, now)) return true;
  const isGood = last.endedAt !== null && last.error === null;
  return !isGood && now.getTime() - last.startedAt.getTime() >= retryMs;
}

/** Null: all is well. */
export function explainBackupProblem(
  { lastGood, lastScheduled, firstScheduled }: Omit<BackupFacts, "last">,
  now: Date,
): string | null {
  if (lastScheduled?.error) return `The last backup failed: ${lastScheduled.error}`;
  const since = (lastGood ?? firstScheduled)?.startedAt;
  if (since === undefined || now.getTime() - since.getTime() <= oldMs) return null;
  const day = `${since.toISOString().slice(0, 16)} UTC`;
  if (lastGood !== null) return `The last good backup is from ${day}.`;
  return `No backup has been completed since ${day}. Its process ends before it: look for “killed” in the system's log.`;
}

/** A backup has it until it is complete and checked. */
export const partialEnding = ".partial";
const ourName = /^plainwire-\d{4}-\d{2}-\d{2}T\d{4}\.gz(\.enc)?$/;

export function nameBackup(now: Date, encrypted: boolean): string {
  return `plainwire-${now.toISOString().slice(0, 16).replace(":", "")}.gz${encrypted ? ".enc" : ""}`;
}

/** Which of a folder's files the schedule began to write and did not finish. */
export function chooseUnfinished(names: string[]): string[] {
  return names.filter((name) => name.endsWith(partialEnding) && ourName.test(name.slice(0, -partialEnding.length)));
}

/**
 * Which of a folder's files are backups of the schedule beyond the newest `keep`. All others are somebody's own. Those whose name lies
 * ahead are of another clock, and count as the oldest: the newest forever, they would take the places of newer ones.
 */
export function chooseExpired(names: string[], keep: number, now: Date): string[] {
  const end = nameBackup(later(now, aheadMs), true);
  const { ahead = [], past = [] } = Object.groupBy(
    names.filter((name) => ourName.test(name)),
    (name) => (name > end ? "ahead" : "past"),
  );
  return [past, ahead].flatMap((some) => some.toSorted().toReversed()).slice(keep);
}
