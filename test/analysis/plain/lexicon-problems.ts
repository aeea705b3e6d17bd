import { readText } from "../../../src/analysis/heuristic/read-text.ts";
import { findEntries, indexLexicon, type IndexedLexicon } from "../../../src/analysis/plain/find-entries.ts";
import { formsOf } from "../../../src/analysis/plain/inflect.ts";
import {
  loadedKinds,
  partsOfSpeech,
  type Language,
  type LexiconEntry,
} from "../../../src/analysis/plain/lexicon-entry.ts";
import { replaceWords } from "../../../src/analysis/plain/replace-words.ts";
import { compileFrame, turnFrame, type Frame } from "../../../src/analysis/plain/turn-frames.ts";

const keys = ["w", "pos", "kind", "to", "forms", "when", "rest", "notRest", "proven", "loaded", "plain", "literal"];

// Examples that the title editor leaves as they are: it drops no word if those around it might not fit together without it.
// The entries still mark their words and teach the tagger.
const leftByEditor = new Set([
  "Lighthouse Sold for an Astounding $8 Million",
  "Auction brings in an amazing £2 million",
  "Flat sold for an eye-watering £60 million",
  "Fund paid out a paltry £300",
  "Winter is officially over in Vermont",
  "Rye bread costs more and here's why",
  "What the hell is a fee for shade?",
  "New ferry pays off in more ways than one",
]);

/**
 * Which entries don't do what their own examples say, alone or among all others. The examples go through the title editor's
 * own `replaceWords`. Only the tagger is left out: it decides by the whole title whether a word is loaded, and an entry must
 * work wherever it says yes.
 */
export function lexiconProblems(entries: readonly LexiconEntry[], language: Language): string[] {
  const whole = indexLexicon(entries, language, asWritten);
  const seen = new Set<string>();
  return entries.flatMap((entry) => {
    const key = `${entry.w} ${entry.pos} ${JSON.stringify(entry.when ?? [])}`;
    const problems = seen.has(key) ? ["is there twice"] : [];
    seen.add(key);
    problems.push(...shapeProblems(entry, language));
    problems.push(...exampleProblems(entry, indexLexicon([entry], language, asWritten), language, "alone"));
    problems.push(...exampleProblems(entry, whole, language, "among all"));
    return problems.map((problem) => `${entry.w}: ${problem}`);
  });
}

/** A match then names the entry itself. */
function asWritten(entry: LexiconEntry): LexiconEntry {
  return entry;
}

function shapeProblems(entry: LexiconEntry, language: Language): string[] {
  const problems = Object.keys(entry).flatMap((key) => (keys.includes(key) ? [] : [`unknown key ${key}`]));
  if (!loadedKinds.includes(entry.kind)) problems.push(`unknown kind ${entry.kind}`);
  if (!partsOfSpeech.includes(entry.pos)) problems.push(`unknown part of speech ${entry.pos}`);
  if (
    (entry.to === undefined) !== (entry.plain === undefined) &&
    Object.values(entry.forms ?? {}).every((to) => to === "-")
  )
    problems.push("has a counterpart or a plain example, but not both");
  if (entry.to !== undefined && formsOf(entry, language).some(({ to }) => to === "-"))
    problems.push(`a form becomes "-"`);
  return problems;
}

function exampleProblems(entry: LexiconEntry, index: IndexedLexicon, language: Language, where: string): string[] {
  const edit = (title: string) => {
    const read = readText("title", title);
    const found = findEntries(read, index);
    return {
      edited: replaceWords(read, found, language)?.title ?? title,
      isFound: found.some((match) => match.entry === entry),
    };
  };
  const [loaded, literal] = [edit(entry.loaded), edit(entry.literal)];
  const problems: string[] = [];
  if (where === "alone" && !loaded.isFound) problems.push(`not found in "${entry.loaded}"`);
  const expected = leftByEditor.has(entry.loaded) ? entry.loaded : entry.plain;
  if (expected !== undefined && loaded.edited !== expected)
    problems.push(`${where}, "${entry.loaded}" becomes "${loaded.edited}", not "${expected}"`);
  if (literal.isFound) problems.push(`${where}, found in "${entry.literal}"`);
  if (literal.edited !== entry.literal) problems.push(`${where}, "${entry.literal}" becomes "${literal.edited}"`);
  return problems;
}

export function frameProblems(frames: readonly Frame[], language: Language): string[] {
  return frames.flatMap((frame) => {
    const ready = compileFrame(frame);
    const turned = turnFrame(frame.loaded, ready, language);
    const problems = turned === frame.plain ? [] : [`"${frame.loaded}" becomes "${turned}", not "${frame.plain}"`];
    if (turnFrame(frame.literal, ready, language) !== null) problems.push(`fits "${frame.literal}"`);
    return problems.map((problem) => `${frame.pattern}: ${problem}`);
  });
}
