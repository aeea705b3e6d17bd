import type pg from "pg";
import { type Budget, budgetDay, type Reserve, type SpendEstimate } from "../chat/limited-chat.ts";
import type { ChatUsage } from "../chat/chat.ts";
import { inTransaction, type Queryable } from "../database/transaction.ts";

/** Which line of the ledger a call is booked on. */
export type SpendLine = { day: string; feedId: string | null; purpose: "analysis" | "digest"; model: string };

/** For a chat whose calls are all for one feed, or for one person's brief (stored as `digest`). */
export function createSpendReserver(
  pool: pg.Pool,
  line: Omit<SpendLine, "day">,
  parts: { budget: Budget; now: () => Date },
): Reserve {
  return async (estimate) => {
    const booked = { ...line, day: budgetDay(parts.now()) };
    if (!(await reserveSpend(pool, booked, estimate, parts.budget))) return null;
    return (usage) => settleSpend(pool, booked, estimate, usage);
  };
}

/**
 * false: the day's total would go beyond the budget. One at a time, over all processes: the sum must see every
 * reservation before it, and a statement alone would not see those that commit while it waits. What a killed call
 * reserved stays reserved. Tokens have no column of their own for that: they count as used until they are settled.
 */
export async function reserveSpend(
  pool: pg.Pool,
  line: SpendLine,
  estimate: SpendEstimate,
  budget: Budget,
): Promise<boolean> {
  return inTransaction(pool, async (tx) => {
    await tx.query("select pg_advisory_xact_lock(hashtext('ai_spend'))");
    const { rowCount } = await tx.query(reserveSql, [
      ...lineValues(line),
      ...estimateValues(estimate),
      budget.usdMax,
      budget.tokensMax,
    ]);
    return rowCount === 1;
  });
}

const reserveSql = `
  insert into ai_spend as line (day, feed_id, purpose, model, prompt_tokens, completion_tokens, reserved_usd)
  select $1::date, $2::uuid, $3, $4, $5::bigint, $6::bigint, $7::numeric
  from (
    select coalesce(sum(cost_usd + reserved_usd), 0) as usd,
      coalesce(sum(prompt_tokens + completion_tokens), 0) as tokens
    from ai_spend where day = $1::date
  ) as spent
  where spent.usd + $7::numeric <= $8::numeric
    and ($9::bigint is null or spent.tokens + $5::bigint + $6::bigint <= $9::bigint)
  on conflict (day, feed_id, purpose, model) do update set
    prompt_tokens = line.prompt_tokens + excluded.prompt_tokens,
    completion_tokens = line.completion_tokens + excluded.completion_tokens,
    reserved_usd = line.reserved_usd + excluded.reserved_usd`;

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
