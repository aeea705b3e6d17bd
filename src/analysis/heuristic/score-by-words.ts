import type { AnalyzerResult } from "../../items/analyzer-result.ts";
import { roundScore } from "../overall-score.ts";
import { describeFindings, quoteList } from "./describe-findings.ts";
import { hasLexicon, type Lexicon } from "./lexicon.ts";
import type { ReadItem } from "./read-item.ts";
import { scoreClickbait } from "./score-clickbait.ts";
import { contributors, scoreFindings, type ScoreName } from "./score-findings.ts";

export type ScoredByWords = Pick<AnalyzerResult, ScoreName | `${ScoreName}_reason` | "loaded" | "confidence">;

// Counting words must never look like proof of slant.
const framingMax = 0.8;
const signsMax = 3;

export function scoreByWords(item: ReadItem): ScoredByWords {
  const loaded = scoreOf("framing", item);
  const clickbait = item.language === "en" ? trainedClickbait(item) : listedClickbait(item);
  return {
    framing: Math.min(framingMax, loaded),
    framing_reason: reasonOf("framing", item),
    loaded,
    ...clickbait,
    persuasive: scoreOf("persuasive", item),
    persuasive_reason: reasonOf("persuasive", item),
    hyper_stimulus: scoreOf("hyper_stimulus", item),
    hyper_stimulus_reason: reasonOf("hyper_stimulus", item),
    speculative: scoreOf("speculative", item),
    speculative_reason: reasonOf("speculative", item),
    confidence: confidenceFor(item.language),
  };
}

function scoreOf(name: ScoreName, { findings, texts }: ReadItem): number {
  return scoreFindings(name, findings, texts);
}

function reasonOf(name: ScoreName, { findings, language }: ReadItem): string {
  const counted = contributors(name, findings);
  if (counted.length === 0 && !hasLexicon(language)) return `No word list for the language “${language}”.`;
  return describeFindings(name, counted);
}

function trainedClickbait({ title, lexicon }: ReadItem): Pick<AnalyzerResult, "clickbait" | "clickbait_reason"> {
  const { probability, signs } = scoreClickbait(title.text);
  return { clickbait: roundScore(probability), clickbait_reason: clickbaitReason(probability, signs, lexicon) };
}

// "The" and "you" weigh too, but name no reason.
function clickbaitReason(probability: number, signs: readonly string[], lexicon: Lexicon): string {
  if (probability < 0.5) return "Not worded like clickbait.";
  const isTelling = (word: string) => !lexicon.functionWords.has(word) && !lexicon.personalWords.has(word);
  const telling = signs.filter((sign) => sign.split(" ").every(isTelling)).slice(0, signsMax);
  return telling.length === 0 ? "Worded like clickbait." : `Worded like clickbait: ${quoteList(telling)}.`;
}

function listedClickbait({
  findings,
  language,
  ...item
}: ReadItem): Pick<AnalyzerResult, "clickbait" | "clickbait_reason"> {
  const titled = { ...item, language, findings: findings.filter(({ read }) => read.field === "title") };
  return { clickbait: scoreOf("clickbait", titled), clickbait_reason: reasonOf("clickbait", titled) };
}

// Measured: clickbait is well told in English, by patterns only in German and Polish;
// loud signs need no language; the rest is word lists.
function confidenceFor(language: string): AnalyzerResult["confidence"] {
  if (!hasLexicon(language)) return { framing: 0, clickbait: 0.1, persuasive: 0, hyper_stimulus: 0.7, speculative: 0 };
  const clickbait = language === "en" ? 0.9 : 0.5;
  return { framing: 0.3, clickbait, persuasive: 0.2, hyper_stimulus: 0.8, speculative: 0.5 };
}
