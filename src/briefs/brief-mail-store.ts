import type { Queryable } from "../database/transaction.ts";
import { hourMs, later, minuteMs } from "../time.ts";

/** `refused`: the mail server took our connection and not this mail. */
export type MailFailure = "refused" | "unreachable";

/** A mail to send now, and to whom. `language` is the one the person chose for our pages. */
export type WaitingMail = {
  briefId: string;
  personId: string;
  email: string;
  language: string | null;
  timeZone: string;
  attempts: number;
};

/** What became of the mail of a brief. `isOver`: it is not tried again. */
export type MailState = { sentAt: Date | null; failure: MailFailure | null; isOver: boolean };

/** Longer than sending takes: a mail that a dead worker held is sent by another then. */
const lockMs = 2 * minuteMs;
const retryAfterMs = [5 * minuteMs, 15 * minuteMs, hourMs];
const attemptsMax = retryAfterMs.length + 1;

/** Locks them for this worker. A person who stopped the mails gets none that is still waiting. */
export async function claimBriefMails(worker: Queryable, now: Date, count: number): Promise<WaitingMail[]> {
  const { rows } = await worker.query<WaitingMail>(
    `update brief_mails mail set attempts = attempts + 1, locked_until = $2
    from (
      select m.brief_id, u.email, u.preferences ->> 'language' as language, u.time_zone
      from brief_mails m join brief_settings s using (user_id) join accounts.users u on u.id = m.user_id
      where m.sent_at is null and m.locked_until <= $1 and m.attempts < ${attemptsMax} and s.by_mail and u.disabled_at is null
      order by m.locked_until
      limit $3
      for update of m skip locked
    ) due
    where mail.brief_id = due.brief_id
    returning mail.brief_id as "briefId", mail.user_id as "personId", due.email, due.language,
      due.time_zone as "timeZone", mail.attempts`,
    [now, later(now, lockMs), count],
  );
  return rows;
}

export async function markMailSent(worker: Queryable, { briefId }: WaitingMail, now: Date): Promise<void> {
  await worker.query("update brief_mails set sent_at = $2, failure = null, locked_until = null where brief_id = $1", [
    briefId,
    now,
  ]);
}

/** A mail that was refused is not sent again; one that could not be delivered to the server is, three times. */
export async function markMailFailed(
  worker: Queryable,
  { briefId, attempts }: WaitingMail,
  failure: MailFailure,
  now: Date,
): Promise<void> {
  const waitMs = failure === "refused" ? undefined : retryAfterMs[attempts - 1];
  await worker.query("update brief_mails set failure = $2, locked_until = $3 where brief_id = $1", [
    briefId,
    failure,
    waitMs === undefined ? null : later(now, waitMs),
  ]);
}

export async function findMailState(db: Queryable, briefId: string): Promise<MailState | null> {
  const { rows } = await db.query<MailState>(
    `select sent_at as "sentAt", failure, (locked_until is null or attempts >= ${attemptsMax}) as "isOver" from brief_mails where brief_id = $1`,
    [briefId],
  );
  return rows[0] ?? null;
}
