import type { AnalyzerResult } from "../../items/analyzer-result.ts";
import { quoteList } from "../heuristic/describe-findings.ts";
import type { ReadText } from "../heuristic/read-text.ts";
import { roundScore, type Scores } from "../overall-score.ts";
import type { LoadedKind } from "./lexicon-entry.ts";
import { markedSpans } from "./tagger/marked-spans.ts";
import type { TaggedTitle } from "./tagger/tag-title.ts";

/** Hedging is no part of it: "may" and "reportedly" are what a wire agency writes. */
type ScoreName = Exclude<keyof Scores, "speculative">;
type TitleScores = Pick<AnalyzerResult, ScoreName | `${ScoreName}_reason` | "overall">;

const partOf: Record<LoadedKind, ScoreName> = {
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

const labels: Record<ScoreName, { some: string; none: string }> = {
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
export function scoreTitle(title: ReadText, tagged: TaggedTitle): TitleScores {
  const mass = new Map<ScoreName, number>();
  const add = (part: ScoreName, amount: number) => mass.set(part, (mass.get(part) ?? 0) + amount);
  for (const { kind, loaded } of tagged.words) if (loaded >= massMin) add(partOf[kind], loaded);
  add("clickbait", tagged.clickbait / 2);
  const total = Math.max(
    1e-9,
    [...mass.values()].reduce((sum, value) => sum + value, 0),
  );
  const score = (part: ScoreName) => roundScore((tagged.loaded * (mass.get(part) ?? 0)) / total);
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

function reasonFor(part: ScoreName, { text }: ReadText, tagged: TaggedTitle): string {
  const { some, none } = labels[part];
  const marked = markedSpans(tagged).filter(({ kind }) => partOf[kind] === part);
  if (marked.length === 0) return none;
  const words = marked.slice(0, wordsMax).map(({ start, end }) => text.slice(start, end));
  const rest = marked.length - words.length;
  return `${some}: ${quoteList(words)}${rest > 0 ? ` and ${rest} more` : ""}.`;
}
