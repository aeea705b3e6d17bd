import type { TechniqueId } from "../../items/analyzer-result.ts";
import { findPhrases, type PhraseMatch } from "./find-phrases.ts";
import type { WordLists } from "./word-lists.ts";
import { isInside, type Range, type ReadText } from "./read-text.ts";
import type { LoadedKind } from "../plain/lexicon-entry.ts";
import { markedSpans } from "../plain/tagger/marked-spans.ts";
import type { TaggedTitle } from "../plain/tagger/tag-title.ts";

export type Finding = { id: TechniqueId; severity: number; read: ReadText; start: number; end: number; words: number };

// How much one find of each kind says about a title, by judgement: 0.35 leaves a single word far from the middle of the
// scale and brings two of them past it.
const severities: Record<TechniqueId, number> = {
  loaded_language: 0.35,
  name_calling: 0.5,
  fear_appeal: 0.4,
  emotional_appeal: 0.35,
  exaggeration: 0.35,
  curiosity_gap: 0.6,
  question_headline: 0.3,
  listicle: 0.6,
  attention_prefix: 0.5,
  all_caps: 0.3,
  exclamation: 0.35,
  speculation: 0.35,
  unattributed_claim: 0.4,
  one_sided: 0.4,
  call_to_action: 0.5,
  opinion_marker: 0.25,
};

// "Here's why" in the middle of a text is not bait.
const titleOnly: ReadonlySet<TechniqueId> = new Set(["curiosity_gap", "listicle"]);

export function findTechniques(read: ReadText, lists: WordLists): Finding[] {
  return findPhrases(read.text, read.tokens, lists.techniques)
    .filter((phrase) => {
      if (titleOnly.has(phrase.label) && read.field !== "title") return false;
      if (phrase.label === "listicle" && !opensTitle(read, phrase, lists)) return false;
      return !isInside(read.quotes, phrase.start, phrase.end);
    })
    .map(({ label, start, end, firstToken, lastToken }) => {
      return toFinding(label, read, { start, end, words: lastToken - firstToken + 1 });
    });
}

// A list is promised at the start or after a colon ("These 9 tips", "Rents: 5 facts"); "paid 40 times" only counts.
function opensTitle(
  { text, tokens }: ReadText,
  { firstToken, start }: PhraseMatch<unknown>,
  lists: WordLists,
): boolean {
  if (/[:|–—]\s+$/u.test(text.slice(0, start))) return true;
  return tokens.slice(0, firstToken).every(({ word }) => lists.functionWords.has(word));
}

// The loud signs that need no word list, and only matter in a title.
export function findTitleTechniques(title: ReadText, lists: WordLists, shouted: readonly Range[]): Finding[] {
  const prefix = attentionPrefix(title, lists);
  const marks = [...title.text.matchAll(/[!?]+/gu)]
    .map((match) => ({ mark: match[0], start: match.index, end: match.index + match[0].length }))
    .filter(({ start, end }) => !isInside(title.quotes, start, end));
  return [
    ...(prefix ? [toFinding("attention_prefix", title, { ...prefix.phrase, words: 1 })] : []),
    ...shouted
      .filter(({ start, end }) => !prefix || !isInside([prefix.phrase], start, end))
      .map(({ start, end }) => toFinding("all_caps", title, { start, end, words: 1 })),
    ...marks
      .filter(({ mark }) => mark.includes("!"))
      .map(({ start, end }) => toFinding("exclamation", title, { start, end, words: 0 })),
    ...marks
      .filter(({ mark, end }) => mark.includes("?") && title.text.slice(end).trim() === "")
      .map(({ start, end }) => toFinding("question_headline", title, { start, end, words: 0 })),
  ];
}

function toFinding(id: TechniqueId, read: ReadText, place: Pick<Finding, "start" | "end" | "words">): Finding {
  return { id, severity: severities[id], read, ...place };
}

const prefixWordsMax = 5;
// A hyphen joins ("Hammer-Urteil"), so a dash counts only between spaces.
const separator = /^(?:\s*[:!|]+\s*|\s+[–—-]\s+)/u;

// “BREAKING: ” and similar words: where they are, and where the rest of the title begins.
export function attentionPrefix(title: ReadText, lists: WordLists): { phrase: Range; restStart: number } | null {
  const [first] = findPhrases(title.text, title.tokens.slice(0, prefixWordsMax), lists.attentionPrefixes);
  if (!first || first.firstToken !== 0 || title.text.slice(0, first.start).trim() !== "") return null;
  const gap = separator.exec(title.text.slice(first.end));
  if (!gap) return null;
  return { phrase: { start: first.start, end: first.end }, restStart: first.end + gap[0].length };
}

const techniqueOf: Record<LoadedKind, TechniqueId> = {
  emotive: "emotional_appeal",
  judgement: "loaded_language",
  exaggeration: "exaggeration",
  violence: "loaded_language",
  teaser: "curiosity_gap",
  shouting: "all_caps",
  name: "name_calling",
  mind: "emotional_appeal",
  appeal: "call_to_action",
  insinuation: "speculation",
};

// Techniques that show in the form of a title. The lists recognise it; the tagger only marks words.
const formal: ReadonlySet<TechniqueId> = new Set(["attention_prefix", "listicle", "question_headline"]);

export function isFormal(id: TechniqueId): boolean {
  return formal.has(id);
}

// In a title that is plain as a whole a single word must be surer: a mark there only irritates.
const plainTitle = 0.1;
const markInPlainFrom = 0.6;

/** The loaded words of a title as the tagger marks them. If a list recognises the form, it names the technique. */
export function findLoadedWords(title: ReadText, tagged: TaggedTitle, listed: readonly Finding[]): Finding[] {
  const markFrom = tagged.loaded < plainTitle ? markInPlainFrom : tagged.markFrom;
  return markedSpans({ ...tagged, markFrom }).map(({ start, end, kind, loaded }) => {
    const named = listed.find((finding) => formal.has(finding.id) && finding.start < end && start < finding.end);
    const text = title.text.slice(start, end);
    const id = named?.id ?? (/^[!?]+$/u.test(text) && text.includes("!") ? "exclamation" : techniqueOf[kind]);
    const words = title.tokens.filter((token) => token.start >= start && token.end <= end).length;
    return { ...toFinding(id, title, { start, end, words }), severity: Math.round(loaded * 100) / 100 };
  });
}
