import type { Agent } from "undici";
import { isAddressAllowed } from "./address-policy.ts";
import { checkUrl } from "./check-url.ts";
import { createAgent } from "./create-agent.ts";
import { startDeadline } from "./deadline.ts";
import { exchange } from "./exchange.ts";
import { extractSnippet } from "./extract-snippet.ts";
import type { GuardedClientOptions } from "./guarded-client.ts";
import type { ResponseHeaders } from "./headers.ts";
import { type Failed, settle } from "./http-failure.ts";
import { undoContentCoding } from "./undo-content-coding.ts";

export type SendRequest = { url: string; headers: Readonly<Record<string, string>>; body: string; signal: AbortSignal };

/** `snippet`: the start of an answer's text, for a person to read. */
export type SendResult =
  | { kind: "response"; status: number; headers: ResponseHeaders; body: Buffer; snippet: string | null }
  | Failed;

/** POST to any address that a person can name. Redirects are not followed: what is sent was meant for this address alone. */
export type GuardedSender = { post: (request: SendRequest) => Promise<SendResult>; close: () => Promise<void> };

type SenderOptions = Pick<GuardedClientOptions, "allowNetworks" | "resolve" | "dial"> & {
  timeoutMs: number;
  answerBytesMax: number;
};

export function createGuardedSender({ resolve, dial, ...limits }: SenderOptions): GuardedSender {
  const { agent, close } = createAgent({
    isAllowed: (address) => isAddressAllowed(address, limits.allowNetworks),
    resolve,
    dial,
    connectionsPerHostMax: 2,
    socketBytesMax: limits.answerBytesMax * 2 + 1024 * 1024,
  });
  return { post: (request) => settle(() => send(agent, limits, request)), close };
}

async function send(
  agent: Agent,
  { allowNetworks, timeoutMs, answerBytesMax }: Omit<SenderOptions, "resolve" | "dial">,
  request: SendRequest,
): Promise<SendResult> {
  const url = new URL(request.url);
  checkUrl(url, allowNetworks);
  const deadline = startDeadline(timeoutMs, request.signal);
  try {
    const { status, headers, body } = await exchange(agent, {
      url,
      method: "POST",
      headers: { ...request.headers, "accept-encoding": "gzip" },
      body: Buffer.from(request.body),
      signal: deadline.signal,
      bodyBytesMax: answerBytesMax,
      bodyFor: (answered) => (answered >= 200 && answered < 300 ? "whole" : "start"),
    });
    const isOk = status >= 200 && status < 300;
    const encoding = headers["content-encoding"] ?? "";
    return {
      kind: "response",
      status,
      headers,
      body: isOk
        ? await undoContentCoding(body, encoding, { bytesMax: answerBytesMax, isCut: false })
        : Buffer.alloc(0),
      snippet: isOk ? null : await extractSnippet(body, headers),
    };
  } finally {
    deadline.end();
  }
}
