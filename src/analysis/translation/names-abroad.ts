import { readFileSync } from "node:fs";

/**
 * Words that name the same in English, German and Polish although they share no letters: countries, languages, months and days from
 * the tables that Node brings, and cities, offices and spellings from a list of our own.
 */
const listed = JSON.parse(readFileSync(new URL("names-abroad.json", import.meta.url), "utf8")) as string[][];

const spoken = ["en", "de", "pl"];
const capital = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const languageCodes = "en de pl fr es it nl cs sk uk ru be lt lv et sv da no fi hu ro bg el tr ar he fa zh ja ko".split(
  " ",
);

let groups: readonly (readonly string[])[] | null = null;

/** Whether one of `words` is this name in another language or with another ending. */
export function isNamed(name: string, words: readonly string[]): boolean {
  const folded = fold(name);
  if (words.some((word) => isAlike(folded, word))) return true;
  groups ??= [...listed, ...tableGroups()];
  return groups.some((group) => {
    return group.some((one) => isAlike(folded, one)) && words.some((word) => group.some((one) => isAlike(one, word)));
  });
}

/** "Warszawa" and "Warszawie", "Merz" and "Merza": the beginning counts, since endings differ. */
function isAlike(a: string, b: string): boolean {
  const shorter = Math.min(a.length, b.length);
  let shared = 0;
  while (shared < shorter && a[shared] === b[shared]) shared += 1;
  return shared >= sharedMin || (shared === shorter && shorter >= 2 && Math.abs(a.length - b.length) <= endingMax);
}

const sharedMin = 4;
const endingMax = 3;

/** Lower case without accents: "Kraków" is "krakow", "Łódź" is "lodz". */
export function fold(word: string): string {
  const bare = word.normalize("NFD").replaceAll(/\p{M}/gu, "");
  return bare.toLowerCase().replaceAll("ł", "l").replaceAll("ß", "ss");
}

function tableGroups(): string[][] {
  const regions = spoken.map((language) => new Intl.DisplayNames(language, { type: "region", fallback: "none" }));
  const languages = spoken.map((language) => new Intl.DisplayNames(language, { type: "language" }));
  const codes = [...capital].flatMap((first) => [...capital].map((second) => first + second));
  const days = Array.from({ length: 7 }, (_, day) => dateGroup(new Date(Date.UTC(2024, 0, 1 + day)), "weekday"));
  const months = Array.from({ length: 12 }, (_, month) => dateGroup(new Date(Date.UTC(2024, month, 1)), "month"));
  return [
    ...codes.map((code) => regions.flatMap((names) => wordsOf(names.of(code) ?? ""))),
    ...languageCodes.map((code) => languages.flatMap((names) => wordsOf(names.of(code) ?? ""))),
    ...days,
    ...months,
  ].filter((group) => group.length > 1);
}

function dateGroup(date: Date, part: "weekday" | "month"): string[] {
  return spoken.flatMap((language) => {
    return wordsOf(new Intl.DateTimeFormat(language, { [part]: "long", timeZone: "UTC" }).format(date));
  });
}

const wordCharsMin = 4;

function wordsOf(name: string): string[] {
  return (name.match(/\p{L}+/gu) ?? []).map(fold).filter((word) => word.length >= wordCharsMin);
}
