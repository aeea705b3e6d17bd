import { readFileSync } from "node:fs";
import { chatFailure } from "../chat/chat-failure.ts";
import type { Chat, ChatFailure, ChatRequest } from "../chat/chat.ts";
import { buildBriefQuestion } from "./build-brief-question.ts";
import { buildExtract } from "./build-extract.ts";
import type { BriefItem, DraftOutcome } from "./brief.ts";
import { parseDraft } from "./parse-draft.ts";

/**
 * `chat` is null if no model is configured; the brief is an extract then. `sleep` resolves early when the signal
 * aborts. `createFence` returns a word that the writer of an item cannot know.
 */
export type DraftParts = {
  chat: Chat | null;
  sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  createFence: () => string;
};

const briefPrompt = readFileSync(new URL("./brief-prompt.md", import.meta.url), "utf8").trim();

const retryAfterMsMin = 2_000;
/** A person is waiting. If the server asks for more, they should come back later. */
const retryAfterMsMax = 30_000;

export async function draftBrief(
  { chat, sleep, createFence }: DraftParts,
  items: readonly BriefItem[],
  signal: AbortSignal,
): Promise<DraftOutcome> {
  if (items.length === 0) return { kind: "no-items" };
  if (chat === null) return { kind: "written", draft: buildExtract(items) };

  const question = buildBriefQuestion(briefPrompt, items, createFence());
  const first = await ask(chat, question, items, signal);
  const waitMs = first.kind === "written" ? null : retryWaitMs(first.failure);
  if (waitMs === null) return first;

  await sleep(waitMs, signal);
  return ask(chat, question, items, signal);
}

async function ask(
  chat: Chat,
  question: ChatRequest,
  items: readonly BriefItem[],
  signal: AbortSignal,
): Promise<Exclude<DraftOutcome, { kind: "no-items" }>> {
  const outcome = await chat.ask(question, signal);
  if (outcome.kind === "failed") return { kind: kindOf[outcome.failure.why], failure: outcome.failure };

  const draft = parseDraft(outcome.kind === "truncated" ? withoutLastLine(outcome.text) : outcome.text, items);
  if (draft === null) {
    return {
      kind: "failed",
      failure: chatFailure("bad_answer", "no paragraph of it is based on the items it was given."),
    };
  }
  return { kind: "written", draft: { ...draft, itemCount: items.length, writtenBy: outcome.model } };
}

/** Drops the paragraph that the token limit cut off. */
function withoutLastLine(text: string): string {
  return text.slice(0, text.trimEnd().lastIndexOf("\n") + 1);
}

/** null: asking again would not help. */
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
