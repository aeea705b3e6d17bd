import { isInside, type ReadText } from "../heuristic/read-text.ts";
import { type Condition, conditionHolds, parseCondition } from "./conditions.ts";
import { type Form, formsOf } from "./inflect.ts";
import { type KnownEntry, knownEntry, type Language, type LexiconEntry } from "./lexicon-entry.ts";
import { readFileSync } from "node:fs";

export type IndexedLexicon = {
  language: Language;
  byFirstWord: Map<string, Candidate[]>;
  compounds: Map<string, Compound[]>;
  /** Last parts of compounds: "Zoff" of "Maut-Zoff". */
  endings: Map<string, (Compound & { to: string | null })[]>;
};

type Candidate = Form & { entry: KnownEntry; conditions: Condition[] };
type IsAllowed = (entry: KnownEntry) => boolean;
type Compound = { entry: KnownEntry; conditions: Condition[] };

/** A loaded word found in a title. `to` replaces it, "" drops it, null leaves it and only marks it. */
export type EntryMatch = {
  entry: KnownEntry;
  first: number;
  last: number;
  start: number;
  end: number;
  to: string | null;
  /** The rest of a split verb at the end of its clause: "ab" of "kanzelt … ab". */
  tail?: { start: number; end: number; to: string };
};

export function indexLexicon(
  entries: readonly LexiconEntry[],
  language: Language,
  keep: (entry: LexiconEntry) => KnownEntry = knownEntry,
): IndexedLexicon {
  const index: IndexedLexicon = { language, byFirstWord: new Map(), compounds: new Map(), endings: new Map() };
  for (const written of entries) {
    const entry = keep(written);
    const conditions = (written.when ?? []).map(parseCondition);
    if (entry.pos === "compound") {
      addTo(index.compounds, entry.w.toLowerCase(), { entry, conditions });
      continue;
    }
    if (entry.pos === "ending") {
      for (const { words, to } of formsOf(written, language))
        addTo(index.endings, words[0]!, { entry, conditions, to });
      continue;
    }
    for (const form of formsOf(written, language)) {
      const candidates = index.byFirstWord.get(form.words[0]!) ?? [];
      candidates.push({ ...form, entry, conditions });
      // The longest phrase first, and among equals the one that asks for more; in German then the one that knows a plain word.
      candidates.sort(
        (a, b) =>
          lengthOf(b) - lengthOf(a) ||
          b.conditions.length - a.conditions.length ||
          (language === "de" ? marksOnly(a.to) - marksOnly(b.to) : 0),
      );
      index.byFirstWord.set(form.words[0]!, candidates);
    }
  }
  // An entry that knows a plain word goes before one that only marks.
  for (const same of index.compounds.values()) same.sort((a, b) => marksOnly(a.entry.to) - marksOnly(b.entry.to));
  for (const same of index.endings.values()) same.sort((a, b) => marksOnly(a.to) - marksOnly(b.to));
  return index;
}

function lengthOf({ words, tail }: Form): number {
  return words.length + (tail?.length ?? 0);
}

function marksOnly(to: string | null | undefined): number {
  return to === null || to === undefined ? 1 : 0;
}

function addTo<T>(index: Map<string, T[]>, key: string, value: T): void {
  const known = index.get(key);
  if (known) known.push(value);
  else index.set(key, [value]);
}

/**
 * Left to right, the longest entry at each place. Words in quotation marks belong to their speaker. An entry that `isAllowed`
 * refuses is as if it were not there, so it hides no other.
 */
export function findEntries(
  title: ReadText,
  index: IndexedLexicon,
  isAllowed: (entry: KnownEntry) => boolean = () => true,
): EntryMatch[] {
  const found: EntryMatch[] = [];
  for (let at = 0; at < title.tokens.length; at += 1) {
    const known = wordAt(title, at, index, isAllowed) ?? compoundAt(title, at, index, isAllowed);
    // An entry that only marks "Bahn-Chaos" gives way to one that knows a plain word for its ending.
    const match =
      (known?.to ?? null) === null ? (endingAt(title, known?.last ?? at, index, isAllowed) ?? known) : known;
    // "Mega-Zoff": its first part goes now, and the last one is replaced when the title is read again.
    if (!match || match.start <= (found.at(-1)?.end ?? -1)) continue;
    found.push(match);
    at = match.last;
  }
  return found;
}

