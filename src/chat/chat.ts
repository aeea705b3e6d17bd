/** One question to a language model and its answer. Knows nothing of what is asked about. */
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

/** A truncated answer is apart: half a text may be of use, half an object is of none. */
export type ChatOutcome =
  | { kind: "answered" | "truncated"; text: string; model: string; usage: ChatUsage }
  | { kind: "failed"; failure: ChatFailure; usage: ChatUsage | null };

/** Where the usage of a failed call is null, nobody said whether it was billed. */
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
  /** For the operator: a sentence, with the server's own words where it gave some. */
  message: string;
  retryAfterMs: number | null;
};
