import { isHarmless, sharedWordsMin, sharesWords, suspectInjection } from "../../chat/text-checks.ts";
import { plainText } from "../../chat/model-text.ts";
import {
  type AnalyzerResult,
  factsMax,
  type Span,
  type Technique,
  type TechniqueId,
  techniquesMax,
} from "../../items/analyzer-result.ts";
import type { Scores } from "../overall-score.ts";
import { findUnsupported } from "./check-texts.ts";
import type { ModelAnswer } from "./model-answer.ts";
import type { AnalysisInput } from "../analyzer.ts";
import type { PreparedInput } from "../prepare-input.ts";

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
      const isKnown = isHarmless(fact, source) && findUnsupported(fact, source, language).length === 0;
      const holds = fact !== "" && isKnown && sharesWords(fact, source, sharedWordsMin);
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
  { scores, source, isSuspect }: { scores: Scores; source: string; isSuspect: boolean },
): Technique[] {
  const placed = techniques.slice(0, techniquesMax).flatMap(({ id, text, neutral }): Technique[] => {
    const span = findQuote(text, item);
    if (span === null) return [];
    const plain = plainText(neutral, neutralCharsMax);
    const isShown = !isSuspect && plain !== "" && isHarmless(plain, source);
    return [{ id, severity: scores[scoreOf[id]], span, ...(isShown ? { neutral: plain } : {}) }];
  });
  return [...new Map(placed.map((technique) => [JSON.stringify([technique.id, technique.span]), technique])).values()];
}

/** An item as given and as cleaned: a position must be the same in both. */
export type PlacedItem = { input: AnalysisInput; prepared: PreparedInput };

const quoteCharsMax = 600;
/** The pattern is tried at each position: 300 one-letter words took 75 ms, and an answer has up to thirty quotes. */
const quoteWordsMax = 100;
/** With the white space that the item has between the words. */
const spanCharsMax = 1_000;
const fields = ["title", "description", "body"] as const;

/**
 * Where an item says something, letter by letter except for case, white space and the shape of quotation marks: models
 * straighten those. null: it does not say so.
 */
function findQuote(quote: string, { prepared, input }: PlacedItem): Span | null {
  const words = quote
    .slice(0, quoteCharsMax)
    .trim()
    .split(/\s+/u)
    .filter((word) => word !== "");
  if (words.length === 0 || words.length > quoteWordsMax) return null;
  const pattern = new RegExp(words.map(toPattern).join("\\s+"), "iu");
  for (const field of fields) {
    const match = pattern.exec(prepared[field]);
    if (match === null || match[0].length > spanCharsMax) continue;
    const [start, end] = [match.index, match.index + match[0].length];
    // Not if cleaning changed the text: a span must quote what the item really says.
    if (input[field].slice(start, end) === match[0]) return { field, start, end, text: match[0] };
  }
  return null;
}

function toPattern(word: string): string {
  return word
    .replaceAll(/[\\^$.*+?()[\]{}|/]/gu, "\\$&")
    .replaceAll(/["“”„‟«»]/gu, '["“”„‟«»]')
    .replaceAll(/['’‘‚]/gu, "['’‘‚]");
}
