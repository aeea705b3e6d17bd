import type { Language, LexiconEntry } from "./lexicon-entry.ts";

/**
 * The regular forms of a word next to those of its plain counterpart: "slams" → "criticizes". Irregular ones are listed in
 * the entry. English verbs, nouns and adjectives, German and Polish adjectives, Polish verbs in the third person; everything
 * else has only the forms it lists.
 */
export function inflect(
  word: string,
  to: string | null,
  pos: LexiconEntry["pos"],
  language: Language,
): Map<string, string | null> {
  const endings = endingsOf(pos, language);
  const lower = word.toLowerCase();
  if (endings === null) return new Map([[lower, to]]);
  const forms = endings.map((ending) => {
    const form = ending(lower);
    return [form, to === null || to === "" || form === lower ? to : ending(to)] as const;
  });
  // "miażdżąco" is an adverb, and the adverb of the counterpart is another word.
  const hasAdverb = language === "pl" && pos === "adjective" && to !== null && to !== "";
  return new Map(hasAdverb ? forms.filter(([form]) => !form.endsWith("o")) : forms);
}

type Ending = (word: string) => string;

function endingsOf(pos: LexiconEntry["pos"], language: Language): Ending[] | null {
  if (language === "en" && pos === "verb") return onFirstWord([(word) => word, thirdPerson, past, progressive]);
  if (language === "en" && pos === "noun") return onLastWord([(word) => word, thirdPerson]);
  if (language === "de" && pos === "adjective") return ["", "e", "er", "en", "es", "em"].map(german);
  if (language === "pl" && pos === "adjective") return polishEndings.map(polish);
  if (language === "pl" && pos === "verb") return onFirstWord([(word) => word, ...polishVerbForms]);
  return null;
}

// "lash out" → "lashes out": the first word of a verb phrase takes the ending, the last one of a noun phrase.
function onFirstWord(endings: Ending[]): Ending[] {
  return endings.map((ending) => (phrase) => phrase.replace(/^\S+/u, (word) => ending(word)));
}

function onLastWord(endings: Ending[]): Ending[] {
  return endings.map((ending) => (phrase) => phrase.replace(/\S+$/u, (word) => ending(word)));
}

function thirdPerson(word: string): string {
  if (/[^aeiou]y$/u.test(word)) return `${word.slice(0, -1)}ies`;
  return /(?:s|x|z|ch|sh)$/u.test(word) ? `${word}es` : `${word}s`;
}

function past(word: string): string {
  if (word.endsWith("e")) return `${word}d`;
  if (/[^aeiou]y$/u.test(word)) return `${word.slice(0, -1)}ied`;
  return `${doubled(word)}ed`;
}

function progressive(word: string): string {
  if (/[^eo]e$/u.test(word)) return `${word.slice(0, -1)}ing`;
  return `${doubled(word)}ing`;
}

// "slam" → "slamm-": one syllable, one vowel, one consonant.
function doubled(word: string): string {
  return /^[^aeiou]*[aeiou][bdgklmnprt]$/u.test(word) && !/[aeiou]{2}/u.test(word) ? word + word.at(-1)! : word;
}

// "riesig" + "er", "irre" + "r", "dunkel" + "er" → "dunkler".
function german(ending: string): Ending {
  return (word) => {
    const stem = ending !== "" && word.endsWith("e") ? word.slice(0, -1) : word;
    const short = ending !== "" && /[^e]el$/u.test(stem) ? `${stem.slice(0, -2)}l` : stem;
    return short + ending;
  };
}

const polishEndings = ["y", "a", "e", "ego", "ej", "emu", "ą", "ym", "ych", "ymi", "o"];

// "ogromny" → "ogromnego", "wielki" → "wielkiego", "głupi" → "głupiego". The plural of men ("ogromni") is listed by the entry.
function polish(ending: string): Ending {
  return (word) => {
    const stem = word.slice(0, -1);
    if (word.endsWith("y")) return stem + ending;
    const isSoft = !/[kg]$/u.test(stem);
    if (ending === "a" || ending === "ą" || ending === "o") return isSoft ? `${stem}i${ending}` : stem + ending;
    return ending.startsWith("y") ? `${stem}i${ending.slice(1)}` : `${stem}i${ending}`;
  };
}

