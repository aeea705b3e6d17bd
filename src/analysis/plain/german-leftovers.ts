import { isCountedSmall } from "./german-small-words.ts";
import { functionWords } from "./function-words.ts";
import { wordAfter, wordBefore, type WordEdit } from "./language-guards.ts";

// What would be left of a German title when a word goes: each check answers true when the rest would hang in the air.

export const leftoverChecks = [
  isOneOfTwo,
  isOneOfList,
  isGluedKicker,
  leavesShoutedNoun,
  isHowItWas,
  standsForVerb,
  leavesOneNoun,
  isAsked,
  isWholeQuestion,
  isMeant,
];

/** "Die Top- und Flop-Liste", "Spektakulär und teuer": one of two, and the other needs it. */
function isOneOfTwo(edit: WordEdit): boolean {
  const { read, entry, start } = edit;
  if (/-\s(?:und|oder|bis)\s$/u.test(read.text.slice(0, start))) return true;
  return isAdded(edit) && entry.pos !== "phrase" && /^(?:und|oder|aber)$/u.test(wordAfter(edit)?.word ?? "");
}

/** "Müll, Mäuse, Ekel-Küche: Wirt zahlt Strafe": in a list of ills the bare noun is none. */
function isOneOfList({ read: { text, tokens }, entry, first }: WordEdit): boolean {
  return entry.pos === "compound" && /,\s$/u.test(text.slice(0, tokens[first]!.start));
}

/** "Irre SummeSo viel zahlt der Verein": some feeds glue kicker and title, and the kicker would be one bare noun. */
function isGluedKicker({ read: { text, tokens }, entry, first, last }: WordEdit): boolean {
  const noun = tokens[last + 1];
  if (entry.pos !== "adjective" || first > 0 || noun === undefined) return false;
  return /^\p{Lu}\p{Ll}+\p{Lu}\p{Ll}/u.test(text.slice(noun.start, noun.end));
}

/** "Butter-Wut!: Bauern blockieren Lager" leaves "Butter!: …". */
function leavesShoutedNoun({ read: { text, tokens }, entry, last }: WordEdit): boolean {
  return entry.pos === "ending" && /^(?:!|\sin letzter)/u.test(text.slice(tokens[last]!.end));
}

// How something was, without a word on what it was.
const judged =
  /^(?:serie|summen?|show|chronik|leistung|lauf|phase|sohn|tochter|ansage|nägeln?|ablöse|projekten?|buch|gegner)$/u;
// "Horror-Saison ist perfekt", "Protz-Anfall": without its first part it says the opposite, or something else.
const alwaysJudged = /^(?:start|saison|halbzeit|vorstellung|gegenwart|anfall|abend)$/u;

/** "Nach Horror-Start: Trainer geht", "Verein verlangt Mega-Summe": the first part says how it was, and that is what is said. */
function isHowItWas(edit: WordEdit): boolean {
  const { read, entry, last, end } = edit;
  if (entry.pos !== "compound") return false;
  const { text, tokens } = read;
  const noun = text[tokens[last]!.end] === "-" ? tokens[last + 1]!.word : text.slice(end - 1, tokens[last]!.end);
  const before = wordBefore(edit)?.word ?? "";
  if (alwaysJudged.test(noun.toLowerCase())) return true;
  // "Ekel-Alarm in Klinik" says what it is about; "Ekel-Alarm!: Ratten im Keller" says so behind its colon.
  if (/^alarm$/iu.test(noun) && /^\s\p{L}/u.test(text.slice(edit.end).replace(/^\p{L}+/u, ""))) return true;
  return (
    judged.test(noun.toLowerCase()) && before !== "" && !/^(?:der|die|das|den|dem|des|im|am|zum|zur)$/u.test(before)
  );
}

