import type { Figure, Statement } from "./extract-statements.ts";

// Of the words of a fact, a sentence that says the same has most; of a short fact, all.
const sharedShare = 0.6;
const sharedMin = 3;
// Where a number differs, the rest must agree better: "12 houses burned" and "12 cars burned" are two facts.
const sharedShareDiffering = 0.7;

/** Both sentences tell the other's fact. */
export function saysTheSame(a: Statement, b: Statement): boolean {
  return a.text === b.text || (says(b, a) && says(a, b));
}

// Of a sentence that a reader takes for a repetition, nearly all words stand in the longer one, and at least half of its own.
const repeatedShare = 0.75;
const repeatingShare = 0.5;

// Two equal numbers are seldom chance within one story.
const tellingFigures = 2;
// With one number, this many words must be there to agree.
const tellingWords = 5;
// So many numbers say which fact it is even without a name: German ones are not told from nouns.
const surelyTellingFigures = 3;

/** One fact told twice: the same numbers, the same names, and nearly the same words. */
export function repeats(a: Statement, b: Statement): boolean {
  if (saysTheSame(a, b)) return true;
  if (!areMeantAlike(a, b) || !haveSameFigures(a, b)) return false;
  const [short, long] = a.words.size <= b.words.size ? [a, b] : [b, a];
  if (!hasNames(long, short) || !sharesWords(long, short, repeatedShare)) return false;
  // "It ran 412 of 420 crossings": a sentence that leaves the names to the one before it.
  const figures = figuresOf(short).size;
  const isTelling = figures >= tellingFigures || (figures > 0 && short.words.size >= tellingWords);
  if (short.names.size === 0 && isTelling) return true;
  return hasNames(short, long) && sharesWords(short, long, repeatingShare);
}

/**
 * The same in two languages, whose words differ: all numbers are the same, and so is what both are about. Less is enough of that where one of
 * the numbers is seldom chance within a story, or where a name agrees too, and a second number or what they count ("22 minutes", "22
 * Minuten").
 */
export function repeatsAcross(a: Statement, b: Statement): boolean {
  if (a.figures.length === 0 || !areMeantAlike(a, b) || !haveSameFigures(a, b)) return false;
  if (areAboutTheSame(a, b)) return true;
  if (!mayBeAboutTheSame(a, b)) return false;
  const hasName = !a.names.isDisjointFrom(b.words) || !b.names.isDisjointFrom(a.words);
  const isCountedAlike = a.figures.some((figure) => countsTheSame(figure, b));
  if (hasName && (figuresOf(a).size >= tellingFigures || isCountedAlike)) return true;
  return a.figures.some((figure) => isSeldomChance(figure, countsTheSame(figure, b)));
}

const sameThingsMin = 2;
const sameThingsShare = 0.5;

/** Of what the shorter one is about, half, and two things. */
function areAboutTheSame({ things }: Statement, other: Statement): boolean {
  const shared = things.intersection(other.things).size;
  return shared >= sameThingsMin && shared >= sameThingsShare * Math.min(things.size, other.things.size);
}

/** "The thieves' damage is 100,000 zlotys" and "a reward of 100,000 zlotys" have nothing else in common. */
function mayBeAboutTheSame({ things }: Statement, other: Statement): boolean {
  return things.size === 0 || other.things.size === 0 || !things.isDisjointFrom(other.things);
}

function countsTheSame({ key, unit }: Figure, { figures }: Statement): boolean {
  return unit !== null && figures.some((other) => other.key === key && other.unit === unit);
}

/** Millions, a decimal fraction, or many digits, but not a year, which half of a report's sentences may have. */
function isSeldomChance({ digits, isScaled }: Figure, isCountedAlike: boolean): boolean {
  if (isScaled || /^\d+[.,]\d{1,2}$/.test(digits)) return true;
  const length = digits.replaceAll(/\D/g, "").length;
  return length >= (isCountedAlike ? 3 : 4) && !/^(?:19|20)\d{2}$/.test(digits);
}

function haveSameFigures(a: Statement, b: Statement): boolean {
  return hasFigures(a, b) && hasFigures(b, a);
}

function figuresOf({ figures }: Statement): Set<number> {
  return new Set(figures.map(({ key }) => key));
}

/**
 * The first sentence that tells this fact. By `words`: its numbers, its names and most of its words. By `names`, in another
 * language: its numbers and names, if these are at least two, or its numbers alone, if they tell enough.
 */
