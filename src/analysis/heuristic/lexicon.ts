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
  // Phrase to neutral phrase. Null protects a literal use ("slams into", "grand slam"), which the list writes as itself.
  titleReplacements: PhraseIndex<string | null>;
  // Where one of these is in a title, "slams" may mean the hurricane, or the door.
  literalWords: PhraseIndex<null>;
  // Verbs that are as often nouns or blows: "blasts", "rips".
  nounVerbs: ReadonlySet<string>;
  speakers: ReadonlySet<string>;
  // What one can only speak of, never hit: "plan", "decision". Each is a described noun as well.
  spokenNouns: ReadonlySet<string>;
  determiners: ReadonlySet<string>;
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
  spokenNouns: string[];
  determiners: string[];
  speakers: string[];
  nounVerbs: string[];
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
  spokenNouns: [],
  determiners: [],
  speakers: [],
  nounVerbs: [],
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
    titleReplacements: indexPhrases(
      Object.entries(list.titleReplacements).map(([from, to]) => [from === to ? null : to, [from]]),
    ),
    literalWords: indexPhrases([[null, list.literalWords]]),
    deletableAdjectives: indexPhrases([[null, adjectives]]),
    nounVerbs: new Set(list.nounVerbs),
    speakers: new Set(list.speakers),
    spokenNouns: new Set(list.spokenNouns),
    determiners: new Set(list.determiners),
    describedNouns: new Set([...list.describedNouns, ...list.spokenNouns]),
    keepAdjectiveAfter: new Set(list.keepAdjectiveAfter),
    functionWords: new Set(list.functionWords),
    personalWords: new Set(list.personalWords),
    attributionWords: new Set(list.attributionWords),
    leaningWords: new Set(list.leaningWords),
    abbreviations: new Set(list.abbreviations),
  };
}
