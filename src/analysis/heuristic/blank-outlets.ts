import outlets from "./outlets.json" with { type: "json" };

const tailCharsMax = 40;
const tailWordsMax = 4;
const headWordsMin = 3;

const knownOutlet = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${outlets.toSorted((a, b) => b.length - a.length).join("|")})(?![\\p{L}\\p{N}])`,
  "gu",
);
const separator = / (?:[|·–—-]|::) /gu;

// Scores are blind to who speaks: names of outlets become spaces before a title is scored, wherever a well-known one
// stands and whatever stands at the end behind a separator ("… | Daily Example"). Spaces keep every offset.
export function blankOutlets(title: string): string {
  const tail = outletTailStart(title);
  const headed = tail === null ? title : title.slice(0, tail).padEnd(title.length);
  return headed.replaceAll(knownOutlet, (name) => " ".repeat(name.length));
}

function outletTailStart(title: string): number | null {
  const last = [...title.matchAll(separator)].at(-1);
  if (!last) return null;
  const tail = title.slice(last.index + last[0].length).trim();
  const words = tail.split(/\s+/u);
  const isName = tail.length <= tailCharsMax && words.length <= tailWordsMax && words.every(looksLikeName);
  const headWords = title.slice(0, last.index).trim().split(/\s+/u).length;
  return isName && headWords >= headWordsMin ? last.index : null;
}

function looksLikeName(word: string): boolean {
  return /^[\p{Lu}\p{N}]/u.test(word) || /\.\p{L}{2,}$/u.test(word) || /^(?:of|the|and|der|die|das|am|im)$/u.test(word);
}
