import type { TitleEdit } from "../language-guards.ts";
import type { Language } from "../lexicon-entry.ts";
import type { Tag } from "../edit-step.ts";
import { longestCommon } from "../longest-common.ts";
import { networkWords } from "./network-pieces.ts";
import { acceptanceOf } from "./read-edit.ts";
import { readByNetwork, type WordOperation } from "./read-title.ts";

const segmentEnd = /[:?!.]\s|\s[-–—]\s/u;

/** What speaks for and against an edit, as numbers of about the same size. */
export function editSigns({ before, after, step }: TitleEdit, language: Language, tag: Tag): number[] {
  const old = readByNetwork(before.text, language);
  const { gone, come } = compareWords(before.text, after.text);
  const changed = old.words.filter((word, at) => gone.has(at) && isWord(word));
  const kept = old.words.filter((word, at) => !gone.has(at) && isWord(word));
  const change = ({ keep }: WordOperation) => 1 - keep;
  const borders = old.words.filter(
    (word, at) => !gone.has(at) && isWord(word) && (gone.has(at - 1) || gone.has(at + 1)),
  );
  const likely = changed.map(change);
  const inner = changed.filter(({ text, start }) => start > 0 && /^\p{Lu}/u.test(text));
  const replaced = come.size > 0 ? 1 : 0;
  const words = Math.max(1, old.words.filter(isWord).length);
  return [
    // How likely editors change these words: on average, the least and the most likely one.
    logit(mean(likely, 0.5)),
    logit(Math.min(1, ...likely)),
    logit(Math.max(0, ...likely)),
    // And words that stay: next to them, and anywhere. An edit that does half of what it should is mostly wrong.
    logit(Math.max(0, ...borders.map(change))),
    logit(Math.max(0, ...kept.map(change))),
    // How much goes, and how much is left.
    changed.length / words,
    Math.min(changed.length, 6) / 3,
    Math.min(kept.length, 10) / 5,
    // Whether something comes in its place, and how sure that is.
    replaced,
    replaced * logit(Math.max(0, ...changed.map(({ by }) => by?.likely ?? 0))),
    // The title: whether it is plain as it is, whether only its article could make it plain, and how loud it is before and after.
    logit(old.isPlain),
    old.needsArticle,
    tag(before, language)?.loaded ?? 0,
    tag(after, language)?.loaded ?? 0,
    // What goes: a capital inside the title, only marks; by which step; at which end; whether it should be replaced; a segment.
    inner.length > 0 ? 1 : 0,
    likely.length === 0 ? 1 : 0,
    step === "words" ? 1 : 0,
    step === "segment" ? 1 : 0,
    step === "frame" ? 1 : 0,
    gone.has(0) ? 1 : 0,
    gone.has(old.words.length - 1) ? 1 : 0,
    Math.max(0, ...changed.map(({ replace }) => replace)),
    come.size < gone.size && segmentEnd.test(before.text) && !segmentEnd.test(after.text) ? 1 : 0,
    // What the network thinks of the edit as a whole.
    logit(acceptanceOf(before.text, after.text, language)),
  ];
}

/** How likely human editors change the words that this edit changes, on average. 1 if it changes no word. */
export function changeOfWords({ before, after }: TitleEdit, language: Language): number {
  const { gone } = compareWords(before.text, after.text);
  const { words } = readByNetwork(before.text, language);
  return mean(
    words.filter((word, at) => gone.has(at) && isWord(word)).map(({ keep }) => 1 - keep),
    1,
  );
}

function isWord({ text }: WordOperation): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

function mean(values: readonly number[], none: number): number {
  return values.length === 0 ? none : values.reduce((sum, value) => sum + value, 0) / values.length;
}

function logit(share: number): number {
  return Math.log((share + 0.002) / (1 - share + 0.002)) / 3;
}

type Worded = { word: string };

/** Words of the first title that the second lacks, and words that only the second has. */
export function compareWords(before: string, after: string): Record<"gone" | "come", Set<number>> {
  const [old, put] = [before, after].map((title) =>
    networkWords(title).map(({ text }) => ({ word: text.toLowerCase() })),
  ) as [Worded[], Worded[]];
  const common = longestCommon(old, put);
  const without = (words: readonly Worded[], side: 0 | 1) =>
    new Set(words.keys()).difference(new Set(common.map((pair) => pair[side])));
  return { gone: without(old, 0), come: without(put, 1) };
}
