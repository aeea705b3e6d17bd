import { segmentAround } from "./german-leftovers.ts";
import type { WordEdit } from "./language-guards.ts";

// Whether a plain word fits the verb form of the title.

// "enthüllt", "kapiert": third person and participle look alike. "verrät" and "verschießt" are of strong verbs.
const alike =
  /^(?!\p{Ll}*(?:schieß|verlier|steh|geh|sprich|fäll|rä|läss|häl|nimm|gib|bring|find)t$)(?:(?:be|ver|er|ent|zer|miss)\p{Ll}{2,}t|\p{Ll}+iert)$/u;
const helper = /(?:^|\s)(?:hat|haben|hatten?|ist|sind|war|waren|wird|werden|wurden?|worden|sei|seien)(?!\p{L})/iu;

const has = /(?:^|\s)(?:hat|haben|hatten?)\s/iu;

/**
 * "Sie haben kapiert", "Akten enthüllt": a participle must not become "versteht", "zeigt". It is one next to its helper verb, and
 * where a mark follows a verb that needs an object.
 */
export function isParticiple(edit: WordEdit & { text: string }): boolean {
  const { read, entry, text: plain, first, last } = edit;
  const { text, tokens } = read;
  const word = tokens[first]!.word;
  if (entry.pos !== "verb" || first !== last) return false;
  // "Die Jacke hat ihn verraten".
  const isLikeInfinitive = /^(?:be|ver|er|ent|zer)\p{Ll}+en$/u.test(word);
  if (isLikeInfinitive && has.test(text.slice(0, tokens[first]!.start).replace(/^.*[,:]/u, ""))) return true;
  if (!alike.test(word) || alike.test(plain)) return false;
  if (/^\p{Ll}*ge\p{Ll}{2,}(?:t|en)$/u.test(plain)) return false;
  const [from, to] = segmentAround(edit);
  const clause = text.slice(from, tokens[first]!.start).replace(/^.*,/u, "");
  if (helper.test(clause) || helper.test(text.slice(tokens[first]!.end, to).replace(/,.*$/u, ""))) return true;
  return !/^(?:explodiert|eskaliert)$/u.test(word) && /^[,!:.]/u.test(text.slice(tokens[last]!.end));
}

/** "Kosten explodiert: …": many, so it is a participle, and "Kosten steigt" is no German. */
export function isOfMany({ read: { text, tokens }, entry, first, last }: WordEdit): boolean {
  const word = tokens[first]!.word;
  const before = tokens[first - 1];
  if (entry.pos !== "verb" || first !== last || !/^\p{Ll}+iert$/u.test(word) || before === undefined) return false;
  return /^\p{Lu}\p{L}*(?<=preise|kosten|mieten|zahlen|schulden|gebühren|zinsen|ausgaben)\s$/iu.test(
    text.slice(before.start, tokens[first]!.start),
  );
}

/** "Sean ganz schön verPENNt": capitals inside a word are a play on it. */
export function isPlayOnWord({ read: { text, tokens }, first, last }: WordEdit): boolean {
  return /\p{Ll}\p{Lu}{2}/u.test(text.slice(tokens[first]!.start, tokens[last]!.end));
}
