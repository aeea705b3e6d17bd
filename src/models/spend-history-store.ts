import type { Queryable } from "../database/transaction.ts";
import type { SpendPurpose } from "./spend-store.ts";

type Spend = { usd: number; reservedUsd: number; tokens: number; calls: number; refusals: number };
/** One day's spending for one use. */
export type SpendUse = Spend & { day: string; purpose: SpendPurpose };
export type SpendDay = Spend & { day: string };
/**
 * `feedId` is null for briefs, and for questions about items of several feeds (`isShared`); the other two are null where the feed is
 * gone or one person's own.
 */
export type SpendLine = Spend & { feedId: string | null; isShared: boolean; url: string | null; label: string | null };

export const spendLinesMax = 50;

const sums = `sum(a.cost_usd)::float8 as usd, sum(a.reserved_usd)::float8 as "reservedUsd",
  sum(a.prompt_tokens + a.completion_tokens)::float8 as tokens, sum(a.calls)::int as calls, sum(a.refusals)::int as refusals`;

/** Days are UTC, as the budget's; a day without a call has no row. */
export async function listSpendDays(db: Queryable, since: string): Promise<SpendDay[]> {
  const { rows } = await db.query<SpendDay>(
    `select to_char(a.day, 'YYYY-MM-DD') as day, ${sums} from ai_spend a where a.day >= $1::date group by a.day`,
    [since],
  );
  return rows;
}

/** The newest day first. */
export async function listSpendByUse(db: Queryable, since: string): Promise<SpendUse[]> {
  const { rows } = await db.query<SpendUse>(
    `select to_char(a.day, 'YYYY-MM-DD') as day, a.purpose, ${sums} from ai_spend a where a.day >= $1::date
     group by a.day, a.purpose order by a.day desc, a.purpose`,
    [since],
  );
  return rows;
}

/** Of the month that this day is in; what is reserved counts. */
export async function readMonthUsd(db: Queryable, day: string): Promise<number> {
  const { rows } = await db.query<{ usd: number }>(
    `select coalesce(sum(cost_usd + reserved_usd), 0)::float8 as usd from ai_spend
     where day >= date_trunc('month', $1::date) and day < date_trunc('month', $1::date) + interval '1 month'`,
    [day],
  );
  return rows[0]?.usd ?? 0;
}

/** The dearest first. */
export async function listSpendByFeed(db: Queryable, since: string): Promise<SpendLine[]> {
  const { rows } = await db.query<SpendLine>(
    `select a.feed_id as "feedId", a.feed_id is null and a.purpose = 'title' as "isShared", f.url, coalesce(f.name, f.title) as label, ${sums}
     from ai_spend a left join feeds f on f.id = a.feed_id and f.owner_id is null
     where a.day >= $1::date and a.purpose <> 'trial' group by a.feed_id, f.id, "isShared"
     order by sum(a.cost_usd) desc, sum(a.prompt_tokens + a.completion_tokens) desc, a.feed_id limit ${spendLinesMax}`,
    [since],
  );
  return rows;
}
