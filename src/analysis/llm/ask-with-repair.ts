import {
  addUsage,
  type Chat,
  type ChatFailure,
  type ChatOutcome,
  type ChatRequest,
  type ChatUsage,
  noUsage,
} from "../../chat/chat.ts";
import type { AnalysisFailure } from "../analyzer.ts";
import { buildRepair } from "./build-question.ts";
import { toAnalyzerUsage } from "./build-result.ts";
import { type ModelAnswer, parseAnswer } from "./model-answer.ts";

type AskedAnswer =
  | { kind: "answered"; answer: ModelAnswer; model: string; usage: ChatUsage }
  | { kind: "failed"; failure: AnalysisFailure };

type Why = AnalysisFailure["why"];

/** One reply with an answer, or with the reason for none; `problems` are what a second reply could fix. */
type Reply = { text: string; model: string; usage: ChatUsage | null; problems: string[] } & (
  | { answer: ModelAnswer; failure: null }
  | { answer: null; failure: Omit<AnalysisFailure, "usage"> }
);

/** Asks, and asks once more if the answer has faults that the model can fix. */
export async function askWithRepair(
  chat: Chat,
  question: ChatRequest,
  { language, signal }: { language: string; signal: AbortSignal },
): Promise<AskedAnswer> {
  const first = readReply(await chat.ask(question, signal), language);
  if (first.problems.length === 0) return settle(first, first.usage);

  const repair = buildRepair(question, first.text, first.problems);
  const second = readReply(await chat.ask(repair, signal), language);
  // An answer whose only fault is its language is better than none.
  const better = second.answer === null && first.answer !== null ? first : second;
  return settle(better, addUsage(first.usage ?? noUsage, second.usage ?? noUsage));
}

function settle(reply: Reply, usage: ChatUsage | null): AskedAnswer {
  if (reply.answer === null) {
    return { kind: "failed", failure: { ...reply.failure, usage: usage && toAnalyzerUsage(usage) } };
  }
  return { kind: "answered", answer: reply.answer, model: reply.model, usage: usage ?? noUsage };
}

function readReply(outcome: ChatOutcome, language: string): Reply {
  if (outcome.kind === "failed") {
    const { why, message, retryAfterMs } = outcome.failure;
    return noAnswer(outcome, { why: whyOf[why], message, retryAfterMs });
  }
  if (outcome.kind === "truncated") {
    return noAnswer(outcome, failureBy("truncated", "The model's answer was cut off at its limit of tokens."));
  }
  const parsed = parseAnswer(outcome.text, language);
  if (parsed.kind === "unusable") {
    const failure = failureBy(parsed.why, `The model's answer cannot be used: ${parsed.problems.join("; ")}`);
    return { ...noAnswer(outcome, failure), problems: parsed.problems };
  }
  return { ...outcome, answer: parsed.answer, failure: null, problems: parsed.problems };
}

function noAnswer(
  outcome: { text?: string; model?: string; usage: ChatUsage | null },
  failure: Omit<AnalysisFailure, "usage">,
): Reply {
  const { text = "", model = "", usage } = outcome;
  return { text, model, usage, problems: [], answer: null, failure };
}

function failureBy(why: Why, message: string): Omit<AnalysisFailure, "usage"> {
  return { why, message, retryAfterMs: null };
}

/** A spent budget is a limit of our own: the item is tried again when the next day begins. */
const whyOf: Record<ChatFailure["why"], Why> = {
  auth: "auth",
  payment: "payment",
  rate_limited: "rate_limited",
  budget: "budget",
  overloaded: "server",
  timeout: "timeout",
  network: "network",
  rejected: "server",
  refusal: "refusal",
  bad_answer: "server",
  aborted: "aborted",
};
