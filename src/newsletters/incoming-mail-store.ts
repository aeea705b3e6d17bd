import type pg from "pg";
import type { Queryable } from "../database/transaction.ts";
import { unnestValues } from "../database/unnest.ts";
import { rememberMailSql } from "../feeds/newsletter-store.ts";
import { uuidV7 } from "../ids.ts";
import { itemColumns, type NewItem, saveItemsSql } from "../items/save-items-store.ts";
import { dayMs, earlier, later, minuteMs } from "../time.ts";

export const mailsChannel = "plainwire_mails";

/** A day of mails for a hundred readers. More means that nobody makes items of them. */
const waitingMax = 2_000;

/** Whether there is room for another mail. */
export async function hasRoom(worker: Queryable): Promise<boolean> {
  const { rows } = await worker.query<{ n: number }>(
    `select count(*)::int as n from (select from incoming_mails limit ${waitingMax}) waiting`,
  );
  return (rows[0]?.n ?? 0) < waitingMax;
}

/** From here on it is ours to keep: its sender may forget it after the commit. */
export async function keepMail(
  tx: Queryable,
  { feedId, raw }: { feedId: string; raw: Uint8Array },
  now: Date,
): Promise<void> {
  await tx.query("insert into incoming_mails (id, feed_id, raw, received_at, due_at) values ($1, $2, $3, $4, $4)", [
    uuidV7(now),
    feedId,
    raw,
    now,
  ]);
  await tx.query("select pg_notify($1, '')", [mailsChannel]);
}

export type WaitingMail = { id: string; feedId: string; raw: Buffer; receivedAt: Date; attempts: number };

/** If the worker dies, another one reads it after this; twice as long after each attempt, up to 17 hours. */
const leaseMinutes = 2;
const doublingsMax = 9;
/** No attempt waits longer: a later one was planned by a clock that was ahead. */
const aheadMs = 2 * dayMs;

/** The oldest. One at a time: each has up to 10 MB, and one that ends the worker must not count as an attempt at others. */
export async function claimMail(pool: pg.Pool, now: Date): Promise<WaitingMail | null> {
  const { rows } = await pool.query<WaitingMail>(
    `update incoming_mails set attempts = attempts + 1,
       due_at = $1::timestamptz + make_interval(mins => $2 << least(attempts, $3))
     where id = (select id from incoming_mails where due_at <= $1 or due_at > $4 order by due_at, id limit 1 for update skip locked)
     returning id, feed_id as "feedId", raw, received_at as "receivedAt", attempts`,
    [now, leaseMinutes, doublingsMax, later(now, aheadMs)],
  );
  return rows[0] ?? null;
}

/** The same mail by two ways, or sent twice. */
export async function isKnown(worker: Queryable, feedId: string, { guid, guidKey }: NewItem): Promise<boolean> {
  const { rowCount } = await worker.query(
    "select from items where feed_id = $1 and guid_key = $2 and guid = $3 limit 1",
    [feedId, guidKey, guid],
  );
  return rowCount !== 0;
}

export async function dropMail(worker: Queryable, id: string): Promise<void> {
  await worker.query("delete from incoming_mails where id = $1", [id]);
}

/** The item is saved as those of a fetch are, and the mail goes with it. Returns the item's id; null if it was there. */
export async function saveMailItem(
  pool: pg.Pool,
  mail: Pick<WaitingMail, "id" | "feedId">,
  { item, unsubscribe }: { item: NewItem; unsubscribe: string | null },
  now: Date,
): Promise<string | null> {
  const { rows } = await pool.query<{ id: string }>({
    name: "save-mail-item",
    text: saveSql,
    values: [mail.feedId, now, unsubscribe, mail.id, ...unnestValues(itemColumns, [{ ...item, feedId: mail.feedId }])],
  });
  return rows[0]?.id ?? null;
}

const saveSql = `
with mine as (${rememberMailSql}),${saveItemsSql(5)},
linked as (insert into item_mails (item_id, unsubscribe) select id, $3 from added where $3::text is not null),
done as (delete from incoming_mails where id = $4)
select id from added`;

/** False: this call was taken already. */
export async function noteCall(tx: Queryable, id: string, now: Date): Promise<boolean> {
  const { rowCount } = await tx.query(
    "insert into mail_calls (id, called_at) values ($1, $2) on conflict (id) do nothing",
    [id, now],
  );
  return rowCount === 1;
}

/** It was not taken, and may come again. */
export async function forgetCall(tx: Queryable, id: string): Promise<void> {
  await tx.query("delete from mail_calls where id = $1", [id]);
}

/** Longer than a signature holds. */
const callMs = 30 * minuteMs;

export async function deleteOldCalls(worker: Queryable, now: Date): Promise<number> {
  const { rowCount } = await worker.query("delete from mail_calls where called_at < $1", [earlier(now, callMs)]);
  return rowCount ?? 0;
}
