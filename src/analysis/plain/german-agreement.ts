import type { Token } from "../heuristic/read-text.ts";
import { functionWords } from "./function-words.ts";
import { genderAt } from "./german-genders.ts";
import { segmentAround } from "./german-leftovers.ts";
import type { WordEdit } from "./language-guards.ts";

// Whether a plain noun fits where the loaded one stood: its article, its adjective and its verb stay as they are.

/** A noun stands for another only where no article and no adjective shows its gender: "das Gezerre" is not "das Streit". */
export function showsOtherGender({ read: { text, tokens }, entry, ...edit }: WordEdit & { text: string }): boolean {
  const isNoun = entry.pos === "noun" || entry.pos === "phrase" || entry.pos === "ending";
  if (!isNoun || !/^\p{Lu}/u.test(text.slice(tokens[edit.first]!.start))) return false;
  const before = tokens[edit.first - 1];
  if (before === undefined || !/^\s+$/u.test(text.slice(before.end, tokens[edit.first]!.start))) return false;
  if (!showsGender(before, text)) return false;
  const [was, will] = gendersOf({ entry, ...edit, words: text });
  return was === null || was !== will;
}

type Replaced = Pick<WordEdit, "entry" | "start" | "end"> & { words: string; text: string };

/** Of the form that stands there, which may be of another gender than the entry's own word: "Murks", "Chaos". */
function gendersOf({ entry, start, end, words, text }: Replaced): [string | null, string | null] {
  const raised = (noun: string) => noun.slice(0, 1).toUpperCase() + noun.slice(1);
  const [old, plain] = [words.slice(start, end), text];
  return entry.pos === "ending" ? [genderAt(raised(old)), genderAt(raised(plain))] : [genderAt(old), genderAt(plain)];
}

/** "Hier droht Verkehrschaos" does not become "droht Verkehrsprobleme": the verb would have to follow. */
export function showsOtherNumber(edit: WordEdit & { text: string }): boolean {
  const { read, entry, last } = edit;
  if (entry.pos !== "noun" && entry.pos !== "ending") return false;
  const [known, will] = gendersOf({ ...edit, words: read.text });
  // "Klima-Kleber" may be one or many.
  const was = /kleber$/iu.test(read.text.slice(edit.start, edit.end)) ? null : known;
  if ((was === "p") === (will === "p")) return false;
  const isVerb = (word: string | undefined) =>
    word !== undefined && /^\p{Ll}{2,}(?:t|te)$/u.test(word) && !functionWords("function", "de").has(word);
  const [before, after] = [read.tokens[edit.first - 1], read.tokens[last + 1]];
  const asWrittenThere = (token: Token | undefined) => token && read.text.slice(token.start, token.end);
  if (isVerb(asWrittenThere(before)) || isVerb(asWrittenThere(after))) return true;
  // "Transfer-Poker um Stürmer könnte scheitern": the verb of the segment that the noun opens.
  const [from, to] = segmentAround(edit);
  const opens = !/\p{L}\s/u.test(read.text.slice(from, read.tokens[edit.first]!.start));
  return opens && (will === "p" ? ofOne : ofMany).test(read.text.slice(read.tokens[last]!.end, to));
}

const ofOne =
  /\s(?:ist|war|hat|wird|wurde|kann|könnte|soll|sollte|muss|darf|will|würde|hätte|wäre|geht|steht|bleibt|läuft|endet|scheitert|zieht|nimmt)(?!\p{L})/u;

const ofMany =
  /\s(?:sind|waren|haben|werden|wurden|können|könnten|sollen|müssen|dürfen|wollen|gehen|stehen|bleiben)(?!\p{L})/u;

/** "Herbe Dämpfer für …": behind an adjective in -e with nothing before it, a noun that shows no plural is one all the same. */
export function showsManyOthers(edit: WordEdit & { text: string }): boolean {
  const { read, first } = edit;
  const [, will] = gendersOf({ ...edit, words: read.text });
  const before = read.tokens[first - 1];
  const isNoun = /^\p{Lu}/u.test(read.text.slice(edit.start));
  if ((will !== "m" && will !== "n") || before === undefined || !isNoun) return false;
  if (!/^\s+$/u.test(read.text.slice(before.end, edit.start)) || !/\p{Ll}e$/u.test(before.word)) return false;
  if (functionWords("function", "de").has(before.word))
    return /^(?:die|viele|alle|keine|seine|ihre|unsere)$/u.test(before.word);
  const opens = /(?:^|[:.!?|–—]\s|\s-\s)$/u.test(read.text.slice(0, before.start));
  return opens && /^\p{Lu}\p{Ll}+e$/u.test(read.text.slice(before.start, before.end));
}

const contracted = /^(?:im|am|beim|zum|zur|vom|ins|ans)$/u;

function showsGender({ word, start }: Token, text: string): boolean {
  if (functionWords("det", "de").has(word) || contracted.test(word)) return true;
  // "Stiller Poker": the first word of a segment is an adjective too.
  const isSmall = /^\p{Ll}/u.test(text.slice(start)) || /(?:^|[^\p{L}\s]\s*)$/u.test(text.slice(0, start));
  return isSmall && /(?:e|er|es|em|en)$/u.test(word) && !isVerbLike(word);
}

// "beenden Streit", "gegen", "unter": they end like adjectives.
function isVerbLike(word: string): boolean {
  return functionWords("function", "de").has(word) || /(?:ieren|eln|ern)$/u.test(word);
}
