import type { AnalyzerResult } from "../../items/analyzer-result.ts";
import { scoreTitle } from "../plain/score-title.ts";
import { describeFindings } from "./describe-findings.ts";
import type { ReadItem } from "./read-item.ts";
import { contributors, scoreFindings, type ScoreName } from "./score-findings.ts";

export type ScoredByWords = Pick<
  AnalyzerResult,
  ScoreName | `${ScoreName}_reason` | "overall" | "loaded" | "confidence"
>;

const noConfidence: AnalyzerResult["confidence"] = {
  framing: 0,
  clickbait: 0,
  persuasive: 0,
  hyper_stimulus: 0,
  speculative: 0,
};

/** Scores of the title by the tagger, hedges by lists. In a language that the tagger does not read only loud signs count. */
export function scoreByWords(item: ReadItem): ScoredByWords {
  const { hedges: findings, texts } = item;
  const hedges = {
    speculative: scoreFindings("speculative", findings, texts),
    speculative_reason: describeFindings("speculative", contributors("speculative", findings)),
  };
  if (item.tagged !== null) {
    const scores = scoreTitle(item.title, item.tagged);
    const { loaded: framing, teaser: clickbait } = item.tagged.measured;
    return { ...scores, ...hedges, loaded: scores.overall, confidence: { ...noConfidence, framing, clickbait } };
  }
  const unread = `Titles in “${item.language}” are not read.`;
  const loud = scoreOf("hyper_stimulus", item);
  return {
    framing: 0,
    framing_reason: unread,
    clickbait: 0,
    clickbait_reason: unread,
    persuasive: 0,
    persuasive_reason: unread,
    hyper_stimulus: loud,
    hyper_stimulus_reason: reasonOf("hyper_stimulus", item),
    ...hedges,
    overall: loud,
    loaded: loud,
    confidence: noConfidence,
  };
}

function scoreOf(name: ScoreName, { findings, texts }: ReadItem): number {
  return scoreFindings(name, findings, texts);
}

function reasonOf(name: ScoreName, { findings }: ReadItem): string {
  return describeFindings(name, contributors(name, findings));
}
