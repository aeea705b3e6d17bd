import { isUtf8 } from "node:buffer";
import type { TrustedClient } from "../http-client/trusted-client.ts";
import { parseJson } from "../text/parse-json.ts";
import { chatFailure, failedByHttp, failedByServer } from "./chat-failure.ts";
import { countUsage, type Prices } from "./chat-usage.ts";
import type { ChatOutcome, ChatRequest } from "./chat.ts";
import type { Dialect, DialectAnswer } from "./dialect.ts";
import type { Manner } from "./manner-policy.ts";
import { modelName } from "./model-name.ts";
import { parseRetryAfterMs } from "./parse-retry-after-ms.ts";
import { parseServerError, type ServerError } from "./parse-server-error.ts";

export type ChatServer = {
  dialect: Dialect;
  url: string;
  apiKey: string | null;
  model: string;
  prices: Prices;
  request: TrustedClient["request"];
  now: () => Date;
};

export type Asked = { request: ChatRequest; signal: AbortSignal; until: Date };

/** `rejection`: the server may take the same question in another form. */
export type OneAnswer = { outcome: ChatOutcome; rejection: ServerError | null };

/** For question and answer alike: a hundred summaries in a script of three-byte letters are 220 KB, answers far less. */
const bodyBytesMax = 1_000_000;

/** Of the words themselves: we ask for 2,500 tokens at most, and what comes after reads them more than once. */
const answerCharsMax = 100_000;

export async function askOnce(server: ChatServer, asked: Asked, manner: Manner): Promise<OneAnswer> {
  const { dialect, apiKey, url } = server;
  const startedAtMs = server.now().getTime();
  const result = await server.request({
    url,
    method: "POST",
    headers: { accept: "application/json", "content-type": "application/json", ...dialect.headers(apiKey) },
    body: JSON.stringify(dialect.buildBody(server.model, asked.request, manner)),
    timeoutMs: Math.max(1, asked.until.getTime() - startedAtMs),
    bodyBytesMax,
    signal: asked.signal,
  });
  if (result.kind === "failed") return { outcome: failedByHttp(result.failure), rejection: null };

  const { status, headers } = result;
  const json = isUtf8(result.body) ? parseJson(result.body.toString("utf8")) : undefined;
  const answer: DialectAnswer =
    status >= 200 && status < 300
      ? dialect.readAnswer(json)
      : { kind: "error", error: parseServerError(json, status) ?? { status, type: "", words: "" } };
  if (answer.kind === "error") {
    const error = withoutKey(answer.error, apiKey);
    const outcome = failedByServer(error, parseRetryAfterMs(headers, server.now()));
    return { outcome, rejection: outcome.failure.why === "rejected" ? error : null };
  }
  // The clock may be set back in between.
  const latencyMs = Math.max(0, server.now().getTime() - startedAtMs);
  return { outcome: toOutcome(answer, server, { request: asked.request, latencyMs }), rejection: null };
}

/** A server may quote the key it does not like, and what it says ends up in a log. */
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
