import type { ChatRequest, CountedTokens } from "./chat.ts";
import type { ServerError } from "./chat-failure.ts";

/** The API of one kind of server. Pure: what to send, and what an answer of status 200 says. */
export type Dialect = {
  path: string;
  headers: (apiKey: string | null) => Record<string, string>;
  /** Ways to ask for JSON, the strictest first. */
  formats: readonly AnswerFormat[];
  /** `contextTokens`: null where the server knows it by itself. */
  buildBody: (
    model: string,
    request: ChatRequest,
    requestFormat: RequestFormat,
    contextTokens: number | null,
  ) => Record<string, unknown>;
  parseAnswer: (json: unknown) => DialectAnswer;
  /** Some servers and gateways stream whatever was asked for: the events, put together as one answer. */
  joinEvents: (events: readonly unknown[]) => unknown;
};

export type DialectAnswer =
  | { kind: "text"; text: string; isCut: boolean; model: string | null; counted: CountedTokens }
  | { kind: "refusal"; words: string; counted: CountedTokens }
  | { kind: "error"; error: ServerError }
  | { kind: "unreadable" };

/** `schema`: the server enforces our JSON schema. `object`: it enforces JSON. `prompt`: only our prompt asks for it. */
export type AnswerFormat = "schema" | "object" | "prompt";

/** What a model accepts. Learned by asking, because no server tells. */
export type RequestFormat = {
  answerFormat: AnswerFormat;
  sendsTemperature: boolean;
  tokensMaxName: "max_tokens" | "max_completion_tokens";
};

const rejections = new Set([400, 404, 422]);

/**
 * The next simpler request format after a rejection; null if there is none. Each step gives something up, so a question
 * is asked at most five times.
 */
export function fallbackFormat(
  requestFormat: RequestFormat,
  { status, words }: ServerError,
  formats: readonly AnswerFormat[],
): RequestFormat | null {
  const isRejected = rejections.has(status) || /invalid json schema/i.test(words);
  if (!isRejected || /context.?(length|size)|too (long|large)|maximum context/i.test(words)) return null;
  // Reasoning models take no temperature and know the limit under another name.
  if (requestFormat.sendsTemperature && /temperature/i.test(words))
    return { ...requestFormat, sendsTemperature: false };
  if (requestFormat.tokensMaxName === "max_tokens" && /max_completion_tokens/.test(words)) {
    return { ...requestFormat, tokensMaxName: "max_completion_tokens" };
  }
  // OpenRouter's 404 is "no endpoints … requested parameters"; any other is a model that does not exist.
  if (status === 404 && !/parameters/i.test(words)) return null;
  const answerFormat = formats[formats.indexOf(requestFormat.answerFormat) + 1];
  return answerFormat === undefined ? null : { ...requestFormat, answerFormat };
}

/** The system text, with the schema written out if the server does not enforce it. */
export function demandJson({ system, format }: ChatRequest, requestFormat: RequestFormat): string {
  if (format === null || requestFormat.answerFormat === "schema") return system;
  return `${system}\n\nAnswer with one JSON object and nothing else. Its JSON schema:\n${JSON.stringify(format.schema)}`;
}
