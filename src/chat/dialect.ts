import type { ChatRequest } from "./chat.ts";
import type { CountedTokens } from "./chat-usage.ts";
import type { AnswerFormat, Manner } from "./manner-policy.ts";
import type { ServerError } from "./parse-server-error.ts";

/** How one kind of server is spoken to. Pure: what to send, and what an answer of status 200 says. */
export type Dialect = {
  path: string;
  headers: (apiKey: string | null) => Record<string, string>;
  /** Ways to ask for JSON, the strictest first. */
  formats: readonly AnswerFormat[];
  buildBody: (model: string, request: ChatRequest, manner: Manner) => Record<string, unknown>;
  readAnswer: (json: unknown) => DialectAnswer;
};

export type DialectAnswer =
  | { kind: "text"; text: string; isCut: boolean; model: string | null; counted: CountedTokens }
  | { kind: "refusal"; words: string; counted: CountedTokens }
  | { kind: "error"; error: ServerError }
  | { kind: "unreadable" };
