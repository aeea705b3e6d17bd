import type { AnalyzerResult } from "../../items/analyzer-result.ts";
import { overallScore, roundScore, type Scores } from "../overall-score.ts";
import { sourceOf } from "./check-texts.ts";
import type { ModelAnswer } from "./model-answer.ts";
import type { ModelReading } from "./read-for-model.ts";
import { reasonText } from "./reason-text.ts";

type ScoreName = keyof Scores;
type SteadyScores = Pick<
  AnalyzerResult,
  ScoreName | `${ScoreName}_reason` | "overall" | "overall_reason" | "overall_by_model" | "confidence"
>;

/** So far from what the words show, in an item that gives orders, a score was ordered. */
const orderedDistance = 0.6;

/** By judgement: a model with the whole text sees most of it, with a teaser less, and under orders it proves little. */
const confidenceIn = { article: 0.8, feed: 0.6 } as const;
const confidenceWhenSuspect = 0.3;
const suspectReason = "The item gives orders to a machine: what the model says about it is believed with care.";

/** The model's scores, but for those that an item with orders in it moved away from what its words show. */
export function steadyScores(
  answer: ModelAnswer,
  byWords: AnalyzerResult,
  { item, isSuspect }: Pick<ModelReading, "item" | "isSuspect">,
): SteadyScores {
  const ground = { source: sourceOf(item), isSuspect };
  const isOrdered = (name: ScoreName) => isSuspect && Math.abs(answer[name] - byWords[name]) > orderedDistance;
  const reason = (name: ScoreName) => {
    return isOrdered(name) ? byWords[`${name}_reason`] : reasonText(answer[`${name}_reason`], ground);
  };
  const scores = eachScore((name) => roundScore(isOrdered(name) ? byWords[name] : answer[name]));
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
