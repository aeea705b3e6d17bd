import type { Queryable } from "../database/transaction.ts";
import { hourMs, later, minuteMs } from "../time.ts";

/** How far a mailbox was read: `uidValidity` is null before the first look. */
export type MailboxPlace = { uidValidity: bigint | null; lastUid: number };

/** Longer than a look takes. If the process dies, another one goes on after this. */
const leaseMs = 5 * minuteMs;
/** Far longer than a lease or a pause: it is of a clock that was ahead. */
const aheadMs = hourMs;

/** Null: another process reads it now, or it failed a moment ago. */
export async function leaseMailbox(worker: Queryable, name: string, now: Date): Promise<MailboxPlace | null> {
  const { rows } = await worker.query<{ uid_validity: string | null; last_uid: string }>(
    `insert into mailboxes as m (name, lease_until) values ($1, $3)
     on conflict (name) do update set lease_until = excluded.lease_until where m.lease_until <= $2 or m.lease_until > $4
     returning uid_validity, last_uid`,
    [name, now, later(now, leaseMs), later(now, aheadMs)],
  );
  const [row] = rows;
  if (row === undefined) return null;
  return { uidValidity: row.uid_validity === null ? null : BigInt(row.uid_validity), lastUid: Number(row.last_uid) };
}

export async function savePlace(
  worker: Queryable,
  name: string,
  { uidValidity, lastUid }: MailboxPlace,
): Promise<void> {
  await worker.query("update mailboxes set uid_validity = $2, last_uid = $3 where name = $1", [
    name,
    uidValidity,
    lastUid,
  ]);
}

export async function releaseMailbox(worker: Queryable, name: string, until: Date): Promise<void> {
  await worker.query("update mailboxes set lease_until = $2 where name = $1", [name, until]);
}
