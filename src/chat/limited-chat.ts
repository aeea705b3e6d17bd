import { dayMs, isoDay } from "../time.ts";
import { chatFailure } from "./chat-failure.ts";
import {
  type Chat,
  type ChatFailure,
  type ChatRequest,
  type ChatUsage,
  estimateRequestTokens,
  noUsage,
  priceOf,
  type Prices,
} from "./chat.ts";

/** Reserves the estimate; null if it would exceed the budget. */
export type Reserve = (estimate: SpendEstimate) => Promise<Settle | null>;

/** Replaces the reservation with the real cost of the call. */
export type Settle = (usage: ChatUsage) => Promise<void>;

/**
 * A chat that reserves the cost of every call before it asks, including repairs and retries. A call of unknown cost
 * (killed, timed out, cut off) keeps its reservation.
 */
export function createBudgetedChat(chat: Chat, reserve: Reserve, parts: { prices: Prices; now: () => Date }): Chat {
  return {
    async ask(request, signal) {
      const settle = await reserve(estimateSpend(request, parts.prices));
      if (settle === null) {
        const failure = chatFailure("budget", "", msToNextBudgetDay(parts.now()));
        return { kind: "failed", failure, usage: noUsage };
      }
      const outcome = await chat.ask(request, signal);
      if (outcome.usage !== null) await settle(outcome.usage);
      return outcome;
    },
  };
}

/** What one UTC day may cost. null: no limit of that kind. */
export type Budget = { usdMax: number; tokensMax: number | null };

/** The most a call may cost. Money in whole millionths, as the table stores it, so that sums are exact. */
export type SpendEstimate = { promptTokens: number; completionTokens: number; costUsd: number };

/** Beyond this share of the budget, only urgent questions are asked. */
const triageShare = 0.8;

/** Of the headlines that the offline analysis scores 0.4 or more, two in three are clearly loaded (docs/evaluation.md). */
const urgencyMin = 0.4;

/** How much of the day's budget a question of this urgency (0 to 1) may use: the last fifth is for urgent ones. */
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

/** Where all processes record that the service refuses these settings. */
export type Stops = {
  find: () => Promise<ChatFailure | null>;
  set: (failure: ChatFailure & { why: "auth" | "payment" }) => Promise<void>;
};

/**
 * A refused key or unpaid bill applies to every question. Asking again would not help, so nothing is asked until the
 * settings change or a person resumes it.
 */
export function createStoppingChat(chat: Chat, stops: Stops): Chat {
  return {
    async ask(request, signal) {
      const stopped = await stops.find();
      if (stopped !== null) return { kind: "failed", failure: stopped, usage: noUsage };
      const outcome = await chat.ask(request, signal);
      if (outcome.kind === "failed") {
        const { why } = outcome.failure;
        if (why === "auth" || why === "payment") await stops.set({ ...outcome.failure, why });
      }
      return outcome;
    },
  };
}
