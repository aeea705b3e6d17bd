import { splitSentences } from "../../analysis/heuristic/split-sentences.ts";
import { wordListsFor } from "../../analysis/heuristic/word-lists.ts";
import { cutText } from "../../text/characters.ts";

const sentenceCharsMax = 280;

/** As many whole sentences as have room in so many characters, and at least the first. Only a very long one is cut, after a word. */
export function firstSentences(text: string, language: string | null, charsMax: number): string {
  const { abbreviations } = wordListsFor(language ?? "und");
  const [first, ...others] = splitSentences(text, abbreviations);
  if (first === undefined) return "";
  if (first.text.length > sentenceCharsMax) return `${cutText(first.text, sentenceCharsMax).replace(/\s+\S*$/u, "")} …`;
  const last = others.filter(({ end }) => end - first.start <= charsMax).at(-1) ?? first;
  return text.slice(first.start, last.end);
}
