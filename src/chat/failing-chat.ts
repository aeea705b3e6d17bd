import { chatFailure } from "./chat-failure.ts";
import { noUsage } from "./chat-usage.ts";
import type { Chat } from "./chat.ts";

/** Fails every time as an overloaded server would: for trying out what the rest does then. */
export const failingChat: Chat = {
  async ask() {
    return { kind: "failed", failure: chatFailure("overloaded", "it fails on purpose."), usage: noUsage };
  },
};