function wordAt(title: ReadText, at: number, index: IndexedLexicon, isAllowed: IsAllowed): EntryMatch | null {
  for (const { words, to, entry, conditions, tail: rest, tailTo } of index.byFirstWord.get(title.tokens[at]!.word) ??
    []) {
    const last = at + words.length - 1;
    if (!isAllowed(entry)) continue;
    if (!words.every((word, offset) => standsAt(title, at + offset, word, offset > 0))) continue;
    const tail = rest && tailAfter(title, last, rest);
    if (tail === null) continue;
    const [start, end] = [title.tokens[at]!.start, title.tokens[last]!.end];
    if (isInside(title.quotes, start, end) || isHyphenated(title.text, start, end)) continue;
    if (to !== null && index.language === "de" && isOtherCase(title, at, entry)) continue;
    if (
      !conditions.every((condition) => conditionHolds(condition, { title, first: at, last, language: index.language }))
    )
      continue;
    if (to === "" && isModifier(entry) && isListed(title.text, start, end)) continue;
    // "Neue, erschütternde Zahlen": the comma before it would be left alone.
    const isAdded = entry.pos === "adjective" || (entry.pos === "adverb" && index.language === "pl");
    if (to === "" && isAdded && /,\s*$/u.test(title.text.slice(0, start))) continue;
    return { entry, first: at, last, start, end, to, ...(tail && { tail: { ...tail, to: tailTo ?? "" } }) };
  }
  return null;
}

/** Where the tail of a split verb closes the clause, behind at least one other word. */
function tailAfter(title: ReadText, last: number, words: readonly string[]): { start: number; end: number } | null {
  const { text, tokens, quotes } = title;
  for (let at = last + 1; at < tokens.length; at += 1) {
    if (/[^\s\p{L}\p{N}()&’/+%-]|\s-\s/u.test(text.slice(tokens[at - 1]!.end, tokens[at]!.start))) return null;
    if (at === last + 1 || !words.every((word, offset) => standsAt(title, at + offset, word, offset > 0))) continue;
    const [start, end] = [tokens[at]!.start, tokens[at + words.length - 1]!.end];
    const isInQuotation = isInside(quotes, start, end);
    return isInQuotation || !/^(?:$|[!?.,:;…]|\s[–—|-]\s|\s(?:und|aber|doch)\s)/u.test(text.slice(end))
      ? null
      : { start, end };
  }
  return null;
}

function standsAt({ text, tokens }: ReadText, at: number, word: string, isLater: boolean): boolean {
  const token = tokens[at];
  if (token?.word !== word) return false;
  return !isLater || /^[\s-]$/u.test(text.slice(tokens[at - 1]!.end, token.start));
}

// "Chaos" of "Chaos-Tage" is found by compoundAt.
function isHyphenated(text: string, start: number, end: number): boolean {
  return (
    /[\p{L}\p{N}]-$/u.test(text.slice(Math.max(0, start - 2), start)) ||
    /^-[\p{L}\p{N}]/u.test(text.slice(end, end + 2))
  );
}

