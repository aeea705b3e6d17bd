import { readText, type ReadText } from "../heuristic/read-text.ts";
import { tokenize, type Token } from "../heuristic/tokenize.ts";
import { attentionPrefix } from "../heuristic/attention-prefix.ts";
import { lexiconFor } from "../heuristic/lexicon.ts";
import { calmAllCapitals, calmShouting } from "./calm-shouting.ts";
import { findEntries } from "./find-entries.ts";
import { editLimits, type EditLimits, type PlainTitle, type Tag } from "./edit-limits.ts";
import { functionWords } from "./function-words.ts";
import type { Language } from "./lexicon-entry.ts";
import { readLexicon } from "./read-lexicon.ts";
import { changeFor, applyChanges, tidy, type Change } from "./replace-words.ts";
import { removeSegments } from "./remove-segments.ts";
import type { TaggedTitle } from "./tagger/tag-title.ts";
import { turnFrames } from "./turn-frames.ts";

const passesMax = 8;
const charsMax = 400;

/**
 * A plain title from the title's own words: frames turned round, loaded words replaced or dropped, shouting calmed. Each pass
 * works on what the last one left, until nothing changes: editing an edited title changes nothing more.
 */
export function editTitle(title: string, language: Language, tag: Tag, limits = editLimits[language]): PlainTitle {
  const edited: PlainTitle = { title, reasons: [] };
  if (title.length > charsMax) return edited;
  for (let pass = 0; pass < passesMax; pass += 1) {
    const next = editOnce(edited.title, language, tag, pass === 0 ? limits : { ...limits, marks: 0 });
    if (next === null) return edited;
    edited.title = next.title;
    edited.reasons.push(...next.reasons.filter((reason) => !edited.reasons.includes(reason)));
  }
  // Still changing: something goes back and forth, so nothing is changed.
  return { title, reasons: [] };
}

function editOnce(title: string, language: Language, tag: Tag, limits: EditLimits): PlainTitle | null {
  const read = readText("title", title);
  const tagged = tag(read, language);
  if (tagged === null) return null;
  const steps: { from: number; step: Step; skips?: Check }[] = [
    { from: 0, step: removeAttentionPrefix, skips: "loudness" },
    { from: 0, step: calmAllCapitals, skips: "loudness" },
    { from: limits.frame, step: turnFrames, skips: "negations" },
    { from: limits.title, step: removeSegments },
    { from: limits.title, step: replaceOrDropWords },
    { from: limits.marks, step: calmShouting },
  ];
  for (const { from, step, skips } of steps) {
    if (tagged.loaded < from) continue;
    const next = step(read, tagged, language, limits);
    if (next === null || next.title === title) continue;
    const after = readText("title", next.title);
    const isLouder = skips !== "loudness" && scoreOf(after, language, tag) > Math.max(tagged.loaded, plainBelow);
    if (!isLouder && keepsFacts(after, read, skips !== "negations")) return next;
  }
  return null;
}

type Step = (read: ReadText, tagged: TaggedTitle, language: Language, limits: EditLimits) => PlainTitle | null;
/**
 * The check that a step may skip. Loudness: the step can only calm a title. Negations: a person approved each frame together
 * with the negation that it drops.
 */
type Check = "loudness" | "negations";

// A title below this score is plain, even if its score has risen.
const plainBelow = 0.1;

function scoreOf(read: ReadText, language: Language, tag: Tag): number {
  return tag(read, language)?.loaded ?? 1;
}

const wordsLeftMin = 3;

/** Not too short, and quotations, numbers and negations as they were. */
function keepsFacts(after: ReadText, before: ReadText, withNegations: boolean): boolean {
  if (after.tokens.length < Math.min(wordsLeftMin, before.tokens.length - 1)) return false;
  if (!after.quotes.every(({ start, end }) => before.text.includes(after.text.slice(start, end)))) return false;
  return factsOf(after, withNegations).join(" ") === factsOf(before, withNegations).join(" ");
}

const negations = new Set(
  "not no never nobody none without cannot can't won't isn't doesn't nicht kein keine keinen keinem keiner nie niemals niemand ohne nie nigdy nikt bez".split(
    " ",
  ),
);

// Idioms that only sound negative.
const figures =
  /\b(?:i nie tylko|nie tylko|nie ma(?:ją)? (?:wątpliwości|złudzeń|litości)|nie pozostawi\p{L}* (?:złudzeń|wątpliwości)|nie gryz\p{L}+ się w język|nie przebiera\p{L}* w słowach|nie do wiary|nie zostawi\p{L}* suchej nitki na|bez (?:precedensu|ogródek|litości|znieczulenia)|no fewer than|no less than|nothing short of|no word on|nicht zu fassen|kein gutes haar)\b/giu;

/** Numbers and negations, in their order: losing one turns the news round. */
function factsOf({ text }: ReadText, withNegations: boolean): string[] {
  return tokenize(text.replaceAll(figures, " "))
    .map(({ word }) => word)
    .filter((word) => /\p{N}/u.test(word) || (withNegations && negations.has(word)));
}