export function findSaying(fact: Statement, sentences: SentenceIndex, by: "words" | "names"): Statement | null {
  const figures = fact.figures.map(({ key }) => key);
  // A name may be another one there ("Brussels", "Bruksela"), and the numbers lead to few sentences.
  const needed = by === "names" && figures.length > 0 ? figures : [...fact.names, ...figures];
  const tells = by === "words" ? says : names;
  return findCandidates(fact, sentences, needed).find((sentence) => tells(sentence, fact)) ?? null;
}

/** The sentences of a report by each stem and number they have. */
export type SentenceIndex = ReadonlyMap<number, readonly Statement[]>;

export function indexSentences(sentences: readonly Statement[]): SentenceIndex {
  const index = new Map<number, Statement[]>();
  for (const sentence of sentences) {
    for (const key of new Set([...sentence.words, ...sentence.figures.map((figure) => figure.key)])) {
      const having = index.get(key);
      if (having === undefined) index.set(key, [sentence]);
      else having.push(sentence);
    }
  }
  return index;
}

/** Few sentences need a closer look: those with the rarest of what they need, or with one of the rarest words. */
function findCandidates(fact: Statement, sentences: SentenceIndex, needed: Iterable<number>): readonly Statement[] {
  const having = (key: number) => sentences.get(key) ?? [];
  const byNeed = Array.from(needed, having).toSorted((a, b) => a.length - b.length)[0];
  if (byNeed !== undefined) return byNeed;
  const byWord = [...fact.words].map(having).toSorted((a, b) => a.length - b.length);
  return [...new Set(byWord.slice(0, 1 + Math.floor((1 - sharedShare) * byWord.length)).flat())];
}

function says(sentence: Statement, fact: Statement): boolean {
  if (!areMeantAlike(sentence, fact) || !hasFigures(sentence, fact) || !hasNames(sentence, fact)) return false;
  return sharesWords(sentence, fact, sharedShare);
}

/** "The bridge comes in three years" does not say that it comes not, nor that it might come later. */
function areMeantAlike(a: Statement, b: Statement): boolean {
  return a.isNegated === b.isNegated && a.isHedged === b.isHedged;
}

function names(sentence: Statement, fact: Statement): boolean {
  if (!areMeantAlike(sentence, fact)) return false;
  if (repeatsAcross(sentence, fact)) return true;
  if (!hasFigures(sentence, fact) || !mayBeAboutTheSame(sentence, fact)) return false;
  if (figuresOf(fact).size >= surelyTellingFigures && !fact.words.isDisjointFrom(sentence.words)) return true;
  return fact.names.size >= 1 && fact.names.size + fact.figures.length >= 2 && hasNames(sentence, fact);
}

function hasFigures({ figures }: Statement, fact: Statement): boolean {
  return fact.figures.every(({ key }) => figures.some((figure) => figure.key === key));
}

function hasNames({ words }: Statement, fact: Statement): boolean {
  return fact.names.isSubsetOf(words);
}

function sharesWords({ words }: Statement, fact: Statement, share: number): boolean {
  const needed = Math.max(Math.ceil(share * fact.words.size), Math.min(sharedMin, fact.words.size));
  let shared = 0;
  for (const word of fact.words) if (words.has(word)) shared += 1;
  return fact.words.size > 0 && shared >= needed;
}

type DifferingFigures = { statement: Statement; figures: { own: string; others: string }[] };

/** The first sentence that tells this fact with another number for the same thing. */
export function findDifferingFigures(fact: Statement, sentences: SentenceIndex): DifferingFigures | null {
  if (fact.figures.length === 0) return null;
  for (const statement of findCandidates(fact, sentences, fact.names)) {
    if (statement.isNegated !== fact.isNegated || !hasNames(statement, fact)) continue;
    if (!sharesWords(statement, fact, sharedShareDiffering)) continue;
    const missing = fact.figures.filter(({ key }) => statement.figures.every((figure) => figure.key !== key));
    const figures = missing.map((figure) => ({ own: figure.digits, others: findOther(figure, fact, statement) }));
    const known = figures.filter((figure): figure is { own: string; others: string } => figure.others !== null);
    if (known.length > 0 && known.length === figures.length) return { statement, figures: known };
  }
  return null;
}

/** The one number that the sentence has for the same unit, and the fact has not. */
function findOther({ unit }: Figure, fact: Statement, { figures }: Statement): string | null {
  if (unit === null) return null;
  const others = figures.filter((one) => one.unit === unit && fact.figures.every(({ key }) => key !== one.key));
  return others.length === 1 ? others[0]!.digits : null;
}