// The virile plural of verbs in -eć: "powiedział" → "powiedzieli". All others keep their vowel.
const softens = /(?:wiedz|widz|siedz|chc|mi|lec|grzm|cierp|szum|mus|wis|krzycz|milcz|drż|leż|wrz|słysz|myśl)i?ał$/u;

// "grzmiał" → "grzmiała", "runął" → "runęła", "wzrósł" → "wzrosła"; "grzmi" → "grzmią". A form that does not end so has only itself.
const polishVerbForms: Ending[] = [
  ...["ła", "ło", "ły"].map((ending) => (word: string) => past3(word, ending)),
  (word) => (softens.test(word) ? word.replace(/(i?)ał$/u, "$1eli") : past3(word, "li")),
  pluralPresent,
];

function past3(word: string, ending: string): string {
  return word.replace(/ął$/u, "ęł").replace(/ósł$/u, "osł").replace(/ł$/u, ending);
}

function pluralPresent(word: string): string {
  if (word.endsWith("ł")) return word;
  if (/[uae]je$/u.test(word)) return word.replace(/e$/u, "ą");
  if (word.endsWith("nie")) return word.replace(/ie$/u, "ą");
  if (word.endsWith("a")) return `${word}ją`;
  if (/(?:[cszr]z|[sż])e$/u.test(word)) return word.replace(/e$/u, "ą");
  const soft: [RegExp, string][] = [
    [/ści$/u, "szczą"],
    [/([dc]?)si$/u, "$1szą"],
    [/dzi$/u, "dzą"],
    [/zi$/u, "żą"],
    [/ci$/u, "cą"],
    [/li$/u, "lą"],
    [/i$/u, "ią"],
    [/y$/u, "ą"],
    [/ie$/u, "ią"],
  ];
  const rule = soft.find(([ending]) => ending.test(word));
  return rule === undefined ? word : word.replace(...rule);
}

/**
 * A form as it stands in a title, in lower case, and what replaces it: "" drops it, null only marks it. A split verb has a tail
 * that stands at the end of its clause: "kanzelt … ab" → "kritisiert", "schmettert … ab" → "lehnt … ab".
 */
export type Form = { words: string[]; to: string | null; tail?: string[]; tailTo?: string };

const split = " … ";

export function formsOf(entry: LexiconEntry, language: Language): Form[] {
  const regular = inflect(entry.w, entry.to ?? null, entry.pos, language);
  const listed = Object.entries(entry.forms ?? {}).flatMap(([form, to]) => {
    const plain = entry.to === undefined && to === "-" ? null : to;
    // A Polish verb lists its other tenses once: "zagrzmiał" brings "zagrzmiała".
    const isTense = language === "pl" && entry.pos === "verb" && /^\S+ł(?:\s|$)/u.test(form);
    return isTense ? [...inflect(form, plain, "verb", "pl")] : [[form, plain] as const];
  });
  // What is listed comes before what a rule gives.
  const exact = Object.entries(entry.forms ?? {}).map(
    ([form, to]) => [form, entry.to === undefined && to === "-" ? null : to] as const,
  );
  const all = new Map<string, string | null>([...regular, ...listed, ...exact]);
  return [...all].map(([form, to]) => {
    const [head, tail] = form.toLowerCase().split(split) as [string, string?];
    if (tail === undefined) return { words: wordsOf(head), to };
    const [headTo, tailTo = ""] = (to ?? "").split(split) as [string, string?];
    return { words: wordsOf(head), to: to === null ? null : headTo, tail: wordsOf(tail), tailTo };
  });
}

function wordsOf(phrase: string): string[] {
  return phrase.split(/[\s-]+/u);
}
