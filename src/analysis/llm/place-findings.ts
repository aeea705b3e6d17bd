import { isHarmless } from "../../chat/answer-checks.ts";
import { plainText } from "../../chat/plain-text.ts";
import {
  factsMax,
  techniquesMax,
  type AnalyzerResult,
  type Technique,
  type TechniqueId,
} from "../../items/analyzer-result.ts";
import type { Scores } from "../overall-score.ts";
import { suspectInjection } from "../../chat/suspect-injection.ts";
import { findUnsupported } from "./find-unsupported.ts";
import { findQuote, type PlacedItem } from "./find-quote.ts";
import type { ModelAnswer } from "./model-answer.ts";

/** Some of them fail the checks, so we read more than we keep. */
const factsReadMax = 20;
const factCharsMax = 400;
const quoteWordsMin = 3;
const neutralCharsMax = 150;

/** Keeps only facts whose quote is in the item, word for word, and that say no more than the item. */
export function placeFacts(
  facts: ModelAnswer["facts"],
  item: PlacedItem,
  { source, language }: { source: string; language: string },
): AnalyzerResult["facts"] {
  return facts
    .slice(0, factsReadMax)
    .flatMap(({ text, quote }) => {
      const span = quote.trim().split(/\s+/u).length < quoteWordsMin ? null : findQuote(quote, item);
      const fact = plainText(text, factCharsMax);
      const holds = fact !== "" && isHarmless(fact, source) && findUnsupported(fact, source, language).length === 0;
      if (span === null || !holds || suspectInjection(span.text)) return [];
      return [{ text: fact, quote: span.text, span }];
    })
    .slice(0, factsMax);
}

/** The score that a technique is evidence for: its severity is that score. */
const scoreOf: Record<TechniqueId, keyof Scores> = {
  loaded_language: "framing",
  name_calling: "framing",
  one_sided: "framing",
  opinion_marker: "framing",
  fear_appeal: "persuasive",
  emotional_appeal: "persuasive",
  call_to_action: "persuasive",
  curiosity_gap: "clickbait",
  question_headline: "clickbait",
  listicle: "clickbait",
  exaggeration: "hyper_stimulus",
  attention_prefix: "hyper_stimulus",
  all_caps: "hyper_stimulus",
  exclamation: "hyper_stimulus",
  speculation: "speculative",
  unattributed_claim: "speculative",
};

/** Keeps only techniques whose words are in the item, each place once. */
export function placeTechniques(
  techniques: ModelAnswer["techniques"],
  item: PlacedItem,
  { scores, source }: { scores: Scores; source: string },
): Technique[] {
  const placed = techniques.slice(0, techniquesMax).flatMap(({ id, text, neutral }): Technique[] => {
    const span = findQuote(text, item);
    if (span === null) return [];
    const plain = plainText(neutral, neutralCharsMax);
    const isShown = plain !== "" && isHarmless(plain, source);
    return [{ id, severity: scores[scoreOf[id]], span, ...(isShown ? { neutral: plain } : {}) }];
  });
  return [...new Map(placed.map((technique) => [JSON.stringify([technique.id, technique.span]), technique])).values()];
}
