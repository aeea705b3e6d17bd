import type { ReadText, Token } from "../heuristic/read-text.ts";
import type { EditLimits } from "./edit-limits.ts";
import { applyChanges, type Change, isInTitleCase, type PlainTitle, tidy, titleCased } from "./edit-step.ts";
import { type EntryMatch, findEntries, readLexicon } from "./find-entries.ts";
import { functionWords } from "./function-words.ts";
import { guardsFor } from "./guards-for.ts";
import { wordAfter, wordBefore, type WordEdit } from "./language-guards.ts";
import type { KnownEntry, Language } from "./lexicon-entry.ts";
import type { TaggedTitle } from "./tagger/tag-title.ts";

const verbWordsMin = 3;
// A kicker and a title are no play on words, however short.
const kickerTitleWordsMin = 5;

/** Replaces or drops the words of the lexicon that the tagger also takes for loaded here: all of them, and each of several alone. */
export function replaceLoadedWords(
  read: ReadText,
  tagged: TaggedTitle,
  language: Language,
  limits: EditLimits,
): PlainTitle[] {
  const guards = guardsFor(language);
  if (guards.isSpoken(read)) return [];
  const isShort =
    read.tokens.length < Math.min(guards.wordsMin, limits.needsProvenWords ? Infinity : kickerTitleWordsMin);
  const isAllowed = (entry: KnownEntry): boolean => !limits.needsProvenWords || entry.proven === true;
  const sure = findEntries(read, readLexicon(language), isAllowed).filter((match) => {
    const { entry, to, start, end } = match;
    // A few words are a play on words, and each noun of it is meant: "Papierkrieg gegen das Virus".
    if (isShort && (entry.pos !== "verb" || read.tokens.length < verbWordsMin)) return false;
    if (guards.wordChecks.some((mustStay) => mustStay({ ...match, read, isDrop: to === "" }))) return false;
    if (to === "" && isModifier(entry) && surest(tagged, start, end, "drop") < limits.spare)
      return (
        (entry.pos === "compound" ||
          opensKicker(read, match) ||
          (language === "de" && (entry.pos === "adverb" || opensPhrase(read, match)))) &&
        isLoudPart(tagged, start, end)
      );
    return surest(tagged, start, end, "loaded") >= (to === "" ? limits.drop : limits.replace);
  });
  const all = replaceWords(read, sure, language);
  if (all === null || all.reasons.length === 1) return all === null ? [] : [all];
  return [all, ...sure.flatMap((match) => replaceWords(read, [match], language) ?? [])];
}

// "Riesen-Eisberg": of a loud title's compounds the sure ones lose their first part, whatever the model of deletions says. On the
// training headlines, with scores of models that had not seen them, human editors dropped 26 of 32 such parts.
const loudTitle = 0.3;
const loudPart = 0.5;

function isLoudPart(tagged: TaggedTitle, start: number, end: number): boolean {
  return tagged.loaded >= loudTitle && surest(tagged, start, end, "loaded") >= loudPart;
}

/** "Erschreckende Umfrage - Grundschülern fehlen 4000 Lehrer": the kicker only calls, and the news follows. */
function opensKicker({ text, tokens }: ReadText, { entry, last, start }: EntryMatch): boolean {
  const isFirst = start === 0 || /^\*{3}[^*]*\*{3}\s$/u.test(text.slice(0, start));
  const noun = tokens[last + 1];
  if (entry.pos !== "adjective" || !isFirst || noun === undefined) return false;
  return /^[\p{L}\s-]{0,40}\s-\s/u.test(text.slice(noun.end));
}

/** "Mehrere Täter - Brutaler Überfall auf Boten": what happened is named and explained without its adjective. */
function opensPhrase({ text, tokens }: ReadText, { entry, last, start }: EntryMatch): boolean {
  const noun = tokens[last + 1];
  if (entry.pos !== "adjective" || noun === undefined || !/\s-\s$/u.test(text.slice(0, start))) return false;
  return /^(?:-\p{Lu}[\p{L}]*)?\s(?:in|im|bei|beim|auf|an|am|gegen|für|um|nach|vor|von|aus|mit|über|der|des)\s/u.test(
    text.slice(noun.end),
  );
}

function isModifier({ pos }: KnownEntry): boolean {
  return pos === "adjective" || pos === "adverb" || pos === "compound";
}

