import { noUsage } from "./chat-usage.ts";
import type { Chat, ChatFailure } from "./chat.ts";

/** Where it is written down, for all processes, that these settings are refused. */
export type Stops = {
  find: () => Promise<ChatFailure | null>;
  set: (failure: ChatFailure & { why: "auth" | "payment" }) => Promise<void>;
};

/**
 * One refused key or unpaid bill speaks for every question. Asking again would not change the answer, so nobody is asked
 * until the settings are others or a person says so.
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
