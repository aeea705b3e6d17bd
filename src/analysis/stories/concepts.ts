import { scaleWords } from "../../chat/number-words.ts";
import { foldText } from "../../items/search-words.ts";
import { keyOfConcept } from "./stem-keys.ts";
import { endingCharsMax, stemCharsMin, withoutEnding } from "./without-ending.ts";
import rows from "./concepts.json" with { type: "json" };

// What news is about, in the words of three languages: "earthquake", "Erdbeben" and "trzęsienie" are one concept. One row of the file
// is one concept, one column a language. It is our own writing.
const languages = ["en", "de", "pl"];

/**
 * `bare` are words without their endings; null where two concepts would be one so ("Dania", Denmark, and "dane", data). `charsMax`: no
 * longer word has a concept.
 */
type Lookup = { exact: Map<string, number>; bare: Map<string, number | null>; charsMax: number };

const lookups = new Map<string, Lookup>();
const countries: ReadonlySet<number> = new Set(rows.countries.map(keyOfRow));
const things: ReadonlySet<number> = new Set(rows.things.map(keyOfRow));

/** The key of the concept that a folded word has; null: the file does not have it. */
export function findConcept(folded: string, language: string): number | null {
  const lookup = lookupOf(language);
  if (lookup === null) return null;
  return findWord(lookup, folded) ?? (language === "de" ? findLastPart(lookup, folded) : null);
}

function findWord({ exact, bare }: Lookup, folded: string): number | null {
  return exact.get(folded) ?? bare.get(withoutEnding(folded)) ?? null;
}

const partCharsMin = 5;

/** "Hafenbrücke" is a "Brücke": a German compound is what its last part is. Parts that are too long are not looked up. */
function findLastPart(lookup: Lookup, folded: string): number | null {
  for (let at = Math.max(stemCharsMin, folded.length - lookup.charsMax); at <= folded.length - partCharsMin; at += 1) {
    const found = findWord(lookup, folded.slice(at));
    if (found !== null) return found;
  }
  return null;
}

/** Too many reports of a day have it to tell which event this is. */
export function isCountry(conceptKey: number): boolean {
  return countries.has(conceptKey);
}

/** Neither a country nor a place: "election", "fire". */
export function isThing(conceptKey: number): boolean {
  return things.has(conceptKey);
}

/** Made when its language is first read. */
function lookupOf(language: string): Lookup | null {
  const column = languages.indexOf(language);
  if (column < 0) return null;
  const lookup = lookups.get(language) ?? buildLookup(language, column);
  lookups.set(language, lookup);
  return lookup;
}

function buildLookup(language: string, column: number): Lookup {
  const lookup: Lookup = { exact: new Map(), bare: new Map(), charsMax: 0 };
  for (const row of [...rows.countries, ...rows.places, ...rows.things]) {
    const key = keyOfRow(row);
    for (const word of row[column]?.split(" ") ?? []) {
      const folded = foldText(word);
      const bare = withoutEnding(folded);
      lookup.exact.set(folded, key);
      lookup.charsMax = Math.max(lookup.charsMax, folded.length + endingCharsMax);
      const known = lookup.bare.get(bare);
      lookup.bare.set(bare, known === undefined || known === key ? key : null);
    }
  }
  // A "miliard" is a number, and no "miliarder" (billionaire) without an ending.
  const numbers = Object.values(scaleWords[language] ?? {}).flatMap((words) => words.split(" "));
  for (const word of numbers) lookup.bare.set(withoutEnding(foldText(word)), null);
  return lookup;
}

function keyOfRow(row: readonly string[]): number {
  return keyOfConcept(row[0] ?? "");
}
