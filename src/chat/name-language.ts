const names = new Intl.DisplayNames("en", { type: "language" });

/** The English name of an ISO 639 code, as a prompt says it; `otherwise` where the language is not known. */
export function nameLanguage(language: string, otherwise: string): string {
  return language === "und" ? otherwise : (names.of(language) ?? otherwise);
}