function surest(tagged: TaggedTitle, start: number, end: number, of: "loaded" | "drop"): number {
  return Math.max(0, ...tagged.words.filter((word) => word.start < end && start < word.end).map((word) => word[of]));
}

type Proposal = WordEdit & Change & { reason: string; tail: Change[] };

/** The title with these words replaced, or dropped where that is safe. Words without a plain counterpart are left alone. */
export function replaceWords(read: ReadText, matches: readonly EntryMatch[], language: Language): PlainTitle | null {
  const proposals = matches
    .filter(({ to }) => to !== null)
    .map((match): Proposal => ({
      ...changeFor(read, match, language),
      read,
      entry: match.entry,
      first: match.first,
      last: match.last,
      isDrop: match.to === "",
      reason: reasonFor(read, match),
      tail: match.tail === undefined ? [] : [{ ...match.tail, text: match.tail.to }],
    }));
  const { dropChecks, replaceChecks } = guardsFor(language);
  const safe = proposals.filter((edit) =>
    edit.isDrop
      ? mayGo(edit, language) && !dropChecks.some((mustStay) => mustStay(edit))
      : !isDenied(edit) && !repeats(edit, proposals) && !replaceChecks.some((mustStay) => mustStay(edit)),
  );
  if (safe.length === 0) return null;
  const changes = safe.flatMap((edit): Change[] => [edit, ...edit.tail]);
  const title = tidy(applyChanges(read.text, changes), read.text, language);
  return { title, reasons: safe.map(({ reason }) => reason) };
}

const repeatedCharsMin = 6;

/** "Porażka w finale. Blamaż …", "macht die Regierung richtig sauer": the plain word would stand there twice. */
function repeats({ read, text, first, last, start }: Proposal, all: readonly Proposal[]): boolean {
  const word =
    text
      .toLowerCase()
      .match(/\p{L}+/gu)
      ?.toSorted((a, b) => b.length - a.length)[0] ?? "";
  if (word.length < repeatedCharsMin) return false;
  if (all.some((other) => other.start !== start && other.text.toLowerCase() === text.toLowerCase())) return true;
  return read.tokens.some((token, at) => (at < first || at > last) && token.word === word);
}

/** "nowy, ale nie wspaniały": what is denied is the word itself. */
function isDenied({ read, entry, first }: WordEdit): boolean {
  return entry.pos === "adjective" && /^(?:nie|nicht|not)$/u.test(read.tokens[first - 1]?.word ?? "");
}

function changeFor(title: ReadText, { entry, start, end, to }: EntryMatch, language: Language): Change {
  const { text } = title;
  const old = text.slice(start, end);
  if (entry.pos === "compound") return compoundChange(text, start, end, to!);
  if (entry.pos === "ending") return { start, end, text: text[start - 1] === "-" ? to! : to!.toLowerCase() };
  // "Wenn Züge Alarm schlagen": the capital was the noun's.
  const isGermanInside = language === "de" && /[\p{L}\p{N},]\s$/u.test(text.slice(0, start));
  return { start, end, text: isGermanInside ? to! : withCaseOf(old, to!, isInTitleCase(title, language)) };
}

// "Schock-Zahlen" → "Zahlen", "Horrorunfall" → "Unfall", "Mega-Stau" → "langer Stau" is never tried: only a first part.
function compoundChange(text: string, start: number, end: number, to: string): Change {
  const isCapital = /^\p{Lu}/u.test(text.slice(start));
  if (to !== "") return { start, end, text: to + (text[end - 1] === "-" ? "-" : "") };
  const following = text[end] ?? "";
  return { start, end: end + 1, text: isCapital ? following.toUpperCase() : following };
}

/** Capitals follow what stood there: "Slams" → "Criticizes", in Title Case each longer word. "SLAMS" is shouting, not case. */
function withCaseOf(old: string, to: string, isTitleCase: boolean): string {
  if (to === "") return to;
  // "Ex-PM Kevin Rudd berates Israeli PM": many names are no Title Case.
  if (isTitleCase && /\p{Lu}/u.test(old)) return titleCased(to);
  const named = keepNames(old, to);
  return /^[^\p{L}]*\p{Lu}\p{Ll}/u.test(old) ? named[0]!.toUpperCase() + named.slice(1) : named;
}

