import { isHarmless, sharedWordsMin, sharesWords } from "../../chat/answer-checks.ts";
import { plainText } from "../../chat/plain-text.ts";
import type { AnalyzerResult } from "../../items/analyzer-result.ts";
import { suspectInjection } from "../../chat/suspect-injection.ts";
import type { ReadableItem } from "./build-question.ts";
import { findUnsupported } from "./find-unsupported.ts";
import type { ModelAnswer } from "./model-answer.ts";
import { isInOtherLanguage } from "./parse-answer.ts";
import type { ModelReading } from "./read-for-model.ts";
import { reasonText } from "./reason-text.ts";

type TitleField = "title_corrected" | "title_correction_reason" | "title_source";
type DescriptionField = "description_corrected" | "description_correction_reason";
type CheckedTexts = Pick<AnalyzerResult, TitleField | DescriptionField | "summary" | "warnings">;
type CheckedText = { raw: string; text: string; warnings: AnalyzerResult["warnings"]; holds: boolean };

const titleCharsMax = 300;
const descriptionCharsMax = 600;
const summaryCharsMax = 1_500;
/** If the item contains an injection, we accept almost only its own words, without the injected passages. */
const sharedWordsMinWhenSuspect = 0.9;

/** The model's texts if they pass the checks, otherwise those of the offline analysis. */
export function checkTexts(
  answer: ModelAnswer,
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
