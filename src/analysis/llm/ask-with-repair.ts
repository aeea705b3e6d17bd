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
import type { ParsedAnswer } from "./model-answer.ts";

export type AskedAnswer<Answer> =
  | { kind: "answered"; answer: Answer; model: string; usage: ChatUsage }
  | { kind: "failed"; failure: AnalysisFailure };

type Why = AnalysisFailure["why"];

/** One reply with an answer, or with the reason for none; `problems` are what a second reply could fix. */
type Reply<Answer> = { text: string; model: string; usage: ChatUsage | null; problems: string[] } & (
  | { answer: Answer; failure: null }
  | { answer: null; failure: Omit<AnalysisFailure, "usage"> }
);

/** Asks, and asks once more if the answer has faults that the model can fix. */
export async function askWithRepair<Answer>(
  chat: Chat,
  question: ChatRequest,
  { parse, signal }: { parse: (text: string) => ParsedAnswer<Answer>; signal: AbortSignal },
): Promise<AskedAnswer<Answer>> {
  const first = readReply(await chat.ask(question, signal), parse);
  if (first.problems.length === 0) return settle(first, first.usage);

  const repair = buildRepair(question, first.text, first.problems);
  const second = readReply(await chat.ask(repair, signal), parse);
  // An answer whose only fault is its language is better than none.
  const better = second.answer === null && first.answer !== null ? first : second;
  return settle(better, addUsage(first.usage ?? noUsage, second.usage ?? noUsage));
}

function settle<Answer>(reply: Reply<Answer>, usage: ChatUsage | null): AskedAnswer<Answer> {
  if (reply.failure !== null) {
    return { kind: "failed", failure: { ...reply.failure, usage: usage && toAnalyzerUsage(usage) } };
  }
  return { kind: "answered", answer: reply.answer, model: reply.model, usage: usage ?? noUsage };
}

function readReply<Answer>(outcome: ChatOutcome, parse: (text: string) => ParsedAnswer<Answer>): Reply<Answer> {
  if (outcome.kind === "failed") {
    const { why, message, retryAfterMs } = outcome.failure;
    return noAnswer(outcome, { why: whyOf[why], message, retryAfterMs });
  }
  if (outcome.kind === "truncated") {
    return noAnswer(outcome, failureBy("truncated", "The model's answer was cut off at its limit of tokens."));
  }
  const parsed = parse(outcome.text);
  if (parsed.kind === "unusable") {
    const failure = failureBy(parsed.why, `The model's answer cannot be used: ${parsed.problems.join("; ")}`);
    return { ...noAnswer(outcome, failure), problems: parsed.problems };
  }
  return { ...outcome, answer: parsed.answer, failure: null, problems: parsed.problems };
}

function noAnswer(
  outcome: { text?: string; model?: string; usage: ChatUsage | null },
  failure: Omit<AnalysisFailure, "usage">,
): Reply<never> {
  const { text = "", model = "", usage } = outcome;
  return { text, model, usage, problems: [], answer: null, failure };
}

function failureBy(why: Why, message: string): Omit<AnalysisFailure, "usage"> {
  return { why, message, retryAfterMs: null };
}

/** A spent budget and the hours are limits of our own: the item is tried again when they are over. */
const whyOf: Record<ChatFailure["why"], Why> = {
  auth: "auth",
  payment: "payment",
  rate_limited: "rate_limited",
  budget: "budget",
  hours: "budget",
  loading: "loading",
  unavailable: "loading",
  overloaded: "server",
  timeout: "timeout",
  network: "network",
  rejected: "server",
  refusal: "refusal",
  bad_answer: "server",
  aborted: "aborted",
};
