import type { AnalyzerResult } from "../../items/analyzer-result.ts";
import { overallScore, roundScore, type Scores } from "../overall-score.ts";
import { reasonText, sourceOf } from "./check-texts.ts";
import type { ModelAnswer } from "./model-answer.ts";
import type { ModelReading } from "./read-for-model.ts";

type ScoreName = keyof Scores;
type SteadyScores = Pick<
  AnalyzerResult,
  ScoreName | `${ScoreName}_reason` | "overall" | "overall_reason" | "overall_by_model" | "confidence"
>;

/** A score this far from the offline score, in an item with an injection, was dictated by the item. */
const injectedDistance = 0.6;

/** Estimates: a model sees most with the whole text, less with a teaser; after an injection its answer proves little. */
const confidenceIn = { article: 0.8, feed: 0.6 } as const;
const confidenceWhenSuspect = 0.3;
const suspectReason = "The item tries to give instructions to a model, so the model's scores count for less.";

/** The model's scores, except those that an injection moved away from the offline scores. */
export function steadyScores(
  answer: ModelAnswer,
  byWords: AnalyzerResult,
  { item, isSuspect }: Pick<ModelReading, "item" | "isSuspect">,
): SteadyScores {
  const ground = { source: sourceOf(item), isSuspect };
  const isInjected = (name: ScoreName) => isSuspect && Math.abs(answer[name] - byWords[name]) > injectedDistance;
  const reason = (name: ScoreName) => {
    return isInjected(name) ? byWords[`${name}_reason`] : reasonText(answer[`${name}_reason`], ground);
  };
  const scores = eachScore((name) => roundScore(isInjected(name) ? byWords[name] : answer[name]));
  const confidence = isSuspect ? confidenceWhenSuspect : confidenceIn[byWords.input_kind];
  return {
    ...scores,
    framing_reason: reason("framing"),
    clickbait_reason: reason("clickbait"),
    persuasive_reason: reason("persuasive"),
    hyper_stimulus_reason: reason("hyper_stimulus"),
    speculative_reason: reason("speculative"),
    overall: overallScore(scores),
    overall_reason: isSuspect ? suspectReason : reasonText(answer.overall_reason, ground),
    overall_by_model: roundScore(answer.overall),
    confidence: eachScore(() => confidence),
  };
}

function eachScore(valueOf: (name: ScoreName) => number): Scores {
  return {
    framing: valueOf("framing"),
    clickbait: valueOf("clickbait"),
    persuasive: valueOf("persuasive"),
    hyper_stimulus: valueOf("hyper_stimulus"),
    speculative: valueOf("speculative"),
  };
}
