import type { Category, TechniqueId } from "../../items/analyzer-result.ts";
import { indexPhrases, type PhraseIndex } from "./find-phrases.ts";
import german from "./words-de.json" with { type: "json" };
import english from "./words-en.json" with { type: "json" };
import polish from "./words-pl.json" with { type: "json" };

// The words of one language, ready to be looked up. The lists are our own writing (words-en, words-de, words-pl).
export type WordLists = {
  capitalisesNouns: boolean;
  techniques: PhraseIndex<TechniqueId>;
  categories: PhraseIndex<Category>;
  attentionPrefixes: PhraseIndex<null>;
  functionWords: ReadonlySet<string>;
  personalWords: ReadonlySet<string>;
  attributionWords: ReadonlySet<string>;
  // A sentence that begins with one of these leans on the sentence before it.
  leaningWords: ReadonlySet<string>;
  abbreviations: ReadonlySet<string>;
};

type StoredLists = {
  capitalisesNouns: boolean;
  techniques: Partial<Record<TechniqueId, string[]>>;
  categories: Partial<Record<Category, string[]>>;
  attentionPrefixes: string[];
  functionWords: string[];
  personalWords: string[];
  attributionWords: string[];
  leaningWords: string[];
  abbreviations: string[];
};

const listsByLanguage = new Map([
  ["en", compile(english)],
  ["de", compile(german)],
  ["pl", compile(polish)],
]);

const noLists = compile({
  capitalisesNouns: false,
  techniques: {},
  categories: {},
  attentionPrefixes: [],
  functionWords: [],
  personalWords: [],
  attributionWords: [],
  leaningWords: [],
  abbreviations: [],
});

export function wordListsFor(language: string): WordLists {
  return listsByLanguage.get(language) ?? noLists;
}

function compile(list: StoredLists): WordLists {
  return {
    capitalisesNouns: list.capitalisesNouns,
    techniques: indexPhrases(Object.entries(list.techniques) as [TechniqueId, string[]][]),
    categories: indexPhrases(Object.entries(list.categories) as [Category, string[]][]),
    attentionPrefixes: indexPhrases([[null, list.attentionPrefixes]]),
    functionWords: new Set(list.functionWords),
    personalWords: new Set(list.personalWords),
    attributionWords: new Set(list.attributionWords),
    leaningWords: new Set(list.leaningWords),
    abbreviations: new Set(list.abbreviations),
  };
}
