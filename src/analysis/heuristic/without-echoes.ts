import { tagTitle } from "../plain/tagger/tag-title.ts";
import { type Finding, findLoadedWords, isFormal } from "./find-techniques.ts";
import { readText } from "./read-text.ts";

/**
 * A loud neighbour makes a plain word look loaded: "Motorists" before "slams outrageous". Once the title was edited, its words stand
 * in calm company: a word that nobody would mark there was an echo, and no mark of the original begins or ends with it.
 */
export function withoutEchoes(findings: readonly Finding[], plainTitle: string, language: string): Finding[] {
  const plain = readText("title", plainTitle);
  const tagged = tagTitle(plain, language);
  if (tagged === null) return [...findings];
  const stillLoaded = findLoadedWords(plain, tagged, []);
  const calm = new Set(
    plain.tokens
      .filter((token) => !stillLoaded.some(({ start, end }) => start < token.end && token.start < end))
      .map(({ word }) => word),
  );
  return findings.flatMap((finding) => {
    const { id, read, start, end } = finding;
    if (read.field !== "title" || isFormal(id)) return [finding];
    const text = read.text.slice(start, end);
    const words = read.tokens.filter((token) => token.start < end && start < token.end);
    const loud = words.filter(({ word }) => !calm.has(word));
    const [first, last] = [loud[0], loud.at(-1)];
    if (first === undefined || last === undefined) return plain.text.includes(text) ? [] : [finding];
    // "Enough!": a mark that went is part of what was loud.
    if (loud.length === words.length || !/\p{L}$/u.test(text)) return [finding];
    return [{ ...finding, start: first.start, end: last.end, words: words.indexOf(last) - words.indexOf(first) + 1 }];
  });
}
