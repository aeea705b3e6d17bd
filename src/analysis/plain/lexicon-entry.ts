/**
 * One loaded word or phrase, one line of a lexicon file (lexicon/en.jsonl, de.jsonl, pl.jsonl). The two examples of each
 * entry are tests: `loaded` must become `plain`, and `literal` must stay as it is.
 */
export type LexiconEntry = {
  /** The word as in a dictionary, or the phrase. A compound's first part for `pos: "compound"`, its last part for "ending". */
  w: string;
  pos: (typeof partsOfSpeech)[number];
  kind: LoadedKind;
  /** The plain counterpart. "" drops the word. Without it the word is only marked: there is no safe plain word. */
  to?: string;
  /**
   * Forms that the rules of the language don't give, or all of them: form → plain form. Phrases are all listed here. A split verb
   * is written with " … " between its parts: "kanzelt … ab" → "kritisiert", "bügelt … ab" → "lehnt … ab".
   */
  forms?: Record<string, string>;
  /** What must stand around it (see conditions.ts). All of them must hold. */
  when?: string[];
  /**
   * Compound: what may follow without a hyphen ("zahlen", "unfall*"); a hyphen is always understood. Ending: what may stand
   * before it, with a hyphen or without; anything if it is left out.
   */
  rest?: string[];
  /** Compound: what must not follow ("Film" of "Horror-Film"). Ending: what must not stand before it. */
  notRest?: string[];
  /** German: read in many ordinary newspapers and found right there. Other entries edit only titles with a kicker or a shout. */
  proven?: boolean;
  loaded: string;
  /** What `loaded` becomes. Left out when the word is only marked. */
  plain?: string;
  literal: string;
};

/** What is kept of an entry once it is indexed: its forms and conditions are read by then, and its examples are for tests. */
export type KnownEntry = Omit<LexiconEntry, "forms" | "when" | "loaded" | "plain" | "literal">;

export function knownEntry({
  forms: _forms,
  when: _when,
  loaded: _loaded,
  plain: _plain,
  literal: _literal,
  ...entry
}: LexiconEntry): KnownEntry {
  return entry;
}

export const partsOfSpeech = ["verb", "noun", "adjective", "adverb", "phrase", "compound", "ending"] as const;

export const loadedKinds = [
  "emotive",
  "judgement",
  "exaggeration",
  "violence",
  "teaser",
  "shouting",
  "name",
  "mind",
  "appeal",
  "insinuation",
] as const;
export type LoadedKind = (typeof loadedKinds)[number];

export type Language = "en" | "de" | "pl";

export function isTaughtLanguage(language: string): language is Language {
  return language === "en" || language === "de" || language === "pl";
}
