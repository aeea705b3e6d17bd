import { estimateSpend, msToNextBudgetDay, type SpendEstimate } from "./budget-policy.ts";
import { chatFailure } from "./chat-failure.ts";
import { noUsage, type Prices } from "./chat-usage.ts";
import type { Chat, ChatUsage } from "./chat.ts";

/** Sets the estimate aside, or null where it would break the budget. */
export type Reserve = (estimate: SpendEstimate) => Promise<Settle | null>;

/** Puts what a call really cost in the place of its reservation. */
export type Settle = (usage: ChatUsage) => Promise<void>;

/**
 * A chat that pays before it asks, for every call, a repair or a second try included. A call that nobody knows the
 * bill of (killed, timed out, cut off) keeps its reservation.
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
