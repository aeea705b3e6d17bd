import { findPhrases } from "./find-phrases.ts";
import type { Lexicon } from "./lexicon.ts";
import type { Range } from "./quoted-ranges.ts";
import type { ReadText } from "./read-text.ts";

const prefixWordsMax = 5;
// A hyphen joins ("Hammer-Urteil"), so a dash counts only between spaces.
const separator = /^(?:\s*[:!|]+\s*|\s+[–—-]\s+)/u;

// “BREAKING: ” and its kin: the words themselves, and where the title proper begins.
export function attentionPrefix(title: ReadText, lexicon: Lexicon): { phrase: Range; restStart: number } | null {
  const [first] = findPhrases(title.text, title.tokens.slice(0, prefixWordsMax), lexicon.attentionPrefixes);
  if (!first || first.firstToken !== 0 || title.text.slice(0, first.start).trim() !== "") return null;
  const gap = separator.exec(title.text.slice(first.end));
  if (!gap) return null;
  return { phrase: { start: first.start, end: first.end }, restStart: first.end + gap[0].length };
}
