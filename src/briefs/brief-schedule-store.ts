import type { Queryable } from "../database/transaction.ts";
import { dayMs, later } from "../time.ts";

/** `at` is "06:40" in that zone, or null: briefs are written on demand only. */
export type BriefSchedule = { timeZone: string; at: string | null };

export type ScheduleFault = "bad-time" | "bad-zone";

/** With an empty time, briefs are written on demand only. */
export function parseSchedule(at: string, timeZone: string | null): BriefSchedule | ScheduleFault {
  if (timeZone === null) return "bad-zone";
  if (at === "") return { timeZone, at: null };
  return /^(?:[01]\d|2[0-3]):[0-5]\d$/u.test(at) ? { timeZone, at } : "bad-time";
}

/** A scheduled brief. `isWritten`: the person has had one written since, so there is nothing to do. */
export type DueBrief = { personId: string; dueAt: Date; isWritten: boolean };

/** Reads the schedule of the person whose transaction this is. */
export async function findBriefSchedule(asPerson: Queryable): Promise<BriefSchedule> {
  const { rows } = await asPerson.query<BriefSchedule>(
    `select time_zone as "timeZone", to_char(brief_at, 'HH24:MI') as at from my_brief_schedule()`,
  );
  return rows[0] ?? { timeZone: "UTC", at: null };
}

/** False: the database does not know that time zone. */
export async function planBriefs(asPerson: Queryable, { timeZone, at }: BriefSchedule, now: Date): Promise<boolean> {
  const { rows } = await asPerson.query<{ planned: boolean }>("select plan_my_briefs($1, $2, $3) as planned", [
    timeZone,
    at,
    now,
  ]);
  return rows[0]?.planned ?? false;
}

/** No brief is more than two days away. What is, was planned by a clock that was years ahead: it is planned again. */
export async function forgetFuturePlans(worker: Queryable, now: Date): Promise<void> {
  await worker.query(
    `update accounts.users set brief_due_at = next_brief(time_zone, brief_at, $1), brief_locked_until = null
    where brief_due_at is not null and (brief_due_at > $2 or brief_locked_until > $2)`,
    [now, later(now, aheadMs)],
  );
}

const aheadMs = 3 * dayMs;

/** Locks them for this worker: no other worker takes them before `until`. */
export async function claimDueBriefs(
  worker: Queryable,
  claim: { now: Date; until: Date; count: number },
): Promise<DueBrief[]> {
  const { rows } = await worker.query<DueBrief>(
    `update accounts.users person set brief_locked_until = $2
    from (
      select id from accounts.users
      where brief_due_at <= $1 and (brief_locked_until is null or brief_locked_until <= $1) and disabled_at is null
      order by brief_due_at
      limit $3
      for update skip locked
    ) due
    where person.id = due.id
    returning person.id as "personId", brief_due_at as "dueAt",
      exists (select from summaries where user_id = person.id and created_at >= brief_due_at) as "isWritten"`,
    [claim.now, claim.until, claim.count],
  );
  return rows;
}

/**
 * Sets the time of the next one, unless the person has changed the schedule in the meantime, and queues the mail of the one
 * that was written. Both in one statement: a process that dies before it leaves a brief that is still due.
 */
export async function finishDueBrief(
  worker: Queryable,
  { personId, dueAt }: DueBrief,
  { now, canMail }: { now: Date; canMail: boolean },
): Promise<void> {
  await worker.query(
    `with finished as (
      update accounts.users set brief_due_at = next_brief(time_zone, brief_at, $3), brief_locked_until = null
      where id = $1 and brief_due_at = $2
      returning id
    )
    insert into brief_mails (brief_id, user_id, queued_at, locked_until)
    select brief.id, finished.id, $3, $3
    from finished join brief_settings on brief_settings.user_id = finished.id
    cross join lateral (
      select id from summaries where user_id = finished.id and created_at >= $2 order by created_at desc, id desc limit 1
    ) brief
    where by_mail and $4
    on conflict do nothing`,
    [personId, dueAt, now, canMail],
  );
}