/** "BREAKING: …". An exclusive report is a fact about the report, so that word stays. */
function removeAttentionPrefix(read: ReadText, _tagged: TaggedTitle, language: Language): PlainTitle | null {
  const prefix = attentionPrefix(read, lexiconFor(language));
  if (!prefix) return null;
  const words = read.text.slice(prefix.phrase.start, prefix.phrase.end);
  const rest = read.text.slice(prefix.restStart);
  if (/^(?:exclusive|exklusiv|wyłącznie|live)/iu.test(words) || readText("title", rest).tokens.length < wordsLeftMin)
    return null;
  return { title: tidy(rest, read.text, language), reasons: [`“${words}” removed.`] };
}

/** For a sentence of an article: only words go, nothing is turned round. */
export function dropLoadedWords(read: ReadText, language: Language, tag: Tag): string {
  const tagged = tag(read, language);
  if (tagged === null) return read.text;
  const edited = replaceOrDropWords(read, tagged, language, editLimits[language]);
  return edited !== null && keepsFacts(readText(read.field, edited.title), read, true) ? edited.title : read.text;
}

type Proposal = Change & { first: number; last: number; reason: string };

function replaceOrDropWords(
  read: ReadText,
  tagged: TaggedTitle,
  language: Language,
  limits: EditLimits,
): PlainTitle | null {
  const known: Proposal[] = findEntries(read, readLexicon(language))
    .filter(({ to, start, end }) => {
      if (to === null) return false;
      return surest(tagged, start, end, "loaded") >= (to === "" ? limits.drop : limits.replace);
    })
    .map((match) => ({
      ...changeFor(read, match, language),
      first: match.first,
      last: match.last,
      reason: reasonFor(read, match),
    }));
  const safe = known.filter((change) => change.text !== "" || mayGo(read, change, language));
  if (safe.length === 0) return null;
  const text = tidy(applyChanges(read.text, safe), read.text, language);
  return { title: text, reasons: safe.map(({ reason }) => reason) };
}

function reasonFor({ text }: ReadText, { start, end, to }: { start: number; end: number; to: string | null }): string {
  const old = text.slice(start, end).replace(/-$/u, "");
  return to === "" ? `“${old}” removed.` : `“${old}” replaced by “${to}”.`;
}

function surest(tagged: TaggedTitle, start: number, end: number, of: "loaded" | "drop"): number {
  return Math.max(0, ...tagged.words.filter((word) => word.start < end && start < word.end).map((word) => word[of]));
}

// What leans on the word behind it: "the most shocking video", "zu brutal".
const degrees = new Set(
  "most more less least so too very how as not zu sehr wie so am mehr weniger nicht bardziej najbardziej tak zbyt jak nie bardzo".split(
    " ",
  ),
);

/** Whether the words before and after still fit together: nothing may be left hanging. */
function mayGo(read: ReadText, { first, last, start, end }: Proposal, language: Language): boolean {
  const { text, tokens } = read;
  if (/[\p{L}\p{N}]-$/u.test(text.slice(Math.max(0, start - 2), start))) return false;
  if (/^-[\p{L}\p{N}]/u.test(text.slice(end, end + 2)) && !text.slice(start, end).endsWith("-")) return false;
  if (text[start - 1] === "(" || text[end] === ")") return false;
  const [before, after] = [tokens[first - 1], tokens[last + 1]];
  const all = functionWords("function", language);
  const isJoined = before !== undefined && /^\s*$/u.test(text.slice(before.end, start));
  const follows = after !== undefined && /^\s*$/u.test(text.slice(end, after.start)) ? after : undefined;
  if (!isJoined) return true;
  if (degrees.has(before.word) || (language === "en" && before.word.endsWith("ly"))) return false;
  if (isSuperlative(text.slice(start, end)) && singlesOut(tokens, first)) return false;
  // "This is an outrageous plan": what is said of it is the word itself.
  const isPredicate = functionWords("aux", language).has(tokens[first - 2]?.word ?? "");
  if (isPredicate && functionWords("det", language).has(before.word)) return false;
  const opens = functionWords("det", language).has(before.word) || functionWords("prep", language).has(before.word);
  if (opens && (follows === undefined || all.has(follows.word))) return false;
  const links = functionWords("aux", language).has(before.word);
  return !(links && (follows === undefined || functionWords("prep", language).has(follows.word)));
}

function isSuperlative(words: string): boolean {
  return /^(?:most\s|\p{L}+est$)/iu.test(words);
}

/** "Lynn's 23 most iconic lines" are not all her lines, and "the cutest opossum" is not the only one. */
function singlesOut(tokens: readonly Token[], first: number): boolean {
  const before = tokens[first - 1]?.word ?? "";
  const owner = /^\p{N}/u.test(before) ? (tokens[first - 2]?.word ?? "") : before;
  return owner.endsWith("'s") || before === "the";
}