/** German writes nouns with a capital: "der Rasen" is no verb, and "kult" is no noun. The first word of a segment may be either. */
function isOtherCase({ text, tokens }: ReadText, at: number, { pos }: KnownEntry): boolean {
  const word = text.slice(tokens[at]!.start, tokens[at]!.end);
  if (pos === "noun") return /^\p{Ll}/u.test(word);
  // "Das Gute im Schrecklichen", "Viren, Kriege": an adjective or a verb as a noun.
  if (pos === "phrase" || !/^\p{Lu}\p{Ll}/u.test(word)) return false;
  // "Zittern vor der Wahl": a German headline that begins with an infinitive uses it as a noun.
  if (pos === "verb" && word.endsWith("n")) return true;
  return at > 0 && /^[\s(,]*$/u.test(text.slice(tokens[at - 1]!.end, tokens[at]!.start));
}

function isModifier({ pos }: KnownEntry): boolean {
  return pos === "adjective" || pos === "adverb";
}

// "a brutal, gloomy film": one of several adjectives leaves a comma behind. "Curiously, …" at the start does not.
function isListed(text: string, start: number, end: number): boolean {
  return text[end] === "," && /[\p{L}\p{N},]/u.test(text.slice(0, start));
}

const restCharsMin = 3;

function compoundAt(title: ReadText, at: number, index: IndexedLexicon, isAllowed: IsAllowed): EntryMatch | null {
  const { text, tokens } = title;
  const token = tokens[at]!;
  if (
    isInside(title.quotes, token.start, token.end) ||
    /[\p{L}\p{N}]-$/u.test(text.slice(Math.max(0, token.start - 2), token.start))
  )
    return null;
  const next = tokens[at + 1];
  if (next !== undefined && text.slice(token.end, next.start) === "-") {
    const place = { title, first: at, last: at + 1, language: index.language };
    const compound = index.compounds
      .get(token.word)
      ?.find(
        ({ entry, conditions }) =>
          isAllowed(entry) &&
          mayFollow(entry.notRest ?? [], next.word, false) &&
          conditions.every((condition) => conditionHolds(condition, place)),
      );
    if (!compound) return null;
    const { entry } = compound;
    return { entry, first: at, last: at, start: token.start, end: next.start, to: entry.to ?? null };
  }
  const place = { title, first: at, last: at, language: index.language };
  for (let length = token.word.length - restCharsMin; length >= 3; length -= 1) {
    const rest = token.word.slice(length);
    const compound = index.compounds
      .get(token.word.slice(0, length))
      ?.find(
        ({ entry, conditions }) =>
          isAllowed(entry) &&
          mayFollow(entry.rest ?? [], rest, true) &&
          conditions.every((condition) => conditionHolds(condition, place)),
      );
    if (!compound) continue;
    const { entry } = compound;
    return { entry, first: at, last: at, start: token.start, end: token.start + length, to: entry.to ?? null };
  }
  return null;
}

function mayFollow(words: readonly string[], rest: string, wanted: boolean): boolean {
  const isListed = words.some((word) => {
    const lower = word.toLowerCase();
    if (lower.startsWith("*")) return rest.endsWith(lower.slice(1));
    return lower.endsWith("*") ? rest.startsWith(lower.slice(0, -1)) : rest === lower;
  });
  return isListed === wanted;
}

const stemCharsMin = 3;
const linkingS = /(?:ung|ion|heit|keit|schaft|ität|stag|trag|stieg|urlaub|haushalt|karneval|fasching)s$/u;

/** "Zoff" of "Maut-Zoff" and "Mautzoff". What stands around it is asked of the whole compound. */
function endingAt(title: ReadText, at: number, index: IndexedLexicon, isAllowed: IsAllowed): EntryMatch | null {
  const { text, tokens, quotes } = title;
  const token = tokens[at]!;
  if (index.endings.size === 0 || isInside(quotes, token.start, token.end) || text[token.end] === "-") return null;
  const [head, first] = compoundHead(title, at);
  for (let length = head === "" ? stemCharsMin : 0; length < token.word.length - stemCharsMin + 1; length += 1) {
    if (head !== "" && length > 0) return null;
    const stem = head === "" ? token.word.slice(0, length) : head;
    const place = { title, first, last: at, language: index.language };
    const ending = index.endings
      .get(token.word.slice(length))
      ?.find(
        ({ entry, conditions }) =>
          isAllowed(entry) &&
          mayFollow(entry.notRest ?? [], stem, false) &&
          (entry.rest === undefined || mayFollow(entry.rest, stem, true)) &&
          conditions.every((condition) => conditionHolds(condition, place)),
      );
    if (!ending) continue;
    // "Umfrage-Schock" leaves "Umfrage", "Verletzungs-Schock" leaves "Verletzung".
    const joint = ending.to !== "" ? 0 : (head === "" ? 0 : 1) + (linkingS.test(stem) ? 1 : 0);
    return {
      entry: ending.entry,
      first,
      last: at,
      start: token.start + length - joint,
      end: token.end,
      to: ending.to,
    };
  }
  return null;
}

/** What stands before the last hyphen of a compound, in lower case, and its first token. */
function compoundHead({ text, tokens }: ReadText, at: number): [head: string, first: number] {
  let first = at;
  while (first > 0 && text.slice(tokens[first - 1]!.end, tokens[first]!.start) === "-") first -= 1;
  return first === at ? ["", at] : [text.slice(tokens[first]!.start, tokens[at]!.start - 1).toLowerCase(), first];
}

const lexicons = new Map<Language, IndexedLexicon>();

/** Read once per language. */
export function readLexicon(language: Language): IndexedLexicon {
  const known = lexicons.get(language);
  if (known) return known;
  const lexicon = indexLexicon(readLexiconEntries(language), language);
  lexicons.set(language, lexicon);
  return lexicon;
}

export function readLexiconEntries(language: Language): LexiconEntry[] {
  return readFileSync(new URL(`./lexicon/${language}.jsonl`, import.meta.url), "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => JSON.parse(line) as LexiconEntry);
}
