import { chatFailure } from "../chat/chat-failure.ts";
import type { Chat, ChatFailure, ChatRequest } from "../chat/chat.ts";
import { buildDigestQuestion } from "./build-digest-question.ts";
import { buildExtract } from "./build-extract.ts";
import { digestPrompt } from "./digest-prompt.ts";
import type { DigestItem, DigestOutcome } from "./digest.ts";
import { parseDigest } from "./parse-digest.ts";

/**
 * `chat` is null where no model is configured: the digest is an extract then. `sleep` resolves early when the signal
 * aborts. `makeFence` gives a word that the writer of an item cannot know.
 */
export type DigestParts = {
  chat: Chat | null;
  sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  makeFence: () => string;
};

const retryAfterMsMin = 2_000;
/** A person waits for it: beyond this they had better come again. */
const retryAfterMsMax = 30_000;

export async function writeDigest(
  { chat, sleep, makeFence }: DigestParts,
  items: readonly DigestItem[],
  signal: AbortSignal,
): Promise<DigestOutcome> {
  if (items.length === 0) return { kind: "no-items" };
  if (chat === null) return { kind: "written", digest: buildExtract(items) };

  const question = buildDigestQuestion(digestPrompt, items, makeFence());
  const first = await ask(chat, question, items, signal);
  const waitMs = first.kind === "written" ? null : retryWaitMs(first.failure);
  if (waitMs === null) return first;

  await sleep(waitMs, signal);
  return ask(chat, question, items, signal);
}

async function ask(
  chat: Chat,
  question: ChatRequest,
  items: readonly DigestItem[],
  signal: AbortSignal,
): Promise<Exclude<DigestOutcome, { kind: "no-items" }>> {
  const outcome = await chat.ask(question, signal);
  if (outcome.kind === "failed") return { kind: kindOf[outcome.failure.why], failure: outcome.failure };

  const digest = parseDigest(outcome.kind === "truncated" ? withoutLastLine(outcome.text) : outcome.text, items);
  if (digest === null) {
    return {
      kind: "failed",
      failure: chatFailure("bad_answer", "no paragraph of it rests on the items it was given."),
    };
  }
  return { kind: "written", digest: { ...digest, itemCount: items.length, writtenBy: outcome.model } };
}

/** The paragraph that the limit of tokens cut off. */
function withoutLastLine(text: string): string {
  return text.slice(0, text.trimEnd().lastIndexOf("\n") + 1);
}

/** null: asking again is of no use. */
function retryWaitMs({ why, retryAfterMs }: ChatFailure): number | null {
  const mayPass = ["rate_limited", "overloaded", "timeout", "network", "bad_answer"].includes(why);
  const waitMs = Math.max(retryAfterMsMin, retryAfterMs ?? 0);
  return mayPass && waitMs <= retryAfterMsMax ? waitMs : null;
}

const kindOf: Record<ChatFailure["why"], "unavailable" | "failed"> = {
  auth: "unavailable",
  payment: "unavailable",
  rate_limited: "unavailable",
  budget: "unavailable",
  overloaded: "unavailable",
  timeout: "unavailable",
  network: "unavailable",
  rejected: "failed",
  refusal: "failed",
  bad_answer: "failed",
  aborted: "failed",
};
