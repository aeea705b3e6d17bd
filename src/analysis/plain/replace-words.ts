import { isInside, type ReadText, type Token } from "../heuristic/read-text.ts";
import {
  applyChanges,
  type Change,
  type EditLimits,
  isInTitleCase,
  type PlainTitle,
  tidy,
  titleCased,
} from "./edit-step.ts";
import { type EntryMatch, findEntries, readLexicon } from "./find-entries.ts";
import { functionWords, polishVerb } from "./function-words.ts";
import { fitsBefore, isOrder, looksLikeTabloid, picksOut, speaksInFirstPerson } from "./german-guards.ts";
import type { Language, LexiconEntry } from "./lexicon-entry.ts";
import { spokenRanges } from "./spoken-ranges.ts";
import type { TaggedTitle } from "./tagger/tag-title.ts";

const wordsMin = { en: 0, de: 6, pl: 4 };
const verbWordsMin = 3;

/** Replaces or drops the words of the lexicon that the tagger also takes for loaded here. */
export function replaceLoadedWords(
  read: ReadText,
  tagged: TaggedTitle,
  language: Language,
  limits: EditLimits,
): PlainTitle | null {
  if (language === "de" && speaksInFirstPerson(read)) return null;
  const isPlainForm = language === "de" && !looksLikeTabloid(read.text);
  const isShort = read.tokens.length < wordsMin[language];
  const spoken = language === "pl" ? spokenRanges(read) : [];
  const sure = findEntries(read, readLexicon(language)).filter(({ entry, to, first, last, start, end }) => {
    if (isInside(spoken, start, end) || (isPlainForm && entry.proven !== true)) return false;
    // A few words are a play on words, and each noun of it is meant: "Papierkrieg gegen das Virus".
    if (isShort && (entry.pos !== "verb" || read.tokens.length < verbWordsMin)) return false;
    if (language === "pl" && to === "" && entry.pos === "adjective" && saysOnlyThis(read, first, last)) return false;
    if (language === "en" && to === "" && entry.pos === "adjective" && isHeldByIt(read, first, last)) return false;
    if (language === "de" && isOrder(read, first)) return false;
    if (to === "" && isModifier(entry) && surest(tagged, start, end, "drop") < limits.spare)
      return entry.pos === "compound" && isLoudPart(tagged, start, end);
    return surest(tagged, start, end, "loaded") >= (to === "" ? limits.drop : limits.replace);
  });
  return replaceWords(read, sure, language);
}

// "Riesen-Eisberg": of a loud title's compounds the sure ones lose their first part, whatever the model of deletions says. On the
// training headlines, with scores of models that had not seen them, human editors dropped 26 of 32 such parts.
const loudTitle = 0.35;
const loudPart = 0.6;

function isLoudPart(tagged: TaggedTitle, start: number, end: number): boolean {
  return tagged.loaded >= loudTitle && surest(tagged, start, end, "loaded") >= loudPart;
}

function isModifier({ pos }: LexiconEntry): boolean {
  return pos === "adjective" || pos === "adverb" || pos === "compound";
}

function surest(tagged: TaggedTitle, start: number, end: number, of: "loaded" | "drop"): number {
  return Math.max(0, ...tagged.words.filter((word) => word.start < end && start < word.end).map((word) => word[of]));
}

type Proposal = Change & { entry: LexiconEntry; first: number; last: number; isDrop: boolean; reason: string };

/** The title with these words replaced, or dropped where that is safe. Words without a plain counterpart are left alone. */
export function replaceWords(read: ReadText, matches: readonly EntryMatch[], language: Language): PlainTitle | null {
  const proposals = matches
    .filter(({ to }) => to !== null)
    .map((match): Proposal => ({
      ...changeFor(read, match, language),
      entry: match.entry,
      first: match.first,
      last: match.last,
      isDrop: match.to === "",
      reason: reasonFor(read, match),
    }));
  const safe = proposals.filter((change) =>
    change.isDrop ? mayGo(read, change, language) : !mustStay(read, change, language),
  );
  if (safe.length === 0) return null;
  const title = tidy(applyChanges(read.text, safe), read.text, language);
  return { title, reasons: safe.map(({ reason }) => reason) };
}

