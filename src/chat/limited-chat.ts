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

/** Which budget has too little left. */
export type SpentBudget = "day" | "month";

/** Reserves the estimate, unless it would exceed a budget. */
export type Reserve = (estimate: SpendEstimate) => Promise<Settle | SpentBudget>;

/** Replaces the reservation with the real cost of the call; null: it is not known, and stays reserved. */
export type Settle = (usage: ChatUsage | null, isAnswered: boolean) => Promise<void>;

/**
 * A chat that reserves the cost of every call before it asks, including repairs and retries. A call of unknown cost
 * (killed, timed out, cut off) keeps its reservation.
 */
export function createBudgetedChat(chat: Chat, reserve: Reserve, parts: { prices: Prices; now: () => Date }): Chat {
  return {
    ...chat,
    async ask(request, signal) {
      const settle = await reserve(estimateSpend(request, parts.prices));
      if (typeof settle === "string")
        return { kind: "failed", failure: spentFailure(settle, parts.now()), usage: noUsage };
      const outcome = await chat.ask(request, signal);
      // A pause or a stop of our own is nobody's refusal.
      const isRefused = outcome.kind === "failed" && !ownReasons.has(outcome.failure.why);
      await settle(outcome.usage, !isRefused);
      return outcome;
    },
  };
}

const ownReasons = new Set<ChatFailure["why"]>(["aborted", "budget", "hours", "loading", "unavailable"]);

function spentFailure(spent: SpentBudget, now: Date): ChatFailure {
  if (spent === "day") return chatFailure("budget", "the day’s", msToNextBudgetDay(now));
  return chatFailure("budget", "the month’s", msToNextBudgetMonth(now));
}

/** Outside its hours no question goes out. `findStart`: when they begin; null: now is one of them. */
export function createHourlyChat(chat: Chat, findStart: (now: Date) => Date | null, now: () => Date): Chat {
  return {
    ...chat,
    async ask(request, signal) {
      const at = now();
      const start = findStart(at);
      if (start === null) return chat.ask(request, signal);
      return { kind: "failed", failure: chatFailure("hours", "", start.getTime() - at.getTime()), usage: noUsage };
    },
  };
}

/**
 * At most so many questions at once: a model on the operator's own machine is slower with two than with one. A question may wait
 * for minutes, so one that is withdrawn meanwhile leaves the queue.
 */
export function createQueuedChat(chat: Chat, countMax: number): Chat {
  const queue = createQueue(countMax);
  return {
    ...chat,
    async ask(request, signal) {
      if (!(await queue.enter(signal))) return { kind: "failed", failure: chatFailure("aborted", ""), usage: noUsage };
      try {
        return await chat.ask(request, signal);
      } finally {
        queue.leave();
      }
    },
  };
}

function createQueue(countMax: number): { enter: (signal: AbortSignal) => Promise<boolean>; leave: () => void } {
  const waiting = new Set<() => void>();
  let running = 0;
  return {
    async enter(signal) {
      if (running < countMax) {
        running += 1;
        return true;
      }
      if (signal.aborted) return false;
      const { promise, resolve } = Promise.withResolvers<boolean>();
      const start = () => resolve(true);
      const giveUp = () => {
        waiting.delete(start);
        resolve(false);
      };
      waiting.add(start);
      signal.addEventListener("abort", giveUp, { once: true });
      return promise.finally(() => signal.removeEventListener("abort", giveUp));
    },
    leave() {
      // The place goes straight to the next, so that nobody overtakes.
      const [next] = waiting;
      if (next === undefined) running -= 1;
      else {
        waiting.delete(next);
        next();
      }
    },
  };
}

/** What one UTC day may cost, and one UTC month. null: no limit of that kind. */
export type Budget = { usdMax: number; tokensMax: number | null; monthUsdMax?: number | null };

/** The most a call may cost. Money in whole millionths, as the table stores it, so that sums are exact. */
export type SpendEstimate = { promptTokens: number; completionTokens: number; costUsd: number };

/** Beyond this share of the budget, only urgent questions are asked. */
const triageShare = 0.8;

/** Of the headlines that the offline analysis scores 0.4 or more, two in three are clearly loaded (docs/evaluation.md). */
const urgencyMin = 0.4;

/** How much of the day's budget a question of this urgency (0 to 1) may use: the last fifth is for urgent ones. */
export function budgetFor({ usdMax, tokensMax, ...month }: Budget, urgency: number): Budget {
  const share = urgency >= urgencyMin ? 1 : triageShare;
  return { ...month, usdMax: usdMax * share, tokensMax: tokensMax === null ? null : Math.floor(tokensMax * share) };
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

function msToNextBudgetMonth(now: Date): number {
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1) - now.getTime();
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
    ...chat,
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
