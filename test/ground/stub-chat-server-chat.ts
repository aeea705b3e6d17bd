import { after, before } from "node:test";
import { createChat, type ChatOptions, type PausingChat } from "../../src/chat/create-chat.ts";
import type { ChatRequest } from "../../src/chat/chat.ts";
import { createTrustedClient } from "../../src/http-client/trusted-client.ts";
import { startStubChat, type StubChat } from "./stub-chat-server.ts";

export const sampleRequest: ChatRequest = {
  system: "Answer.",
  messages: [{ role: "user", text: "Is it?" }],
  format: { name: "answer", schema: { type: "object" } },
  outputTokensMax: 100,
  temperature: 0.3,
};

export const noon = new Date("2026-03-01T12:00:00Z");

export type StubbedChat = {
  /** Available only while tests run. */
  server: () => StubChat;
  chatWith: (options?: Partial<ChatOptions>, now?: () => Date) => PausingChat;
};

/** A stub server and real chats with it, for one test file. Without a given clock, time stands still. */
export function stubbedChat(): StubbedChat {
  const client = createTrustedClient();
  let server: StubChat | undefined;
  before(async () => {
    server = await startStubChat();
  });
  after(() => Promise.all([server?.close(), client.close()]));
  const running = () => {
    if (server === undefined) throw new Error("The stub server starts with the tests.");
    return server;
  };

  return {
    server: running,
    chatWith: (options = {}, now = () => noon) => {
      const defaults: ChatOptions = {
        type: "openai",
        baseUrl: running().baseUrl,
        apiKey: "secret-key-1",
        model: "stub",
        prices: { promptUsdPerMillion: 0.15, completionUsdPerMillion: 0.6 },
        timeoutMs: 20_000,
      };
      return createChat({ ...defaults, ...options }, { request: client.request, now });
    },
  };
}
