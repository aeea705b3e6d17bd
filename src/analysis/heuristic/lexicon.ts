import type { Category, TechniqueId } from "../../items/analyzer-result.ts";
import { indexPhrases, type PhraseIndex } from "./find-phrases.ts";
import german from "./words-de.json" with { type: "json" };
import english from "./words-en.json" with { type: "json" };
import polish from "./words-pl.json" with { type: "json" };

// The words of one language, ready to be looked up. The lists are our own writing (words-en, words-de, words-pl).
export type Lexicon = {
  capitalisesNouns: boolean;
  techniques: PhraseIndex<TechniqueId>;
  categories: PhraseIndex<Category>;
  attentionPrefixes: PhraseIndex<null>;
  // Phrase to neutral phrase. A phrase that stands for itself protects a literal use: "slams into", "grand slam".
  titleReplacements: PhraseIndex<string>;
  // Where one of these is in a title, "slams" may mean the hurricane: nothing is replaced.
  literalWords: PhraseIndex<null>;
  deletableAdjectives: PhraseIndex<null>;
  describedNouns: ReadonlySet<string>;
  keepAdjectiveAfter: ReadonlySet<string>;
  functionWords: ReadonlySet<string>;
  personalWords: ReadonlySet<string>;
  attributionWords: ReadonlySet<string>;
  // A sentence that begins with one of these leans on the sentence before it.
  leaningWords: ReadonlySet<string>;
  abbreviations: ReadonlySet<string>;
};

type WordList = {
  capitalisesNouns: boolean;
  techniques: Partial<Record<TechniqueId, string[]>>;
  categories: Partial<Record<Category, string[]>>;
  titleReplacements: Record<string, string>;
  attentionPrefixes: string[];
  literalWords: string[];
  deletableAdjectives: string[];
  describedNouns: string[];
  keepAdjectiveAfter: string[];
  functionWords: string[];
  personalWords: string[];
  attributionWords: string[];
  leaningWords: string[];
  abbreviations: string[];
};

const lexicons = new Map([
  ["en", compile(english)],
  ["de", compile(german)],
  ["pl", compile(polish)],
]);

const emptyLexicon = compile({
  capitalisesNouns: false,
  techniques: {},
  categories: {},
  titleReplacements: {},
  attentionPrefixes: [],
  literalWords: [],
  deletableAdjectives: [],
  describedNouns: [],
  keepAdjectiveAfter: [],
  functionWords: [],
  personalWords: [],
  attributionWords: [],
  leaningWords: [],
  abbreviations: [],
});

export function hasLexicon(language: string): boolean {
  return lexicons.has(language);
}

export function lexiconFor(language: string): Lexicon {
  return lexicons.get(language) ?? emptyLexicon;
}

function compile(list: WordList): Lexicon {
  const adjectives = list.deletableAdjectives.map((adjective) => adjective.replaceAll("-", " "));
  return {
    capitalisesNouns: list.capitalisesNouns,
    techniques: indexPhrases(Object.entries(list.techniques) as [TechniqueId, string[]][]),
    categories: indexPhrases(Object.entries(list.categories) as [Category, string[]][]),
    attentionPrefixes: indexPhrases([[null, list.attentionPrefixes]]),
    titleReplacements: indexPhrases(Object.entries(list.titleReplacements).map(([from, to]) => [to, [from]])),
    literalWords: indexPhrases([[null, list.literalWords]]),
    deletableAdjectives: indexPhrases([[null, adjectives]]),
    describedNouns: new Set(list.describedNouns),
    keepAdjectiveAfter: new Set(list.keepAdjectiveAfter),
    functionWords: new Set(list.functionWords),
    personalWords: new Set(list.personalWords),
    attributionWords: new Set(list.attributionWords),
    leaningWords: new Set(list.leaningWords),
    abbreviations: new Set(list.abbreviations),
  };
}
