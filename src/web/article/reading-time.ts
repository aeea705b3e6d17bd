// Words a minute, read silently and aloud alike: Trauzettel-Klosinski and Dietz, "Standardized assessment of reading
// performance", 2012. Chinese and Japanese are written without spaces, so their rates count characters.
const wordsAMinute: Record<string, number> = {
  ar: 138,
  de: 179,
  en: 228,
  es: 218,
  fi: 161,
  fr: 195,
  he: 187,
  it: 188,
  nl: 202,
  pl: 166,
  pt: 181,
  ru: 184,
  sl: 180,
  sv: 199,
  tr: 166,
};
const charactersAMinute: Record<string, number> = { ja: 357, zh: 255 };
const usualRate = 184;

/** How many minutes the text takes, at least one; null for a text of a few lines, which needs no number. */
export function readingMinutes(text: string, language: string | null): number | null {
  const [primary = ""] = (language ?? "").toLowerCase().split("-");
  const characterRate = charactersAMinute[primary];
  const minutes =
    characterRate === undefined
      ? count(text, /\S+/gu) / (wordsAMinute[primary] ?? usualRate)
      : count(text, /[\p{L}\p{N}]/gu) / characterRate;
  return minutes < shortMinutes ? null : Math.max(1, Math.round(minutes));
}

const shortMinutes = 0.4;

function count(text: string, pattern: RegExp): number {
  let found = 0;
  for (const _ of text.matchAll(pattern)) found += 1;
  return found;
}
