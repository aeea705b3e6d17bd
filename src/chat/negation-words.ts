// Of English, German and Polish, as parts of regular expressions. "Nie" is a word of two of them.
export const negationWords =
  "not|no|never|none|nobody|nothing|neither|cannot|nicht|nichts|nie|niemals|niemand\\p{L}*|kein\\p{L}*|weder|nikt|nikogo|nigdy|żad\\p{L}+";
/** These deny one noun, not what happened. */
export const lackWords = "without|ohne|bez|brak";

/** In German, "Not" is hardship, and denies nothing. */
export function withoutHardship(text: string, language: string): string {
  return language === "de" ? text.replaceAll(/(?<!\p{L})Not(?!\p{L})/gu, "") : text;
}
