import { isHarmless, sharedWordsMin, sharesWords, suspectInjection } from "../../chat/text-checks.ts";
import { plainText } from "../../chat/model-text.ts";
import type { AnalyzerResult } from "../../items/analyzer-result.ts";
import type { ReadableItem } from "./build-question.ts";
import { isInOtherLanguage, type ModelAnswer } from "./model-answer.ts";
import type { ModelReading } from "./read-for-model.ts";
import { wordListsFor } from "../heuristic/word-lists.ts";
import { measureSupport } from "../measure-support.ts";

type TitleField = "title_corrected" | "title_correction_reason" | "title_source";
type DescriptionField = "description_corrected" | "description_correction_reason";
type CheckedTexts = Pick<AnalyzerResult, TitleField | DescriptionField | "summary" | "warnings">;
/** A text that is empty was not asked for: the offline one stays. */
export type ModelTexts = Pick<
  ModelAnswer,
  "title_corrected" | "title_correction_reason" | "description_corrected" | "description_correction_reason" | "summary"
>;
type CheckedText = { raw: string; text: string; warnings: AnalyzerResult["warnings"]; holds: boolean };

const titleCharsMax = 300;
const descriptionCharsMax = 600;
const summaryCharsMax = 1_500;
/** If the item contains an injection, we accept almost only its own words, without the injected passages. */
const sharedWordsMinWhenSuspect = 0.9;

/** The model's texts if they pass the checks, otherwise those of the offline analysis. */
export function checkTexts(
  answer: ModelTexts,
  { item, isSuspect }: Pick<ModelReading, "item" | "isSuspect">,
  byWords: AnalyzerResult,
): CheckedTexts {
  const source = sourceOf(item);
  const isForeign = isInOtherLanguage(answer, item.language);
  const sharedMin = isSuspect ? sharedWordsMinWhenSuspect : sharedWordsMin;
  const ground = { source, isSuspect };
  const check = (raw: string, charsMax: number): CheckedText => {
    const text = plainText(raw, charsMax);
    const warnings: CheckedText["warnings"] = isForeign
      ? ["language_mismatch"]
      : findUnsupported(text, source, item.language);
    const isTrue = warnings.length === 0 && sharesWords(text, source, sharedMin);
    return { raw, text, warnings, holds: text !== "" && isTrue && isHarmless(text, source) };
  };
  const title = check(answer.title_corrected, titleCharsMax);
  const description = check(answer.description_corrected, descriptionCharsMax);
  const summary = check(answer.summary, summaryCharsMax);

  return {
    ...pickTitle(title, reasonText(answer.title_correction_reason, ground), byWords),
    ...pickDescription(description, reasonText(answer.description_correction_reason, ground), byWords),
    summary: summary.holds ? summary.text : byWords.summary,
    warnings: [...new Set([title, description, summary].flatMap((text) => text.warnings))],
  };
}

export function sourceOf({ title, description, body }: ReadableItem): string {
  return [suspectInjection(title) ? "" : title, description, body].join("\n");
}

function pickTitle(title: CheckedText, reason: string, byWords: AnalyzerResult): Pick<AnalyzerResult, TitleField> {
  const { title_original, title_corrected, title_correction_reason, title_source } = byWords;
  if (title.raw.trim() === title_original.trim()) {
    return { title_corrected: title_original, title_correction_reason: reason, title_source: "original" };
  }
  if (title.holds) return { title_corrected: title.text, title_correction_reason: reason, title_source: "llm" };
  return { title_corrected, title_correction_reason, title_source };
}

function pickDescription(
  description: CheckedText,
  reason: string,
  { description_corrected, description_correction_reason }: AnalyzerResult,
): Pick<AnalyzerResult, DescriptionField> {
  if (description.holds) return { description_corrected: description.text, description_correction_reason: reason };
  return { description_corrected, description_correction_reason };
}

/** People's own summaries have 0.82 of their names and numbers from the source on average. */
const supportMin = 0.6;

/** Facts in a text that its source does not contain: any number, or too many names. */
export function findUnsupported(
  text: string,
  source: string,
  language: string,
): ("unsupported_number" | "unsupported_entity")[] {
  const { missingNumbers, missingNames, share } = measureSupport(text, source);
  // In a language that capitalises nouns, one new noun ("Brand" for "gebrannt") is not a sign of invention.
  const namesAllowed = wordListsFor(language).capitalisesNouns ? 1 : 0;
  return [
    ...(missingNumbers.length > 0 ? ["unsupported_number" as const] : []),
    ...(missingNames.length > namesAllowed && share < supportMin ? ["unsupported_entity" as const] : []),
  ];
}

/** What a reason is checked against. `isSuspect`: the item contains an injection. */
type ReasonGround = { source: string; isSuspect: boolean };

/** The prompt allows 20 words. */
const reasonCharsMax = 200;
/** "Two of 3 words are loaded" counts; a number with more digits is told as a fact. */
const countDigitsMax = 1;

/**
 * A reason uses its own words about the item, so we can't look them up there. We check its numbers and addresses, and
 * that it commands nobody. If the item contains an injection, no reason is shown.
 */
export function reasonText(answer: string, { source, isSuspect }: ReasonGround): string {
  const text = isSuspect ? "" : plainText(answer, reasonCharsMax);
  const isTrue = measureSupport(text, source).missingNumbers.every((digits) => digits.length <= countDigitsMax);
  return isTrue && isHarmless(text, source) ? text : "";
}
