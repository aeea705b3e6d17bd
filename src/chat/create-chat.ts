import type { TrustedClient } from "../http-client/trusted-client.ts";
import { type Asked, askOnce, type ChatServer } from "./ask-once.ts";
import { type Chat, type ChatFailure, type ChatOutcome, noUsage, type Prices } from "./chat.ts";
import { fallbackFormat, type RequestFormat } from "./dialect.ts";
import { type ServerName, services, serviceUrl } from "./services.ts";

export type ChatOptions = {
  type: ServerName;
  /** null: the service's own. */
  baseUrl: string | null;
  apiKey: string | null;
  model: string;
  prices: Prices;
  /** For one question, including all its fallbacks. */
  timeoutMs: number;
  /** null: more than any question of ours has. */
  contextTokens?: number | null;
};

type ChatParts = { request: TrustedClient["request"]; now: () => Date };

/** `paused` says why no requests go out at the moment; null if they do. */
export type PausingChat = Chat & { paused: () => ChatFailure | null };

/** A chat with one model of one server. It never repeats a failed question; the caller decides that. */
export function createChat({ type, baseUrl, timeoutMs, ...options }: ChatOptions, parts: ChatParts): PausingChat {
  const service = services[type];
  const url = serviceUrl(baseUrl ?? service.baseUrl ?? "", service.dialect.path);
  const { contextTokens = null } = options;
  const server: ChatServer = { ...options, ...parts, contextTokens, dialect: service.dialect, url };
  let requestFormat: RequestFormat = { answerFormat: "schema", sendsTemperature: true, tokensMaxName: "max_tokens" };
  let pause: Pause | null = null;
  let learned: number | null = null;
  const paused = () => pauseFailure(pause, parts.now());

  return {
    paused,
    contextTokens: () => (learned === null ? contextTokens : Math.min(learned, contextTokens ?? learned)),
    async ask(request, signal) {
      const pausedBy = paused();
      if (pausedBy !== null) return { kind: "failed", failure: pausedBy, usage: noUsage };

      const until = new Date(parts.now().getTime() + timeoutMs);
      const { outcome, lastFormat } = await askWithFallback(server, { request, signal, until }, requestFormat);

      if (outcome.kind === "failed") {
        pause = pauseAfter(pause, outcome.failure, parts.now());
        learned = parseContextTokens(outcome.failure) ?? learned;
      } else requestFormat = lastFormat;
      return outcome;
    },
  };
}

/**
 * "exceeds the available context size (4096 tokens)" (llama.cpp), "maximum context length is 8192 tokens" (OpenAI, vLLM): the next
 * questions are cut to that.
 */
function parseContextTokens({ why, message }: ChatFailure): number | null {
  const [, tokens] = /context (?:size|length)(?: is| of)? \(?(\d{3,7}) tokens/i.exec(message) ?? [];
  return why === "rejected" && tokens !== undefined ? Number(tokens) : null;
}

/** Tries simpler request formats until the server accepts one. Only a format that worked is remembered. */
async function askWithFallback(
  server: ChatServer,
  asked: Asked,
  requestFormat: RequestFormat,
): Promise<{ outcome: ChatOutcome; lastFormat: RequestFormat }> {
  const { outcome, rejection } = await askOnce(server, asked, requestFormat);
  const formats = asked.request.format === null ? [] : server.dialect.formats;
  const fallback = rejection && fallbackFormat(requestFormat, rejection, formats);
  return fallback === null ? { outcome, lastFormat: requestFormat } : askWithFallback(server, asked, fallback);
}

/** No request goes out until then, and callers are told why. */
export type Pause = { until: Date; failure: ChatFailure };

/**
 * A wait that the server asks for applies to every question. A 429 without one does not: it may be about this question's
 * size. Answers to earlier questions never shorten a pause. (A refused key is not a pause: limited-chat.ts.)
 */
export function pauseAfter(pause: Pause | null, failure: ChatFailure, now: Date): Pause | null {
  const until = new Date(now.getTime() + pauseMs(failure));
  return until > (pause?.until ?? now) ? { until, failure } : pause;
}

/** null: ask. */
export function pauseFailure(pause: Pause | null, now: Date): ChatFailure | null {
  if (pause === null || pause.until <= now) return null;
  return { ...pause.failure, retryAfterMs: pause.until.getTime() - now.getTime() };
}

function pauseMs({ why, retryAfterMs }: ChatFailure): number {
  return why === "rate_limited" || why === "overloaded" || why === "loading" ? (retryAfterMs ?? 0) : 0;
}
