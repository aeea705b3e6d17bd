/** One question to a language model and its answer. Knows nothing about the subject. */
export type Chat = { ask: (request: ChatRequest, signal: AbortSignal) => Promise<ChatOutcome> };

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