/** "Verspotteter Stürmer plötzlich Held": the adverb stands for the verb. */
function standsForVerb(edit: WordEdit): boolean {
  const { read, entry, first, last } = edit;
  const [before, after] = [wordBefore(edit), wordAfter(edit)];
  if (entry.pos !== "adverb" || before === undefined || after === undefined) return false;
  const { text, tokens } = read;
  if (!/^\p{Lu}/u.test(text.slice(before.start)) || !/^\p{Lu}/u.test(text.slice(after.start))) return false;
  const [from, to] = segmentAround(edit);
  const others = tokens.filter(({ start, end }, at) => start >= from && end <= to && (at < first || at > last));
  return !others.some(({ word, start }, at) =>
    // "Spart das Drehen wirklich Strom?": a question begins with it.
    at === 0 ? isCountedSmall(word) : /^\p{Ll}/u.test(text.slice(start)) && mayBeVerb(word),
  );
}

/** "Viele Mängel: Ausgerechnet Kiel! Markt bleibt zu": one noun is no segment. */
function leavesOneNoun(edit: WordEdit): boolean {
  const { read, entry, first, last } = edit;
  if (!/^(?:adverb|compound|phrase)$/u.test(entry.pos) || first === 0) return false;
  // "Das Aus kommt plötzlich": how it comes is what is said.
  if (wordAfter(edit) === undefined && /^(?:kommt|kam|kommen|kamen)$/u.test(wordBefore(edit)?.word ?? "")) return true;
  const [from, to] = segmentAround(edit);
  const others = read.tokens.filter(({ start, end }, at) => start >= from && end <= to && (at < first || at > last));
  // "Der Neue im Verein: Hammer-Typ" is read as one token or as two.
  const own = entry.pos === "compound" && read.text[read.tokens[last]!.end] !== "-" ? 0 : 1;
  return others.length === own;
}

/** "Peinlich? Nein!": a question of one word. */
function isWholeQuestion({ read: { text }, start, end }: WordEdit): boolean {
  return text[end] === "?" && /(?:^|[:.!?]\s)$/u.test(text.slice(0, start));
}

/** "Monster-Tor! Monster-Parade!": what is said three times is meant. "Von wegen Blitz-Wechsel" denies the word itself. */
function isMeant({ read: { text, tokens }, entry, first, start }: WordEdit): boolean {
  if (/von wegen\s$/iu.test(text.slice(0, start))) return true;
  const same = tokens.filter(({ word, end }) => word === tokens[first]!.word && text[end] === "-");
  return entry.pos === "compound" && same.length > 2;
}

/** "Wird es der fantastische Februar?": what is asked is the adjective. */
function isAsked(edit: WordEdit): boolean {
  const { text } = edit.read;
  const [from, to] = segmentAround(edit);
  if (edit.entry.pos !== "adjective" || text[to] !== "?") return false;
  return /^\s*(?:Wird|Werden|Ist|Sind|War|Waren|Bleibt|Bleiben) (?:das|es|dies|er|sie)\s/u.test(text.slice(from, to));
}

/** "Reformen Kommt endlich zur Sache!": an order behind a kicker without a mark. Without its adverb it reads like a report. */
export function isOrderBehindKicker({ text, tokens }: WordEdit["read"], first: number): boolean {
  if (tokens[first]!.word !== "endlich") return false;
  const verb = /\p{L}\s(\p{Lu}\p{Ll}+t)\s(?:\p{Ll}+\s){0,3}$/u.exec(text.slice(0, tokens[first]!.start))?.[1];
  return verb !== undefined && isCountedSmall(verb.toLowerCase());
}

function isAdded({ entry }: WordEdit): boolean {
  return entry.pos === "adjective" || entry.pos === "adverb";
}

function mayBeVerb(word: string): boolean {
  if (functionWords("aux", "de").has(word)) return true;
  return /(?:t|te|ten|en|ern|eln)$/u.test(word) && !functionWords("function", "de").has(word);
}

/** From mark to mark. */
export function segmentAround({ read: { text }, start, end }: WordEdit): [from: number, to: number] {
  const from = Math.max(
    0,
    ...[...text.slice(0, start).matchAll(/[:.!?|–—]\s|\s-\s/gu)].map((mark) => mark.index + mark[0].length),
  );
  // "Völlig überfahren Von Jana Kern": some feeds put the author behind the title.
  const length = text.slice(end).search(/[:.!?|–—](?:\s|$|:)|\s-\s|\sVon\s\p{Lu}/u);
  return [from, length < 0 ? text.length : end + length];
}
