import { isHarmless, suspectInjection } from "../../chat/text-checks.ts";
import { plainText } from "../../chat/model-text.ts";
import type { AnalyzerResult, RefusedText } from "../../items/analyzer-result.ts";
import type { ReadableItem } from "./build-question.ts";
import { type Ground, isLouder, judgeProse, judgeTitle } from "./judge-text.ts";
import type { ModelAnswer } from "./model-answer.ts";
import type { ModelReading } from "./read-for-model.ts";
import { wordListsFor } from "../heuristic/word-lists.ts";
import { measureSupport } from "../measure-support.ts";

type TitleField = "title_corrected" | "title_correction_reason" | "title_source";
type DescriptionField = "description_corrected" | "description_correction_reason";
type SummaryField = "summary" | "summary_source";
type CheckedTexts = Pick<AnalyzerResult, TitleField | DescriptionField | SummaryField | "warnings"> & {
  refused: RefusedText[];
};
type ModelTexts = Pick<
  ModelAnswer,
  "title_corrected" | "title_correction_reason" | "description_corrected" | "description_correction_reason" | "summary"
>;
const notAsked: ModelTexts = {
  title_corrected: "",
  title_correction_reason: "",
  description_corrected: "",
  description_correction_reason: "",
  summary: "",
};
type CheckedText = { text: string; refused: RefusedText | null };

const titleCharsMax = 300;
const descriptionCharsMax = 600;
const summaryCharsMax = 1_500;

/**
 * The model's texts if they pass the checks, otherwise those of the offline analysis, with the reason. A text that is missing or
 * empty was not asked for: the offline one stays.
 */
export function checkTexts(
  given: Partial<ModelTexts>,
  { item, isSuspect, prompt }: Pick<ModelReading, "item" | "isSuspect"> & { prompt: string },
  byWords: AnalyzerResult,
): CheckedTexts {
  const answer = { ...notAsked, ...given };
  const { title_original: title } = byWords;
  const { language } = item;
  const ground: Ground = { title, byWords, source: sourceOf(item), language, isSuspect, prompt };
  const check = (field: RefusedText["field"], raw: string, charsMax: number): CheckedText => {
    const text = unwrapped(plainText(raw, charsMax), title);
    if (raw.trim() === "") return { text, refused: null };
    const problem = field === "title" ? judgeTitle(text, ground) : judgeProse(text, ground);
    return { text, refused: problem && { field, ...problem } };
  };
  const isRepeated = answer.title_corrected.trim() === title.trim();
  const checkedTitle = isRepeated ? repeatedTitle(ground) : check("title", answer.title_corrected, titleCharsMax);
  const description = check("description", answer.description_corrected, descriptionCharsMax);
  const summary = check("summary", answer.summary, summaryCharsMax);
  const refused = [checkedTitle, description, summary].flatMap((one) => one.refused ?? []);

  return {
    ...pickTitle(checkedTitle, reasonText(answer.title_correction_reason, ground), byWords),
    ...pickDescription(description, reasonText(answer.description_correction_reason, ground), byWords),
    ...pickSummary(summary, byWords),
    refused,
    warnings: [...new Set(refused.flatMap(({ why }) => warningOf[why] ?? []))],
  };
}

/** A weak model repeats what it was given. Where words found something plainer, theirs is shown. */
function repeatedTitle(ground: Ground): CheckedText {
  const problem = isLouder(ground.title, ground)
    ? { field: "title" as const, why: "louder" as const, words: [] }
    : null;
  return { text: ground.title.trim(), refused: problem };
}

const warningOf: Partial<Record<RefusedText["why"], AnalyzerResult["warnings"][number]>> = {
  number: "unsupported_number",
  name: "unsupported_entity",
  language: "language_mismatch",
};

/** Weak models put quotation marks around the whole answer. */
function unwrapped(text: string, title: string): string {
  const wrapped = /^["“„«»'‘‚](.+)["”“»«'’‘]$/u;
  const [, inner = text] = wrapped.exec(text) ?? [];
  return wrapped.test(title.trim()) || /["“”„«»]/u.test(inner) ? text : inner.trim();
}

export function sourceOf({ title, description, body }: ReadableItem): string {
  return [suspectInjection(title) ? "" : title, description, body].join("\n");
}

function pickTitle(
  { text, refused }: CheckedText,
  reason: string,
  byWords: AnalyzerResult,
): Pick<AnalyzerResult, TitleField> {
  const { title_original, title_corrected, title_correction_reason, title_source } = byWords;
  if (text === "" || refused !== null) return { title_corrected, title_correction_reason, title_source };
  const isKept = text === title_original.trim();
  return {
    title_corrected: isKept ? title_original : text,
    title_correction_reason: reason,
    title_source: isKept ? "original" : "llm",
  };
}

function pickDescription(
  { text, refused }: CheckedText,
  reason: string,
  { description_corrected, description_correction_reason }: AnalyzerResult,
): Pick<AnalyzerResult, DescriptionField> {
  if (text !== "" && refused === null) return { description_corrected: text, description_correction_reason: reason };
  return { description_corrected, description_correction_reason };
}

function pickSummary({ text, refused }: CheckedText, byWords: AnalyzerResult): Pick<AnalyzerResult, SummaryField> {
  if (text !== "" && refused === null) return { summary: text, summary_source: "llm" };
  return { summary: byWords.summary, summary_source: "words" };
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