/** "nowy, ale nie wspaniały": what is denied is the word itself. "Andrzej Rusek": a name. */
function mustStay(read: ReadText, { entry, first, start, end, text: to }: Proposal, language: Language): boolean {
  const { text, tokens } = read;
  const before = tokens[first - 1];
  const isNoun = entry.pos === "noun" || entry.pos === "phrase" || entry.pos === "ending";
  if (language === "de" && isNoun && /^\p{Lu}/u.test(text.slice(tokens[first]!.start))) {
    const isWhole = entry.pos !== "ending";
    if (!fitsBefore(read, first, isWhole ? text.slice(start, end) : entry.w, isWhole ? to : (entry.to ?? "")))
      return true;
  }
  const isName = language === "pl" && /^\p{Lu}\p{Ll}/u.test(text.slice(start));
  if (isName && before !== undefined && /^\p{Lu}\p{Ll}+\s$/u.test(text.slice(before.start, start))) return true;
  return entry.pos === "adjective" && /^(?:nie|nicht|not)$/u.test(tokens[first - 1]?.word ?? "");
}

function changeFor(title: ReadText, { entry, start, end, to }: EntryMatch, language: Language): Change {
  const { text } = title;
  const old = text.slice(start, end);
  if (entry.pos === "compound") return compoundChange(text, start, end, to!);
  if (entry.pos === "ending") return { start, end, text: text[start - 1] === "-" ? to! : to!.toLowerCase() };
  return { start, end, text: withCaseOf(old, to!, isInTitleCase(title, language)) };
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
  if (isTitleCase && !/^\p{Ll}/u.test(old)) return titleCased(to);
  return /^[^\p{L}]*\p{Lu}\p{Ll}/u.test(old) ? to[0]!.toUpperCase() + to.slice(1) : to;
}

function reasonFor({ text }: ReadText, { start, end, to }: { start: number; end: number; to: string | null }): string {
  const old = text.slice(start, end).replace(/-$/u, "");
  return to === "" ? `“${old}” removed.` : `“${old}” replaced by “${to}”.`;
}

// Words that need the next one: "the most shocking video", "zu brutal".
const degrees = new Set(
  "most more less least so too very how as not zu sehr wie so am mehr weniger nicht zutiefst besonders höchst wirklich wahrhaft äußerst ziemlich tief immer bardziej najbardziej tak zbyt jak nie bardzo".split(
    " ",
  ),
);

const conjunctions = new Set("and or und oder i oraz lub albo".split(" "));

// "Bittere Erfahrung", "in dramatischen Zeiten": what is said is the adjective.
const shortTitleWords = 3;
const emptyNouns = new Set(
  "zeit zeiten tag tage winter sommer herbst jahr jahre erfahrung erfahrungen geschäfte geschäften zustände verhältnisse gefühl gefühle art weise seite rolle umstände umständen".split(
    " ",
  ),
);

