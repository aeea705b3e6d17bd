import { z } from "zod";

/** One question to a language model and its answer. Knows nothing about the subject. */
export type Chat = {
  ask: (request: ChatRequest, signal: AbortSignal) => Promise<ChatOutcome>;
  /**
   * How many tokens question and answer may have together; the caller cuts the question to fit. Asked each time, because a server
   * may tell it only when it gets too many. Absent or null: enough.
   */
  contextTokens?: () => number | null;
};

export type ChatRequest = {
  system: string;
  /** Begins with the user's and alternates. */
  messages: readonly ChatMessage[];
  /** null asks for plain text. */
  format: JsonFormat | null;
  outputTokensMax: number;
  temperature: number;
};

export type ChatMessage = { role: "user" | "assistant"; text: string };

/** `schema` is JSON Schema in what every server understands: type, enum, properties, items, required, additionalProperties. */
export type JsonFormat = { name: string; schema: Record<string, unknown> };

/** A truncated answer is a kind of its own: half a text may be useful, half an object is not. */
export type ChatOutcome =
  | { kind: "answered" | "truncated"; text: string; model: string; usage: ChatUsage }
  | { kind: "failed"; failure: ChatFailure; usage: ChatUsage | null };

/** If the usage of a failed call is null, we don't know whether it was billed. */
export type ChatUsage = {
  calls: number;
  promptTokens: number;
  completionTokens: number;
  cachedTokens: number;
  costUsd: number;
  latencyMs: number;
};

export type ChatFailure = {
  why:
    | "auth"
    | "payment"
    | "rate_limited"
    | "budget"
    | "hours"
    | "unavailable"
    | "loading"
    | "overloaded"
    | "timeout"
    | "network"
    | "rejected"
    | "refusal"
    | "bad_answer"
    | "aborted";
  /** A sentence for the operator, with the server's own message if there is one. */
  message: string;
  retryAfterMs: number | null;
};

/** What a model costs. The default model costs 0.15 and 0.60; your own model costs 0 and 0. */
export type Prices = { promptUsdPerMillion: number; completionUsdPerMillion: number };

/** As the server counts them; an impossible number counts as none. */
export const tokenCount = z.int().min(0).max(10_000_000).nullish().catch(null);
export const callCost = z.number().min(0).max(1_000).nullish().catch(null);

/** What a server reports about a call; null if it reports nothing. */
export type CountedTokens = {
  promptTokens: number | null;
  completionTokens: number | null;
  cachedTokens: number | null;
  costUsd: number | null;
};

export const noUsage: ChatUsage = {
  calls: 0,
  promptTokens: 0,
  completionTokens: 0,
  cachedTokens: 0,
  costUsd: 0,
  latencyMs: 0,
};

export function addUsage(a: ChatUsage, b: ChatUsage): ChatUsage {
  return {
    calls: a.calls + b.calls,
    promptTokens: a.promptTokens + b.promptTokens,
    completionTokens: a.completionTokens + b.completionTokens,
    cachedTokens: a.cachedTokens + b.cachedTokens,
    costUsd: a.costUsd + b.costUsd,
    latencyMs: a.latencyMs + b.latencyMs,
  };
}

/** The server's cost first, then its tokens at our prices, then our estimate: a call that is not reported is not free. */
export function countUsage(
  counted: CountedTokens,
  { request, text, prices, latencyMs }: { request: ChatRequest; text: string; prices: Prices; latencyMs: number },
): ChatUsage {
  const promptTokens = counted.promptTokens ?? estimateRequestTokens(request);
  const completionTokens = counted.completionTokens ?? estimateTokens(text);
  return {
    calls: 1,
    promptTokens,
    completionTokens,
    cachedTokens: counted.cachedTokens ?? 0,
    costUsd: counted.costUsd ?? priceOf({ promptTokens, completionTokens }, prices),
    latencyMs,
  };
}

export function priceOf(
  { promptTokens, completionTokens }: Pick<ChatUsage, "promptTokens" | "completionTokens">,
  { promptUsdPerMillion, completionUsdPerMillion }: Prices,
): number {
  return (promptTokens * promptUsdPerMillion + completionTokens * completionUsdPerMillion) / 1_000_000;
}

export function estimateRequestTokens({ system, messages, format }: ChatRequest): number {
  const schema = format === null ? "" : JSON.stringify(format.schema);
  return estimateTokens([system, ...messages.map(({ text }) => text), schema].join("\n"));
}

/** English news has 4.6 characters to a token, Polish 3.1, and bytes are never fewer: this errs on the expensive side. */
const bytesPerToken = 3;

function estimateTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / bytesPerToken);
}
