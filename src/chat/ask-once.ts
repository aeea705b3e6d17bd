import { isUtf8 } from "node:buffer";
import type { TrustedClient } from "../http-client/trusted-client.ts";
import { parseJson } from "../text/parse-json.ts";
import { parseRetryAfter } from "../http-dates.ts";
import { dayMs } from "../time.ts";
import { chatFailure, failedByHttp, failedByServer, parseServerError, type ServerError } from "./chat-failure.ts";
import { type ChatOutcome, type ChatRequest, countUsage, type Prices } from "./chat.ts";
import type { Dialect, DialectAnswer, RequestFormat } from "./dialect.ts";

export type ChatServer = {
  dialect: Dialect;
  url: string;
  apiKey: string | null;
  model: string;
  contextTokens: number | null;
  prices: Prices;
  request: TrustedClient["request"];
  now: () => Date;
};

export type Asked = { request: ChatRequest; signal: AbortSignal; until: Date };

/** `rejection`: the server may accept the same question in another request format. */
export type OneAnswer = { outcome: ChatOutcome; rejection: ServerError | null };

/** For request and answer: a hundred summaries with three-byte characters are 220 KB; answers are far smaller. */
const bodyBytesMax = 1_000_000;

/** Of the answer text: we ask for at most 2,500 tokens, and later checks read it several times. */
const answerCharsMax = 100_000;

export async function askOnce(server: ChatServer, asked: Asked, requestFormat: RequestFormat): Promise<OneAnswer> {
  const { dialect, apiKey, url } = server;
  const startedAtMs = server.now().getTime();
  const result = await server.request({
    url,
    method: "POST",
    headers: { accept: "application/json", "content-type": "application/json", ...dialect.headers(apiKey) },
    body: JSON.stringify(dialect.buildBody(server.model, asked.request, requestFormat, server.contextTokens)),
    timeoutMs: Math.max(1, asked.until.getTime() - startedAtMs),
    bodyBytesMax,
    signal: asked.signal,
  });
  if (result.kind === "failed") return { outcome: failedByHttp(result.failure), rejection: null };

  const { status, headers } = result;
  const json = isUtf8(result.body) ? parseBody(result.body.toString("utf8"), headers, dialect) : undefined;
  const answer: DialectAnswer =
    status >= 200 && status < 300
      ? dialect.parseAnswer(json)
      : { kind: "error", error: parseServerError(json, status) ?? { status, type: "", words: "" } };
  if (answer.kind === "error") {
    const error = withoutKey(answer.error, apiKey);
    const outcome = failedByServer(error, parseRetryAfterMs(headers, server.now()));
    return { outcome, rejection: outcome.failure.why === "rejected" ? error : null };
  }
  // The clock may be set back meanwhile.
  const latencyMs = Math.max(0, server.now().getTime() - startedAtMs);
  return { outcome: toOutcome(answer, server, { request: asked.request, latencyMs }), rejection: null };
}

/** The same for one object, for server-sent events (OpenAI, Anthropic) and for lines of JSON (Ollama). */
function parseBody(text: string, headers: Readonly<Record<string, string>>, { joinEvents }: Dialect): unknown {
  const type = headers["content-type"] ?? "";
  if (!/event-stream|ndjson/i.test(type)) return parseJson(text);
  const lines = text.split(/\r?\n/u).filter((line) => line !== "");
  const events = /ndjson/i.test(type)
    ? lines
    : lines.filter((line) => line.startsWith("data:")).map((line) => line.slice("data:".length));
  return joinEvents(events.filter((line) => line.trim() !== "[DONE]").map(parseJson));
}

/** A server may quote the refused key, and its message ends up in a log. */
function withoutKey(error: ServerError, apiKey: string | null): ServerError {
  return apiKey === null ? error : { ...error, words: error.words.replaceAll(apiKey, "…") };
}

function toOutcome(
  answer: Exclude<DialectAnswer, { kind: "error" }>,
  { prices, model }: ChatServer,
  call: { request: ChatRequest; latencyMs: number },
): ChatOutcome {
  if (answer.kind === "unreadable") {
    return { kind: "failed", failure: chatFailure("bad_answer", "it is not what a model server sends."), usage: null };
  }
  const text = answer.kind === "refusal" ? answer.words : answer.text;
  const usage = countUsage(answer.counted, { ...call, text, prices });
  if (answer.kind === "refusal") return { kind: "failed", failure: chatFailure("refusal", text), usage };
  if (text.length > answerCharsMax) {
    return { kind: "failed", failure: chatFailure("bad_answer", `it has ${text.length} characters.`), usage };
  }
  if (text.trim() === "" && !answer.isCut) {
    return { kind: "failed", failure: chatFailure("bad_answer", "it is empty."), usage };
  }
  return { kind: answer.isCut ? "truncated" : "answered", text, model: modelName(answer.model, model), usage };
}

// "openai/gpt-4o-mini", "llama3.1:8b", "models/qwen2.5-7b.gguf": no spaces, so no sentence.
const nameShape = /^[a-z0-9][\w.:/@+-]{0,99}$/iu;

/** The model name as the server gives it, because it is shown; ours if theirs does not look like a name. */
export function modelName(answered: string | null, asked: string): string {
  const name = answered?.trim() ?? "";
  return nameShape.test(name) && !/:\/\/|www\./iu.test(name) ? name : asked;
}

/** A model server that asks for more than a day made a mistake. */
const retryAfterMsMax = dayMs;

/** Model servers send seconds, OpenAI milliseconds as well, a gateway in between may send a date. */
export function parseRetryAfterMs(headers: Readonly<Record<string, string>>, now: Date): number | null {
  const waitMs =
    parseNumber(headers["retry-after-ms"]) ??
    parseNumber(headers["retry-after"], 1000) ??
    parseDateMs(headers, now) ??
    0;
  return waitMs > 0 ? Math.min(Math.ceil(waitMs), retryAfterMsMax) : null;
}

function parseDateMs(headers: Readonly<Record<string, string>>, now: Date): number | null {
  const until = parseRetryAfter({ retryAfter: headers["retry-after"] ?? null, date: headers["date"] ?? null }, now);
  return until === null ? null : until.getTime() - now.getTime();
}

function parseNumber(text: string | undefined, unitMs = 1): number | null {
  return text !== undefined && /^\s*\d{1,12}(\.\d{1,6})?\s*$/.test(text) ? Number(text) * unitMs : null;
}
