import type { TrustedClient } from "../http-client/trusted-client.ts";
import { anthropicDialect } from "./anthropic-dialect.ts";
import { askOnce, type Asked, type ChatServer } from "./ask-once.ts";
import { noUsage, type Prices } from "./chat-usage.ts";
import type { Chat, ChatFailure, ChatOutcome } from "./chat.ts";
import type { Dialect } from "./dialect.ts";
import { humblerManner, type Manner } from "./manner-policy.ts";
import { openAiDialect, openRouterDialect } from "./openai-dialect.ts";
import { pauseAfter, pauseFailure, type Pause } from "./pause-policy.ts";

export type ChatOptions = {
  type: "openrouter" | "openai" | "anthropic";
  /** null: the service's own. */
  baseUrl: string | null;
  apiKey: string | null;
  model: string;
  prices: Prices;
  /** For one question, all its humbler forms included. */
  timeoutMs: number;
};

type ChatParts = { request: TrustedClient["request"]; now: () => Date };

/** `paused` says why nothing is asked just now; null when it is. */
export type PausingChat = Chat & { paused: () => ChatFailure | null };

const services: Record<ChatOptions["type"], { dialect: Dialect; baseUrl: string }> = {
  openrouter: { dialect: openRouterDialect, baseUrl: "https://openrouter.ai/api/v1" },
  openai: { dialect: openAiDialect, baseUrl: "https://api.openai.com/v1" },
  anthropic: { dialect: anthropicDialect, baseUrl: "https://api.anthropic.com/v1" },
};

/** A chat with one model of one server. It never repeats a failed question: that is for the caller to decide. */
export function createChat({ type, baseUrl, timeoutMs, ...options }: ChatOptions, parts: ChatParts): PausingChat {
  const service = services[type];
  const url = (baseUrl ?? service.baseUrl).replace(/\/+$/, "") + service.dialect.path;
  const server: ChatServer = { ...options, ...parts, dialect: service.dialect, url };
  let manner: Manner = { format: "schema", sendsTemperature: true, tokensMaxName: "max_tokens" };
  let pause: Pause | null = null;
  const paused = () => pauseFailure(pause, parts.now());

  return {
    paused,
    async ask(request, signal) {
      const pausedBy = paused();
      if (pausedBy !== null) return { kind: "failed", failure: pausedBy, usage: noUsage };

      const until = new Date(parts.now().getTime() + timeoutMs);
      const { outcome, lastManner } = await askDown(server, { request, signal, until }, manner);

      if (outcome.kind === "failed") pause = pauseAfter(pause, outcome.failure, parts.now());
      else manner = lastManner;
      return outcome;
    },
  };
}

/** Down the ladder until the server takes the question. Only what worked is remembered for the next one. */
async function askDown(
  server: ChatServer,
  asked: Asked,
  manner: Manner,
): Promise<{ outcome: ChatOutcome; lastManner: Manner }> {
  const { outcome, rejection } = await askOnce(server, asked, manner);
  const formats = asked.request.format === null ? [] : server.dialect.formats;
  const humbler = rejection && humblerManner(manner, rejection, formats);
  return humbler === null ? { outcome, lastManner: manner } : askDown(server, asked, humbler);
}
