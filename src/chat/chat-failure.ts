import { z } from "zod";
import type { HttpFailure } from "../http-client/http-failure.ts";
import { cutText, withoutHidden } from "../text/characters.ts";
import { type Chat, type ChatFailure, type ChatOutcome, noUsage } from "./chat.ts";

const wordsCharsMax = 300;

type Failed = Extract<ChatOutcome, { kind: "failed" }>;

const sentences: Record<ChatFailure["why"], string> = {
  auth: "The AI service does not accept the key",
  payment: "The AI service wants to be paid",
  rate_limited: "The AI service asks for fewer requests",
  budget: "The budget for AI is spent",
  hours: "AI does not run at this hour",
  unavailable: "The model inside cannot run",
  loading: "The AI service is loading its model",
  overloaded: "The AI service has trouble of its own",
  timeout: "The AI service took too long to answer",
  network: "The AI service cannot be reached",
  rejected: "The AI service rejects the request",
  refusal: "The model refuses to answer",
  bad_answer: "The answer of the AI service cannot be used",
  aborted: "The question was withdrawn",
};

/** `words` may come from a stranger, and they end up in a log and a database. */
export function chatFailure(why: ChatFailure["why"], words: string, retryAfterMs: number | null = null): ChatFailure {
  const safe = cutText(withoutHidden(words), wordsCharsMax);
  return { why, message: safe === "" ? `${sentences[why]}.` : `${sentences[why]}: ${safe}`, retryAfterMs };
}

/** The server answered, and its answer is an error: nothing was generated, nothing is billed. */
export function failedByServer(error: ServerError, retryAfterMs: number | null): Failed {
  const why = whyOf(error);
  const words = `(${error.status}) ${error.words || (isRedirect(error) ? redirected : "no reason given")}`;
  const waitMs = why === "loading" ? (retryAfterMs ?? loadingMs) : retryAfterMs;
  return { kind: "failed", failure: chatFailure(why, words, waitMs), usage: noUsage };
}

/** A model of some gigabytes is there after seconds or minutes: we look again this often. */
const loadingMs = 10_000;

/** The key was meant for the address that the operator named, and so were the items. */
const redirected = "it sends us to another address, and we do not follow. Enter the address it really has.";

function isRedirect({ status }: ServerError): boolean {
  return status >= 300 && status < 400;
}

function whyOf({ status, type, words }: ServerError): ChatFailure["why"] {
  // OpenAI's 429 and Anthropic's 400 for spent credit would otherwise be retried forever.
  if (status === 402 || /insufficient_quota|billing/i.test(type) || /^your credit balance is too low/i.test(words)) {
    return "payment";
  }
  // OpenRouter's 403 and Azure's 400 for a text their filter dislikes: it is this text, not the key.
  if (/content_?(filter|policy)/i.test(type) || (status === 403 && /flagged|moderation/i.test(words))) return "refusal";
  // A 403 without a message comes from a firewall: it may be about this one text and must not stop all others.
  if (status === 401 || (status === 403 && (type !== "" || words !== ""))) return "auth";
  if (status === 429) return "rate_limited";
  // llama.cpp and gateways in front of it, for as long as it takes.
  if (status === 503 && /loading model|model is (?:still )?loading/i.test(words)) return "loading";
  // Ollama's 500 for a schema that it cannot use: a simpler request may do.
  if (/invalid json schema/i.test(words)) return "rejected";
  return status === 408 || status >= 500 ? "overloaded" : "rejected";
}

/** There was no answer, or not a whole one. */
export function failedByHttp(failure: HttpFailure): Failed {
  const why = whyOfHttp(failure);
  const wasNeverSent = failure.kind === "dns" || failure.kind === "tls" || isRefused(failure);
  return { kind: "failed", failure: chatFailure(why, failure.message), usage: wasNeverSent ? noUsage : null };
}

function isRefused(failure: HttpFailure): boolean {
  return failure.kind === "connect" && failure.what !== "lost";
}

function whyOfHttp(failure: HttpFailure): ChatFailure["why"] {
  if (failure.kind === "timeout" || failure.kind === "aborted") return failure.kind;
  if (failure.kind === "too-large") return failure.what === "request" ? "rejected" : "bad_answer";
  return "network";
}

/** Always fails like an overloaded server (AI_TYPE=fail), to try out what happens then. */
export const failingChat: Chat = {
  async ask() {
    return { kind: "failed", failure: chatFailure("overloaded", "it fails on purpose."), usage: noUsage };
  },
};

/** An error in the server's own words, in whatever JSON they came. */
export type ServerError = { status: number; type: string; words: string };

// OpenAI, OpenRouter and Anthropic send an object, Ollama a string, older vLLM and FastAPI put it at the top.
const details = z.object({
  code: z.union([z.string(), z.number()]).nullish(),
  type: z.string().nullish(),
  message: z.string().nullish(),
  metadata: z.object({ raw: z.string().nullish() }).nullish().catch(null),
});
const nested = z.object({ error: z.union([details, z.string()]) });
const flat = z.union([
  z.object({ object: z.literal("error"), message: z.string() }),
  z.object({ detail: z.string() }).transform(({ detail }) => ({ message: detail })),
]);

/** null: no error. `status` is the HTTP status, unless that is 200 and the body has another. */
export function parseServerError(json: unknown, httpStatus: number): ServerError | null {
  const found = nested.safeParse(json).data?.error ?? flat.safeParse(json).data?.message;
  if (found === undefined) return null;
  if (typeof found === "string") return { status: failureStatus(httpStatus, ""), type: "", words: found };

  const type = `${found.type ?? ""} ${found.code ?? ""}`.trim();
  const words = [found.message, found.metadata?.raw].filter(Boolean).join(": ");
  return { status: failureStatus(httpStatus, String(found.code ?? found.type ?? "")), type, words: words || type };
}

const statusOfType: readonly (readonly [RegExp, number])[] = [
  [/rate_?limit/i, 429],
  [/overloaded|unavailable/i, 503],
  [/authentication|invalid_api_key/i, 401],
  [/invalid_request/i, 400],
];

function failureStatus(httpStatus: number, code: string): number {
  if (httpStatus >= 400) return httpStatus;
  if (/^[45]\d\d$/.test(code)) return Number(code);
  return statusOfType.find(([pattern]) => pattern.test(code))?.[1] ?? 500;
}
