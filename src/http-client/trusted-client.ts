import type { Agent, Dispatcher } from "undici";
import { parseJson } from "../text/parse-json.ts";
import { createAgent } from "./create-agent.ts";
import { startDeadline } from "./deadline.ts";
import { undoContentCoding } from "./undo-content-coding.ts";
import { exchange } from "./exchange.ts";
import type { ResponseHeaders } from "./headers.ts";
import { type Failed, httpError, settle } from "./http-failure.ts";

export type TrustedRequest = {
  url: string;
  method: Dispatcher.HttpMethod;
  headers?: Readonly<Record<string, string>>;
  body?: string | Buffer;
  timeoutMs: number;
  /** For the request and for the answer. */
  bodyBytesMax: number;
  signal?: AbortSignal;
};

export type TrustedResult = { kind: "response"; status: number; headers: ResponseHeaders; body: Buffer } | Failed;

/** For endpoints that the operator configured (a model, Supabase): any address, no redirects. Never for a stranger's URL. */
export type TrustedClient = {
  request: (request: TrustedRequest) => Promise<TrustedResult>;
  close: () => Promise<void>;
};

const connectionsPerHostMax = 32;

/** Above every limit that a request sets. */
const socketBytesMax = 256 * 1024 * 1024;

export function createTrustedClient(): TrustedClient {
  const { agent, close } = createAgent({
    isAllowed: () => true,
    connectionsPerHostMax,
    socketBytesMax,
  });
  return { request: (request) => settle(() => send(agent, request)), close };
}

async function send(agent: Agent, request: TrustedRequest): Promise<TrustedResult> {
  const { method, headers, bodyBytesMax } = request;
  const url = new URL(request.url);
  const body = Buffer.from(request.body ?? "");
  if (body.length > bodyBytesMax) {
    throw httpError({ kind: "too-large", what: "request" }, `a request of more than ${bodyBytesMax} bytes`);
  }

  const deadline = startDeadline(request.timeoutMs, request.signal);
  try {
    const answer = await exchange(agent, {
      url,
      method,
      headers: { ...headers },
      body,
      signal: deadline.signal,
      bodyBytesMax,
      bodyFor: () => "whole",
    });
    const encoding = answer.headers["content-encoding"] ?? "";
    return {
      kind: "response",
      ...answer,
      body: await undoContentCoding(answer.body, encoding, { bytesMax: bodyBytesMax, isCut: false }),
    };
  } finally {
    deadline.end();
  }
}

export type JsonRequest = Omit<TrustedRequest, "body"> & { json?: unknown };

/** `json` is undefined if the text is not JSON, as in a gateway's error page. */
export type JsonResult =
  | { kind: "response"; status: number; headers: ResponseHeaders; text: string; json: unknown }
  | Failed;

export async function requestJson(client: TrustedClient, request: JsonRequest): Promise<JsonResult> {
  const { json, headers, ...rest } = request;
  const result = await client.request({
    ...rest,
    headers: {
      accept: "application/json",
      ...(json === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  });
  if (result.kind === "failed") return result;
  const text = result.body.toString("utf8");
  return { kind: "response", status: result.status, headers: result.headers, text, json: parseJson(text) };
}
