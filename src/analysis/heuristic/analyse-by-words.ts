import { type AnalyzerResult, type Category, type Technique, techniquesMax } from "../../items/analyzer-result.ts";
import { cutText } from "../../text/characters.ts";
import type { AnalysisInput } from "../analyzer.ts";
import { spellLike } from "../plain/british-spelling.ts";
import { editTitle } from "../plain/edit-title.ts";
import { isTaughtLanguage } from "../plain/lexicon-entry.ts";
import { tagTitle } from "../plain/tagger/tag-title.ts";
import { prepareInput } from "../prepare-input.ts";
import { titleEdits } from "../title-edits.ts";
import { findPhrases } from "./find-phrases.ts";
import type { Finding } from "./find-techniques.ts";
import { pickFacts, pickSummary, pickTitleSentence } from "./pick-sentences.ts";
import { isQuotable, type RankedSentence, rankSentences, type ReadSentence, readSentences } from "./rank-sentences.ts";
import { readItem, type ReadItem } from "./read-item.ts";
import type { ReadText } from "./read-text.ts";
import { scoreByWords } from "./score-by-words.ts";
import { withoutEchoes } from "./without-echoes.ts";
import type { WordLists } from "./word-lists.ts";

export const heuristicVersion = "h14";
export const heuristicNotice =
  "Read by the offline reader, without an AI service. It finds loaded and teasing wording, not slant or false claims.";
/** The same in results of 1.0.0. */
export const heuristicNoticeBefore =
  "Read by a small trained model, no AI service. It finds loaded and teasing wording, not slant or false claims.";

// The whole analysis, without a network, a key or a random number: the same input gives the same result.
export function analyseByWords(input: AnalysisInput): AnalyzerResult {
  const prepared = prepareInput(input);
  const item = readItem(prepared, input.languageHint);
  const scores = scoreByWords(item);
  const neutral = neutralise(prepared.title, item);
  const isEdited = neutral.title_source === "safe_edit";
  const findings = isEdited ? withoutEchoes(item.findings, neutral.title_corrected, item.language) : item.findings;

  return {
    schema_version: 2,
    analyzer: "heuristic",
    analyzer_version: heuristicVersion,
    language: item.language,
    input_kind: input.kind,
    input_hash: prepared.hash,
    input_truncated: prepared.truncated,
    analyzed_at: input.now.toISOString(),
    title_original: prepared.title,
    description_original: prepared.description,
    ...neutral,
    ...scores,
    overall_reason: heuristicNotice,
    techniques: findings.slice(0, techniquesMax).map(toTechnique),
    edits: titleEdits(prepared.title, neutral.title_corrected),
    category: guessCategory(item.title, item.texts, item.lists),
    warnings: item.isInjected ? ["injection_suspected"] : [],
  };
}

function toTechnique({ id, severity, read, start, end }: Finding): Technique {
  return { id, severity, span: { field: read.field, start, end, text: read.text.slice(start, end) } };
}

type Neutralised = Pick<
  AnalyzerResult,
  | "title_corrected"
  | "title_correction_reason"
  | "title_source"
  | "description_corrected"
  | "description_correction_reason"
  | "summary"
  | "facts"
>;

// Below this a title may still tell something of its own.
const teaserMin = 0.8;
const reasonCharsMax = 290;

function neutralise(title: string, item: ReadItem): Neutralised {
  const [description, body] = [readSentences(item.texts[0], item), readSentences(item.texts[1], item)];
  const quotable = (body.length > 0 ? body : description).filter(isQuotable);
  const sentences = rankSentences(quotable, item.title, item.lists);

  return {
    ...neutralTitle(title, item, isTeaser(item) ? sentences : []),
    ...calmDescription(item.texts[0].text, description),
    summary: pickSummary(sentences, item),
    facts: pickFacts(sentences, item.lists),
  };
}

/** A rule and the trained score must agree: the score alone called "Twitter bans Trump" a teaser. */
function isTeaser({ tagged, findings }: ReadItem): boolean {
  const isNamed = findings.some(({ read, id }) => {
    return read.field === "title" && (id === "curiosity_gap" || id === "listicle" || id === "question_headline");
  });
  return tagged !== null && tagged.clickbait >= teaserMin && isNamed;
}

function neutralTitle(
  title: string,
  { title: read, tagged, language, lists, texts }: ReadItem,
  sentences: readonly RankedSentence[],
): Pick<Neutralised, "title_corrected" | "title_correction_reason" | "title_source"> {
  const sentence = pickTitleSentence(sentences, read, lists);
  if (sentence) {
    return {
      title_corrected: capitalised(sentence.text.replace(/\.$/u, "")),
      title_correction_reason: "The title only teases: this is a sentence of the item itself.",
      title_source: "lead_sentence",
    };
  }
  // Most titles need no edit, and were tagged already.
  const tagOnce = (other: ReadText, of: string) => (other.text === read.text ? tagged : tagTitle(other, of));
  const { title: plain, reasons } = isTaughtLanguage(language)
    ? editTitle(title, language, tagOnce)
    : { title, reasons: [] };
  const edited = language === "en" ? spellLike(plain, title, texts.map(({ text }) => text).join(" ")) : plain;
  if (edited === title) {
    return { title_corrected: title, title_correction_reason: "Kept as it is.", title_source: "original" };
  }
  return {
    title_corrected: edited,
    title_correction_reason: cutText(reasons.join(" "), reasonCharsMax),
    title_source: "safe_edit",
  };
}

// A hedge is no reason to drop a sentence; loaded words, appeals and exclamations are.
function calmDescription(
  description: string,
  sentences: readonly ReadSentence[],
): Pick<Neutralised, "description_corrected" | "description_correction_reason"> {
  const calm = sentences.filter(({ findings, text }) => {
    const isLoaded = findings.some(({ id }) => id !== "speculation" && id !== "unattributed_claim");
    return !isLoaded && !text.includes("!");
  });
  if (calm.length === sentences.length || calm.length === 0) {
    return { description_corrected: description, description_correction_reason: "Kept as it is." };
  }
  return {
    description_corrected: calm.map(({ text }) => text).join(" "),
    description_correction_reason: `${calm.length} of ${sentences.length} sentences kept, those without loaded wording.`,
  };
}

// “iPhone” and “eBay” begin small on purpose.
function capitalised(text: string): string {
  if (/^\p{Ll}\p{Lu}/u.test(text)) return text;
  const [first = ""] = text;
  return first.toUpperCase() + text.slice(first.length);
}

const tokensMax = 400;
const titleWeight = 3;
// One passing word decides nothing; one in the title, or two in the text, do.
const scoreMin = 2;

function guessCategory(title: ReadText, texts: readonly ReadText[], lists: WordLists): Category {
  const scores = new Map<Category, number>();
  for (const read of [title, ...texts]) {
    for (const { label } of findPhrases(read.text, read.tokens.slice(0, tokensMax), lists.categories)) {
      scores.set(label, (scores.get(label) ?? 0) + (read === title ? titleWeight : 1));
    }
  }
  const [best] = [...scores].sort(([, a], [, b]) => b - a);
  return best && best[1] >= scoreMin ? best[0] : "other";
}
