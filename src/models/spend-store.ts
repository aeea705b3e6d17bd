import type pg from "pg";
import { type Budget, budgetDay, type Reserve, type SpendEstimate, type SpentBudget } from "../chat/limited-chat.ts";
import type { ChatUsage } from "../chat/chat.ts";
import { inTransaction, type Queryable } from "../database/transaction.ts";

/** `trial`: the operator tries the model. `digest`: a brief. */
export type SpendPurpose = "analysis" | "title" | "summary" | "digest" | "trial" | "translation";

/** Which line of the ledger a call is booked on. */
export type SpendLine = { day: string; feedId: string | null; purpose: SpendPurpose; model: string };

/** For a chat whose calls are all for one feed, or for one person's brief. */
export function createSpendReserver(
  pool: pg.Pool,
  line: Omit<SpendLine, "day">,
  parts: { budget: Budget; now: () => Date },
): Reserve {
  return async (estimate) => {
    const booked = { ...line, day: budgetDay(parts.now()) };
    const reserved = await reserveSpend(pool, booked, estimate, parts.budget);
    if (reserved !== "reserved") return reserved;
    return async (usage, isAnswered) => {
      if (usage !== null) await settleSpend(pool, booked, estimate, usage);
      if (!isAnswered) await countRefusal(pool, booked);
    };
  };
}

/**
 * `day` and `month` say which total would go beyond its budget. One at a time, over all processes: the sum must see every
 * reservation before it, and a statement alone would not see those that commit while it waits. What a killed call
 * reserved stays reserved. Tokens have no column of their own for that: they count as used until they are settled.
 */
export async function reserveSpend(
  pool: pg.Pool,
  line: SpendLine,
  estimate: SpendEstimate,
  { usdMax, tokensMax, monthUsdMax = null }: Budget,
): Promise<"reserved" | SpentBudget> {
  return inTransaction(pool, async (tx) => {
    await tx.query("select pg_advisory_xact_lock(hashtext('ai_spend'))");
    const { rows } = await tx.query<{ usd: number; tokens: number; month: number }>(spentSql, [line.day]);
    const { usd = 0, tokens = 0, month = 0 } = rows[0] ?? {};
    // The database's sums are exact; the half of a millionth is for the way through a floating point number.
    const isOver = (spent: number, max: number) => spent + estimate.costUsd > max + 5e-7;
    if (monthUsdMax !== null && isOver(month, monthUsdMax)) return "month";
    const isOverTokens = tokensMax !== null && tokens + estimate.promptTokens + estimate.completionTokens > tokensMax;
    if (isOver(usd, usdMax) || isOverTokens) return "day";
    await tx.query(reserveSql, [...lineValues(line), ...estimateValues(estimate)]);
    return "reserved";
  });
}

const spentSql = `
  select coalesce(sum(cost_usd + reserved_usd) filter (where day = $1::date), 0)::float8 as usd,
    coalesce(sum(prompt_tokens + completion_tokens) filter (where day = $1::date), 0)::float8 as tokens,
    coalesce(sum(cost_usd + reserved_usd), 0)::float8 as month
  from ai_spend where day >= date_trunc('month', $1::date) and day < date_trunc('month', $1::date) + interval '1 month'`;

const reserveSql = `
  insert into ai_spend as line (day, feed_id, purpose, model, prompt_tokens, completion_tokens, reserved_usd)
  values ($1::date, $2::uuid, $3, $4, $5::bigint, $6::bigint, $7::numeric)
  on conflict (day, feed_id, purpose, model) do update set
    prompt_tokens = line.prompt_tokens + excluded.prompt_tokens,
    completion_tokens = line.completion_tokens + excluded.completion_tokens,
    reserved_usd = line.reserved_usd + excluded.reserved_usd`;

/** A question that brought no answer we could use. */
export async function countRefusal(db: Queryable, line: SpendLine): Promise<void> {
  await db.query(
    `insert into ai_spend as line (day, feed_id, purpose, model, refusals) values ($1::date, $2::uuid, $3, $4, 1)
     on conflict (day, feed_id, purpose, model) do update set refusals = line.refusals + 1`,
    lineValues(line),
  );
}

/** On the day it was reserved on, even when that is over. */
export async function settleSpend(
  db: Queryable,
  line: SpendLine,
  estimate: SpendEstimate,
  usage: ChatUsage,
): Promise<void> {
  await db.query(
    `update ai_spend set
      prompt_tokens = prompt_tokens - $5::bigint + $8::bigint,
      completion_tokens = completion_tokens - $6::bigint + $9::bigint,
      reserved_usd = reserved_usd - $7::numeric,
      cost_usd = cost_usd + $10::numeric,
      calls = calls + $11::integer
    where day = $1::date and feed_id is not distinct from $2::uuid and purpose = $3 and model = $4`,
    [
      ...lineValues(line),
      ...estimateValues(estimate),
      usage.promptTokens,
      usage.completionTokens,
      usage.costUsd,
      usage.calls,
    ],
  );
}

function lineValues({ day, feedId, purpose, model }: SpendLine): (string | null)[] {
  return [day, feedId, purpose, model];
}

function estimateValues({ promptTokens, completionTokens, costUsd }: SpendEstimate): number[] {
  return [promptTokens, completionTokens, costUsd];
}
