import type pg from "pg";
import { inTransaction, type Queryable } from "../database/transaction.ts";
import type { Alert } from "./alert-policy.ts";

/** All processes share what was told: one of them decides at a time, and each message is one process's to send. */
export async function changeAlerts<Decided extends { alerts: Alert[] }>(
  pool: pg.Pool,
  decide: (known: Alert[]) => Decided,
): Promise<Decided> {
  return inTransaction(pool, async (tx) => {
    await tx.query("select pg_advisory_xact_lock(7246022)");
    const { rows } = await tx.query<Alert>(`select ${columns} from alerts`);
    const decided = decide(rows);
    await tx.query(
      `insert into alerts (kind, sentence, found_at, missed_at, raised_at, told_at, owes_clear)
       select kind, sentence, "foundAt", "missedAt", "raisedAt", "toldAt", "owesClear"
       from jsonb_to_recordset($1) a(kind text, sentence text, "foundAt" timestamptz, "missedAt" timestamptz,
         "raisedAt" timestamptz, "toldAt" timestamptz, "owesClear" boolean)
       on conflict (kind) do update set sentence = excluded.sentence, found_at = excluded.found_at,
         missed_at = excluded.missed_at, raised_at = excluded.raised_at, told_at = excluded.told_at,
         owes_clear = excluded.owes_clear`,
      [JSON.stringify(decided.alerts)],
    );
    return decided;
  });
}

/** What is wrong at present, the oldest first. */
export async function listRaisedAlerts(db: Queryable): Promise<Alert[]> {
  const { rows } = await db.query<Alert>(
    `select ${columns} from alerts where raised_at is not null order by raised_at, kind`,
  );
  return rows;
}

const columns = `kind, sentence, found_at as "foundAt", missed_at as "missedAt", raised_at as "raisedAt",
  told_at as "toldAt", owes_clear as "owesClear"`;

export async function countDeadLetters(db: Queryable): Promise<{ feeds: number; items: number }> {
  const { rows } = await db.query<{ feeds: number; items: number }>(
    `select count(*) filter (where kind = 'fetch')::int as feeds, count(*) filter (where kind <> 'fetch')::int as items
     from dead_letters`,
  );
  return rows[0] ?? { feeds: 0, items: 0 };
}
