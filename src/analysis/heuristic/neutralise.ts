import type { AnalyzerResult } from "../../items/analyzer-result.ts";
import { cutText } from "../../text/cut-text.ts";
import { capitalised } from "./capitalised.ts";
import { editTitle } from "../plain/edit-title.ts";
import { isTaughtLanguage } from "../plain/lexicon-entry.ts";
import { tagTitle } from "../plain/tagger/tag-title.ts";
import { pickFacts, pickSummary, pickTitleSentence } from "./pick-sentences.ts";
import { rankSentences, type RankedSentence } from "./rank-sentences.ts";
import type { ReadItem } from "./read-item.ts";
import { isQuotable, readSentences, type ReadSentence } from "./read-sentences.ts";

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

export function neutralise(title: string, item: ReadItem): Neutralised {
  const [description, body] = [readSentences(item.texts[0], item), readSentences(item.texts[1], item)];
  const quotable = (body.length > 0 ? body : description).filter(isQuotable);
  const sentences = rankSentences(quotable, item.title, item.lexicon);

  return {
    ...neutralTitle(title, item, isTeaser(item) ? sentences : []),
    ...calmDescription(item.texts[0].text, description),
    summary: pickSummary(sentences, item),
    facts: pickFacts(sentences, item.lexicon),
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
  { title: read, language, lexicon }: ReadItem,
  sentences: readonly RankedSentence[],
): Pick<Neutralised, "title_corrected" | "title_correction_reason" | "title_source"> {
  const sentence = pickTitleSentence(sentences, read, lexicon);
  if (sentence) {
    return {
      title_corrected: capitalised(sentence.text.replace(/\.$/u, "")),
      title_correction_reason: "The title only teases: this is a sentence of the item itself.",
      title_source: "lead_sentence",
    };
  }
  const { title: edited, reasons } = isTaughtLanguage(language)
    ? editTitle(title, language, tagTitle)
    : { title, reasons: [] };
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
