import type { Token } from "./read-text.ts";

// Patterns of our word lists, word by word: "slams" itself, "outrag*" a stem, "*skandal" an ending,
// "#" a number, "_" any one word.
export type PhraseIndex<Label> = {
  byWord: Map<string, Phrase<Label>[]>;
  byStem: Map<number, Phrase<Label>[]>;
  byEnding: Map<number, Phrase<Label>[]>;
  /** By three letters: whether any phrase begins with a word that begins or ends so. Three of five words need no other look. */
  starts: Uint8Array;
  ends: Uint8Array;
};

export type PhraseMatch<Label> = { label: Label; firstToken: number; lastToken: number; start: number; end: number };

type Phrase<Label> = { label: Label; words: string[] };

// Stems and endings are filed under three letters: three lookups per word of a text, however long the lists are. The letters are
// ten bits each of a small number, because cutting strings out of every word took longer than looking them up. Letters beyond
// U+03FF may share a number with others; the words themselves are compared then.
const keyBits = 10;
const keyMask = 0x3ff;

function startKey(word: string): number {
  return keyOf(word, 0, Math.min(word.length, 3));
}

function endKey(word: string): number {
  return keyOf(word, Math.max(0, word.length - 3), word.length);
}

function keyOf(word: string, start: number, end: number): number {
  let key = 0;
  for (let at = start; at < end; at += 1) key = (key << keyBits) | (word.charCodeAt(at) & keyMask);
  return key;
}

const slotBits = 12;

function slotOf(key: number): number {
  return Math.imul(key, 0x9e3779b1) >>> (32 - slotBits);
}

export function indexPhrases<Label>(groups: Iterable<readonly [Label, readonly string[]]>): PhraseIndex<Label> {
  const index: PhraseIndex<Label> = {
    byWord: new Map(),
    byStem: new Map(),
    byEnding: new Map(),
    starts: new Uint8Array(2 ** slotBits),
    ends: new Uint8Array(2 ** slotBits),
  };
  for (const [label, patterns] of groups) {
    for (const pattern of patterns) addPhrase(index, { label, words: pattern.split(" ") });
  }
  return index;
}

// Left to right, the longest phrase at each place, no overlaps.
export function findPhrases<Label>(
  text: string,
  tokens: readonly Token[],
  index: PhraseIndex<Label>,
): PhraseMatch<Label>[] {
  const matches: PhraseMatch<Label>[] = [];
  for (let position = 0; position < tokens.length; position += 1) {
    if (!mayBegin(tokens[position]!.word, index)) continue;
    const phrase = longestPhraseAt(text, tokens, position, index);
    if (!phrase) continue;
    const lastToken = position + phrase.words.length - 1;
    const [start, end] = [tokens[position]!.start, tokens[lastToken]!.end];
    matches.push({ label: phrase.label, firstToken: position, lastToken, start, end });
    position = lastToken;
  }
  return matches;
}

function addPhrase<Label>({ byWord, byStem, byEnding, starts, ends }: PhraseIndex<Label>, phrase: Phrase<Label>): void {
  const first = phrase.words[0]!;
  if (first.startsWith("*")) ends[slotOf(endKey(first))] = 1;
  else starts[slotOf(startKey(first))] = 1;
  if (first.endsWith("*")) append(byStem, startKey(first), phrase);
  else if (first.startsWith("*")) append(byEnding, endKey(first), phrase);
  else append(byWord, first, phrase);
}

function append<Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void {
  map.set(key, [...(map.get(key) ?? []), value]);
}

function mayBegin<Label>(word: string, { byEnding, starts, ends }: PhraseIndex<Label>): boolean {
  if (starts[slotOf(startKey(word))] === 1 || isDigit(word.charCodeAt(0))) return true;
  return byEnding.size > 0 && ends[slotOf(endKey(word))] === 1;
}

function longestPhraseAt<Label>(
  text: string,
  tokens: readonly Token[],
  position: number,
  { byWord, byStem, byEnding }: PhraseIndex<Label>,
): Phrase<Label> | null {
  const { word } = tokens[position]!;
  const whole = byWord.get(isNumber(word) ? "#" : word);
  const start = byStem.size === 0 ? undefined : byStem.get(startKey(word));
  const end = byEnding.size === 0 ? undefined : byEnding.get(endKey(word));
  // Most words begin no phrase.
  if (whole === undefined && start === undefined && end === undefined) return null;
  let best: Phrase<Label> | null = null;
  for (const phrase of [...(whole ?? []), ...(start ?? []), ...(end ?? [])]) {
    const isLonger = phrase.words.length > (best?.words.length ?? 0);
    if (isLonger && standsAt(text, tokens, position, phrase.words)) best = phrase;
  }
  return best;
}

function standsAt(text: string, tokens: readonly Token[], position: number, words: readonly string[]): boolean {
  return words.every((pattern, offset) => {
    const token = tokens[position + offset];
    if (!token || !wordMatches(token.word, pattern)) return false;
    if (pattern === "#" && !isWholeNumber(text, token)) return false;
    return offset === 0 || isOneGap(text, tokens[position + offset - 1]!.end, token.start);
  });
}

function wordMatches(word: string, pattern: string): boolean {
  if (pattern === "_") return true;
  if (pattern === "#") return isNumber(word);
  if (pattern.endsWith("*")) return word.startsWith(pattern.slice(0, -1));
  if (pattern.startsWith("*")) return word.endsWith(pattern.slice(1));
  return word === pattern;
}

function isNumber(word: string): boolean {
  return isDigit(word.charCodeAt(0)) && /^[0-9]+$/u.test(word);
}

function isDigit(unit: number): boolean {
  return unit >= 48 && unit <= 57;
}

// "470" of "1,470" is not a number.
function isWholeNumber(text: string, { start, end }: Token): boolean {
  return (
    !/[0-9][.,]$/u.test(text.slice(Math.max(0, start - 2), start)) && !/^[.,][0-9]/u.test(text.slice(end, end + 2))
  );
}

// A phrase is held together by one space or hyphen; a comma or a full stop ends it.
function isOneGap(text: string, from: number, to: number): boolean {
  return to - from === 1 && /[\s-]/u.test(text[from]!);
}
