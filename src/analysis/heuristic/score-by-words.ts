import type { AnalyzerResult } from "../../items/analyzer-result.ts";
import { describeFindings, quoteList, scoreFindings } from "./score-findings.ts";
import type { ReadItem } from "./read-item.ts";
import type { ReadText } from "./read-text.ts";
import { roundScore, type Scores } from "../overall-score.ts";
import type { LoadedKind } from "../plain/lexicon-entry.ts";
import { markedSpans } from "../plain/tagger/marked-spans.ts";
import type { TaggedTitle } from "../plain/tagger/tag-title.ts";

type ScoredByWords = Pick<
  AnalyzerResult,
  keyof Scores | `${keyof Scores}_reason` | "overall" | "loaded" | "confidence"
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
  const hedges = {
    speculative: scoreFindings("speculative", item.hedges, item.texts),
    speculative_reason: describeFindings("speculative", item.hedges),
  };
  if (item.tagged !== null) {
    const scores = scoreTitle(item.title, item.tagged);
    const { loaded: framing, teaser: clickbait } = item.tagged.measured;
    return { ...scores, ...hedges, loaded: scores.overall, confidence: { ...noConfidence, framing, clickbait } };
  }
  const unread = `Titles in “${item.language}” are not read.`;
  const loud = scoreFindings("hyper_stimulus", item.findings, item.texts);
  return {
    framing: 0,
    framing_reason: unread,
    clickbait: 0,
    clickbait_reason: unread,
    persuasive: 0,
    persuasive_reason: unread,
    hyper_stimulus: loud,
    hyper_stimulus_reason: describeFindings("hyper_stimulus", item.findings),
    ...hedges,
    overall: loud,
    loaded: loud,
    confidence: noConfidence,
  };
}

/** Without hedging: a wire agency also writes "may" and "reportedly". */
type TaggedScore = Exclude<keyof Scores, "speculative">;
type TitleScores = Pick<AnalyzerResult, TaggedScore | `${TaggedScore}_reason` | "overall">;

const partOf: Record<LoadedKind, TaggedScore> = {
  emotive: "framing",
  judgement: "framing",
  exaggeration: "framing",
  violence: "framing",
  name: "framing",
  mind: "framing",
  teaser: "clickbait",
  appeal: "persuasive",
  shouting: "hyper_stimulus",
  insinuation: "framing",
};

/** What a stored reason begins with, or is. Pages in other languages know it by these words: a change needs theirs too. */
export const taggedReasons: Record<TaggedScore, { some: string; none: string }> = {
  framing: { some: "Loaded words", none: "No loaded words found." },
  clickbait: { some: "Teasing words", none: "Not worded like clickbait." },
  persuasive: { some: "Words that tell the reader what to do or feel", none: "No appeals found." },
  hyper_stimulus: { some: "Shouting", none: "No shouting found." },
};

const wordsMax = 3;
// Below this a word is noise and carries no part of the score.
const massMin = 0.15;

/**
 * `overall` is the probability that an editor calls the title loaded. Its parts add up to it: each word hands its share to
 * the part that its kind belongs to.
 */
function scoreTitle(title: ReadText, tagged: TaggedTitle): TitleScores {
  const mass = new Map<TaggedScore, number>();
  const add = (part: TaggedScore, amount: number) => mass.set(part, (mass.get(part) ?? 0) + amount);
  for (const { kind, loaded } of tagged.words) if (loaded >= massMin) add(partOf[kind], loaded);
  add("clickbait", tagged.clickbait / 2);
  const total = Math.max(
    1e-9,
    [...mass.values()].reduce((sum, value) => sum + value, 0),
  );
  const score = (part: TaggedScore) => roundScore((tagged.loaded * (mass.get(part) ?? 0)) / total);
  return {
    framing: score("framing"),
    framing_reason: reasonFor("framing", title, tagged),
    clickbait: score("clickbait"),
    clickbait_reason: reasonFor("clickbait", title, tagged),
    persuasive: score("persuasive"),
    persuasive_reason: reasonFor("persuasive", title, tagged),
    hyper_stimulus: score("hyper_stimulus"),
    hyper_stimulus_reason: reasonFor("hyper_stimulus", title, tagged),
    overall: roundScore(tagged.loaded),
  };
}

function reasonFor(part: TaggedScore, { text }: ReadText, tagged: TaggedTitle): string {
  const { some, none } = taggedReasons[part];
  const marked = markedSpans(tagged).filter(({ kind }) => partOf[kind] === part);
  if (marked.length === 0) return none;
  const words = marked.slice(0, wordsMax).map(({ start, end }) => text.slice(start, end));
  const rest = marked.length - words.length;
  return `${some}: ${quoteList(words)}${rest > 0 ? ` and ${rest} more` : ""}.`;
}