/** Whether the words before and after still fit together: nothing may be left hanging. */
function mayGo(read: ReadText, proposal: Proposal, language: Language): boolean {
  const { text, tokens } = read;
  const { entry, first, last, start, end } = proposal;
  if (/[\p{L}\p{N}]-$/u.test(text.slice(Math.max(0, start - 2), start))) return false;
  if (/^-[\p{L}\p{N}]/u.test(text.slice(end, end + 2)) && !text.slice(start, end).endsWith("-")) return false;
  if (text[start - 1] === "(" || text[end] === ")") return false;
  const [before, after] = [tokens[first - 1], tokens[last + 1]];
  const holder =
    entry.pos === "compound" ? text.slice(end - 1, tokens[last]!.end).toLowerCase() || after?.word : after?.word;
  if (language === "de" && tokens.length <= shortTitleWords) return false;
  const isJoined = before !== undefined && /^\s*$/u.test(text.slice(before.end, start));
  // "Schlotter-Winter in Polen" names the matter, "droht ein Horror-Winter" says how it will be.
  if (language === "de" && (isJoined || entry.pos !== "compound") && emptyNouns.has(holder ?? "")) return false;
  // "This is an outrageous plan": what is said of it is the word itself.
  const isPredicate =
    functionWords("aux", language).has(tokens[first - 2]?.word ?? "") &&
    functionWords("det", language).has(before?.word ?? "");
  if (entry.pos === "compound") return !isPredicate;
  if (entry.pos === "adjective" && isThePoint(read, { first, last }, language)) return false;
  // "15 brilliant, bold women": one of several.
  if (language === "en" && first > 0 && first === last && text[end] === "," && after !== undefined) return false;
  if (language === "de" && entry.pos === "adjective" && picksOut(read, first) && !events.test(after?.word ?? ""))
    return false;
  const all = functionWords("function", language);
  const follows = after !== undefined && /^\s*$/u.test(text.slice(end, after.start)) ? after : undefined;
  // "Po staremu - uszczypliwie o wójcie": without the adverb nobody says anything.
  const isSaid = language === "pl" && (entry.pos === "adverb" || entry.pos === "phrase") && start > 0;
  if (!isJoined && isSaid && functionWords("prep", language).has(follows?.word ?? "")) return false;
  // "Nagle „zniknęło” 5 milionów": the sentence would begin with a small letter.
  if (!isJoined && start > 0 && /^\s*[„"“”]\p{Ll}/u.test(text.slice(end))) return false;
  // "Mit den Eltern befreundet? Peinlich": the answer.
  if (!isJoined) return language !== "de" || after !== undefined || !/\?\s*$/u.test(text.slice(0, start));
  // "refused calmly and firmly": one of two goes, and the "and" stays.
  if (isModifier(entry) && conjunctions.has(before.word)) return false;
  if (degrees.has(before.word) || (language === "en" && before.word.endsWith("ly"))) return false;
  if (isSuperlative(text.slice(start, end)) && singlesOut(tokens, first)) return false;
  if (isPredicate) return false;
  if (language === "en" && before.word === "the" && endsWithName(read, last)) return false;
  const opens = functionWords("det", language).has(before.word) || functionWords("prep", language).has(before.word);
  if (opens && (follows === undefined || all.has(follows.word))) return false;
  const links = functionWords("aux", language).has(before.word);
  return !(links && (follows === undefined || functionWords("prep", language).has(follows.word)));
}

/** "the fabulous Ann Bell": "the Ann Bell" is wrong, and in Title Case "the fabulous prom dress" looks the same. */
function endsWithName({ text, tokens }: ReadText, last: number): boolean {
  const rest = tokens.slice(last + 1);
  const end = rest[1]?.end;
  if (end === undefined || rest.slice(0, 2).some(({ start }) => !/^\p{Lu}\p{Ll}/u.test(text.slice(start))))
    return false;
  return rest.length === 2 || /^\s*(?:[:;,.!?|–—]|-\s)/u.test(text.slice(end));
}

// What happened, and can be said without an adjective: "zginął w wypadku".
const events =
  /^(?:wypad|upad|śmier|pożar|atak|zbrodni|mecz|finał|wyścig|porażk|wygran|zwycięstw|awans|katastrof|eksplozj|burz|powod|odkryci|unfall|unfäll|absturz|brand|tod|mord|angriff|anschlag|streit|kampf|überfall|sturz|crash|feuer|unglück|niederlage|sieg|attacke|krise|fehler|verdacht|vorwurf|vorwürf|wetter|sturm|hitze)/u;
// A noun that is no news in itself, whatever follows it.
const empty = {
  de: /^(?:zustände|tag|tage|tages|zeit|zeiten|art|blick|parallele|mischung|welt|schauspiel|bild)$/u,
  pl: /^(?:dzień|dnia|wieczór|wieczoru|noc|nocy|tydzień|tygodni\p{L}|sezon|sezonu|czas|czasy|chwil\p{L}+|moment\p{L}*|widok\p{L}*|sytuacj\p{L}+|powod\p{L}+|powód|gest\p{L}*|sposób|sposobu|świat|świata|cen[aęiy]|cenie|wiadomoś\p{L}+|klimat\p{L}*|ciał\p{L}+|ręk\p{L}+|słow\p{L}+|liczb\p{L}|sum[aęy]|wynik\p{L}*)$/u,
};
// Their plural without article and adjective shows no case: "trotz dramatischer Engpässe".
const genitivePrepositions = new Set("trotz wegen während aufgrund angesichts dank infolge mangels statt".split(" "));

/** "Er zeigte eine skandalöse Geste": a noun that nothing follows says little without its adjective. */
function isThePoint(
  { text, tokens }: ReadText,
  { first, last }: Pick<Proposal, "first" | "last">,
  language: Language,
): boolean {
  const [before, noun, next] = [tokens[first - 1], tokens[last + 1], tokens[last + 2]];
  if (language === "en" || noun === undefined) return false;
  if (empty[language].test(noun.word) && next !== undefined) return true;
  // "Kapitalna Pia Skrzyszowska!": what is said of her is the word.
  if (language === "pl" && /^\p{Lu}\p{Ll}/u.test(text.slice(noun.start))) return true;
  const isGenitive = language === "de" && tokens[last]!.word.endsWith("er");
  if (isGenitive && before !== undefined && genitivePrepositions.has(before.word)) return true;
  const isLast = next === undefined || /[^\s-]|\s-\s/u.test(text.slice(noun.end, next.start));
  // "Sensationeller Fund: Mosaik entdeckt": the news follows.
  const isKicker = first === 0 && next !== undefined && /^(?::|\s[-–—])\s/u.test(text.slice(noun.end, next.start));
  return isLast && !isKicker && !events.test(noun.word);
}

const kickerNewsMin = 4;
// What is news without an adjective too.
const news =
  /^(?:wypad|śmier|pożar|atak|zbrodni|zwycięstw|porażk|wygran|katastrof|eksplozj|burz|huragan|powod|odkryci|raport|dane|apel|list|korek|kork|kolejk|strat|transfer|uciecz|proces|nagrod|kontraband|zadłuż|zniknięci|kradzież|spadek|spadk|wzrost|dymisj|zeznani)/u;

/**
 * "Zaskakujący wybór komisji": in a segment without a verb the adjective is what is said. A kicker may lose it, if the news
 * follows.
 */
function saysOnlyThis({ text, tokens }: ReadText, first: number, last: number): boolean {
  const noun = tokens[last + 1]?.word ?? "";
  const ends = [...text.matchAll(/[.!?:…]+\s+|\s[-–—|]\s/gu)].map(({ index }) => index);
  const segmentAt = (at: number) => ends.filter((end) => end < at).length;
  const own = segmentAt(tokens[first]!.start);
  // "Spektakularnych transferów nie będzie": not that there will be none.
  if (tokens.some((token) => segmentAt(token.start) === own && /^(?:nie|bez|brak)$/u.test(token.word))) return true;
  if (news.test(noun)) return false;
  if (tokens.some((token) => segmentAt(token.start) === own && polishVerb.test(token.word))) return false;
  const following = tokens.filter((token) => segmentAt(token.start) === own + 1);
  return first > 0 || following.length < kickerNewsMin || !following.some(({ word }) => polishVerb.test(word));
}

const emptyEnglish =
  /^(?:weather|food|incidents?|reasons?|response|week|day|days|night|year|years|finish|rate|rates|percentage|scenes?|reality|conditions|situation|experience|assignment|extent|degree|levels?|use|shape|state|mood|terms|fashion|manner|style|note|start|end|ending|effect|effects|results?|consequences|impact)$/u;
const fillers = /^(?:already|still|also|just|now|even|otherwise|often|equally)$/u;

/** "Millions face brutal weather", "an already bizarre week": nothing is said without the adjective. "9 bizarre days" is a list. */
function isHeldByIt({ tokens }: ReadText, first: number, last: number): boolean {
  const before = tokens[first - 1]?.word ?? "";
  if (fillers.test(before)) return true;
  return !/^\p{N}/u.test(before) && emptyEnglish.test(tokens[last + 1]?.word ?? "");
}

function isSuperlative(words: string): boolean {
  return /^(?:most\s|\p{L}+est$)/iu.test(words);
}

/** "Lynn's 23 most iconic lines" are not all her lines, and "the cutest opossum" is not the only one. */
function singlesOut(tokens: readonly Token[], first: number): boolean {
  const before = tokens[first - 1]?.word ?? "";
  const owner = /^\p{N}/u.test(before) ? (tokens[first - 2]?.word ?? "") : before;
  return owner.endsWith("'s") || /^(?:the|my|our|your|his|her|its|their)$/u.test(owner);
}
