import type { ReadText, Token } from "../heuristic/read-text.ts";
import type { KnownEntry } from "./lexicon-entry.ts";

// What a language asks of an edit beyond what all languages ask. Each has a file of its own: english-guards.ts,
// german-guards.ts, polish-guards.ts. A check answers true when the edit must not be made.

export type LanguageGuards = {
  /** A shorter title is a play on words: only its verbs are replaced. */
  wordsMin: number;
  /** A title that was loud stays open to edits when the first of them has made it calmer. Measured in German only. */
  staysOpen: boolean;
  /** A title whose words were only replaced, and that still scores this much, stays as it was: it would be ours and as loud. */
  stillLoud: number;
  /** Whether the whole title is somebody's own words. */
  isSpoken: (read: ReadText) => boolean;
  /** The ways to read a title for its frame, each with the way back. */
  readings: (title: string) => Reading[];
  /** Of an edited title, whichever step made it. */
  titleChecks: ((edit: TitleEdit) => boolean)[];
  /** Of a word that the tagger takes for loaded: whether the title means it. */
  wordChecks: ((edit: WordEdit) => boolean)[];
  /** Of a word that would go: whether the words around it fit together without it. */
  dropChecks: ((edit: WordEdit) => boolean)[];
  /** Of a word that would be replaced. */
  replaceChecks: ((edit: WordEdit & { text: string }) => boolean)[];
  /** Whether the rest of the title can do without this segment. */
  mayLoseSegment: (edit: SegmentEdit) => boolean;
};

export type Reading = { text: string; restore: (turned: string) => string };
export type StepName = "prefix" | "capitals" | "frame" | "segment" | "words" | "network" | "marks";
export type TitleEdit = { before: ReadText; after: ReadText; step: StepName };

/** A word or phrase of the lexicon at its place in a title: its tokens, and the letters that would change. */
export type WordEdit = {
  read: ReadText;
  entry: KnownEntry;
  first: number;
  last: number;
  start: number;
  end: number;
  isDrop: boolean;
};

export type Segment = {
  start: number;
  end: number;
  words: number;
  /** How surely a human editor would drop it: 0 if it holds news. */
  drop: number;
  /** How loaded its words are on average. */
  loaded: number;
  /** How loaded its plainest longer word is: a name, or what it is about. */
  plainest: number;
};
/** `limit`: how sure an editor's drop must be. */
export type SegmentEdit = { read: ReadText; segment: Segment; next: Segment | undefined; limit: number };

export function asWritten(text: string): Reading {
  return { text, restore: (turned) => turned };
}

/** The word right before, if no mark stands between. */
export function wordBefore({ read: { text, tokens }, first, start }: WordEdit): Token | undefined {
  const before = tokens[first - 1];
  return before !== undefined && /^\s*$/u.test(text.slice(before.end, start)) ? before : undefined;
}

/** The word right after, if no mark stands between. */
export function wordAfter({ read: { text, tokens }, last, end }: WordEdit): Token | undefined {
  const after = tokens[last + 1];
  return after !== undefined && /^\s*$/u.test(text.slice(end, after.start)) ? after : undefined;
}

/** A title that only asks, where it also answered. An order to look it up is no answer. */
export function losesAnswer({ after, before }: TitleEdit): boolean {
  // "… | Herald": the outlet's own name is no answer.
  const name = /\s[|–-]\s[^|–?]{2,30}$/u.exec(after.text)?.[0] ?? "";
  const isSame = before.text.endsWith(name);
  const [left, whole] = [after.text, before.text].map((text) =>
    isSame ? text.slice(0, text.length - name.length) : text,
  ) as [string, string];
  if (!/\?\W*$/u.test(left) || /\?\W*$/u.test(whole) || !whole.startsWith(left)) return false;
  return !/^\W*(?:sprawd|zobacz|wyjaśnia|przekonaj|dowiedz|jetzt|hier)/iu.test(whole.slice(left.length));
}

/** "Er zeigte eine skandalöse Geste": a noun that nothing follows says little without its adjective. */
export function endsWithNoun({ read: { text, tokens }, first, last }: WordEdit, events: RegExp): boolean {
  const [noun, next] = [tokens[last + 1], tokens[last + 2]];
  if (noun === undefined) return false;
  const isLast = next === undefined || /[^\s-]|\s-\s/u.test(text.slice(noun.end, next.start));
  // "Sensationeller Fund: Mosaik entdeckt": the news follows.
  const isKicker = first === 0 && next !== undefined && /^(?::|\s[-–—])\s/u.test(text.slice(noun.end, next.start));
  return isLast && !isKicker && !events.test(noun.word);
}