/** "Jest decyzja Sądu" Najwyższego → "Decyzja Sądu": a word that stays keeps the capital of its name. */
function keepNames(old: string, to: string): string {
  const names = (old.match(/(?<=\s)\p{Lu}\p{Ll}+/gu) ?? []).map((name) => [name.toLowerCase(), name] as const);
  const capitals = new Map(names);
  return to.replaceAll(/(?<=\s)\p{Ll}+/gu, (word) => capitals.get(word) ?? word);
}

function reasonFor({ text }: ReadText, { start, end, to }: { start: number; end: number; to: string | null }): string {
  const old = text.slice(start, end).replace(/-$/u, "");
  return to === "" ? `“${old}” removed.` : `“${old}” replaced by “${to}”.`;
}

export function isReplacement(reason: string): boolean {
  return reason.includes("” replaced by “");
}

// Words that need the next one: "the most shocking video", "zu brutal".
const degrees = new Set(
  "most more less least so too very how as not kinda sorta quite rather almost zu sehr wie so am mehr weniger nicht zutiefst besonders höchst wirklich wahrhaft äußerst ziemlich tief immer bardziej najbardziej tak zbyt niezbyt jak nie bardzo".split(
    " ",
  ),
);

const conjunctions = new Set("and or und oder i oraz lub albo".split(" "));

/** Whether the words before and after still fit together: nothing may be left hanging. */
export function mayGo(edit: WordEdit, language: Language): boolean {
  const { read, entry, first, start, end } = edit;
  const { text, tokens } = read;
  if (/[\p{L}\p{N}]-$/u.test(text.slice(Math.max(0, start - 2), start))) return false;
  if (/^-[\p{L}\p{N}]/u.test(text.slice(end, end + 2)) && !text.slice(start, end).endsWith("-")) return false;
  if (text[start - 1] === "(" || text[end] === ")" || text[start - 1] === "*") return false;
  // "Früher TV total, jetzt total banal": a word that comes twice is meant.
  if (isAdded(entry) && tokens.some(({ word }, at) => (at < first || at > edit.last) && word === tokens[first]!.word))
    return false;
  // "This is (actually) an outrageous plan": what is said of it is the word itself.
  const verb =
    tokens[first - (/^(?:actually|really|just|still|also|now)$/u.test(tokens[first - 2]?.word ?? "") ? 3 : 2)];
  const isPredicate =
    functionWords("aux", language).has(verb?.word ?? "") &&
    functionWords("det", language).has(tokens[first - 1]?.word ?? "");
  if (entry.pos === "compound") return !isPredicate;
  const before = wordBefore(edit);
  // "Nagle „zniknęło” 5 milionów": the sentence would begin with a small letter.
  if (before === undefined) return start === 0 || !/^\s*[„"“”]\p{Ll}/u.test(text.slice(end));
  // "refused calmly and firmly": one of two goes, and the "and" stays.
  if (isModifier(entry) && conjunctions.has(before.word)) return false;
  if (degrees.has(before.word) || isPredicate) return false;
  if (isSuperlative(text.slice(start, end)) && singlesOut(tokens, first)) return false;
  const after = wordAfter(edit);
  const opens = functionWords("det", language).has(before.word) || functionWords("prep", language).has(before.word);
  if (opens && (after === undefined || functionWords("function", language).has(after.word))) return false;
  const links = functionWords("aux", language).has(before.word);
  return !(links && (after === undefined || functionWords("prep", language).has(after.word)));
}

function isAdded({ pos }: KnownEntry): boolean {
  return pos === "adjective" || pos === "adverb";
}

function isSuperlative(words: string): boolean {
  return /^(?:most\s|\p{L}+est$)/iu.test(words);
}

/** "Lynn's 23 most iconic lines" are not all her lines, and "the cutest opossum" is not the only one. */
function singlesOut(tokens: readonly Token[], first: number): boolean {
  // "the 18 absolute creepiest hotels": both words may go.
  if (tokens[first - 1]?.word === "absolute") return singlesOut(tokens, first - 1);
  const before = tokens[first - 1]?.word ?? "";
  const owner = /^\p{N}/u.test(before) ? (tokens[first - 2]?.word ?? "") : before;
  return owner.endsWith("'s") || /^(?:the|my|our|your|his|her|its|their)$/u.test(owner);
}
