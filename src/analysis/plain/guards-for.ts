import { englishGuards } from "./english-guards.ts";
import { germanGuards } from "./german-guards.ts";
import type { LanguageGuards } from "./language-guards.ts";
import type { Language } from "./lexicon-entry.ts";
import { polishGuards } from "./polish-guards.ts";

const guards: Record<Language, LanguageGuards> = { en: englishGuards, de: germanGuards, pl: polishGuards };

export function guardsFor(language: Language): LanguageGuards {
  return guards[language];
}
