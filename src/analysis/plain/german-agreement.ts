import type { Token } from "../heuristic/read-text.ts";
import { functionWords } from "./function-words.ts";
import { genderAt } from "./german-genders.ts";
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
  const [was, will] = gendersOf({ ...edit, words: read.text });
  if ((was === "p") === (will === "p")) return false;
  const isVerb = (word: string | undefined) =>
    word !== undefined && /^\p{Ll}{2,}(?:t|te)$/u.test(word) && !functionWords("function", "de").has(word);
  const [before, after] = [read.tokens[edit.first - 1], read.tokens[last + 1]];
  const asWrittenThere = (token: Token | undefined) => token && read.text.slice(token.start, token.end);
  return isVerb(asWrittenThere(before)) || isVerb(asWrittenThere(after));
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
