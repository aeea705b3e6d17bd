import type { ReadText } from "../heuristic/read-text.ts";
import type { Language } from "./lexicon-entry.ts";
import type { TaggedTitle } from "./tagger/tag-title.ts";

export type PlainTitle = { title: string; reasons: string[] };
export type Tag = (read: ReadText, language: Language) => TaggedTitle | null;

/** How sure the tagger must be. Chosen on headlines that the tagger had not seen. */
export type EditLimits = {
  /** The whole title: below this it is plain, and nothing is touched. */
  title: number;
  /** The same for frames, which are surer than words. */
  frame: number;
  /** A word that the lexicon knows a plain counterpart for. */
  replace: number;
  /** A word that the lexicon would drop. */
  drop: number;
  /** All words of a segment, on average, to drop it whole. */
  segment: number;
  /** The title, to lose its exclamation marks. One that has become plain by words must not keep them. */
  marks: number;
  /** One or two words in capitals; three are always shouting. */
  shout: number;
};

export const editLimits: Record<Language, EditLimits> = {
  en: { title: 0.12, frame: 0.02, replace: 0.15, drop: 0.15, segment: 0.6, marks: 0.12, shout: 0.35 },
  de: { title: 0.12, frame: 0.03, replace: 0.15, drop: 0.15, segment: 0.6, marks: 0.12, shout: 0.35 },
  pl: { title: 0.12, frame: 0.03, replace: 0.15, drop: 0.15, segment: 0.6, marks: 0.12, shout: 0.35 },
};
