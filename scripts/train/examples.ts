import { readText, type ReadText } from "../../src/analysis/heuristic/read-text.ts";
import { findEntries, indexLexicon, readLexicon, readLexiconEntries } from "../../src/analysis/plain/find-entries.ts";
import type { Language, LoadedKind } from "../../src/analysis/plain/lexicon-entry.ts";
import { lexiconSigns, type LexiconSigns, titleUnits, type Unit } from "../../src/analysis/plain/tagger/title-units.ts";
import { findDrops } from "./find-drops.ts";
import { readOwnFile, readOwnHeadlines, type OwnHeadline } from "./own-headlines.ts";
import { developmentIds, hashHex, readJoined, readLabelled, readMarked, type Labelled } from "./read-material.ts";

/** One headline or sentence, read and labelled. */
export type Example = {
  units: Unit[];
  signs: LexiconSigns;
  /** 1 where a unit is loaded. */
  loaded: Uint8Array;
  /** 1 where an editor deleted the unit; null where nobody edited. */
  drops: Uint8Array | null;
  kinds: LoadedKind[];
  /** How loaded the whole title is, 0–3; null for sentences without such a label. */
  level: number | null;
  /** Left out together in cross-validation; -1 is always trained on. */
  fold: number;
  weight: number;
  /** Only labelled headlines are scored. */
  label: Labelled | null;
  /** Nobody said which of its words are loaded: it teaches how loaded titles are, and nothing of words. */
  isTitleOnly?: true;
};

export const foldCount = 5;

/** `joined`: a file of labels that training/network/join.py has joined with their headlines. `headlines`: a file with headlines of the archives. */
export function readExamples(
  language: Language,
  { joined, headlines }: { joined: string | null; headlines: string | null },
): { training: Example[]; development: Example[] } {
  const labelled = readLabelled();
  const development = developmentIds(labelled);
  const own = labelled.filter((label) => label.language === language);
  return {
    training: [
      ...own.filter(({ id }) => !development.has(id)).map((label) => blankSome(fromLabel(label), label.id)),
      ...own.filter(({ id, fix }) => !development.has(id) && fix === "edit").map(fromPlainTitle),
      ...fromLexicon(language),
      ...fromOwn(language),
      ...(joined === null ? [] : fromJoined(joined, language)),
      ...(headlines === null ? [] : fromMarked(headlines, language)),
    ],
    development: own.filter(({ id }) => development.has(id)).map(fromLabel),
  };
}

function fromLabel(label: Labelled): Example {
  const read = readText("title", label.headline);
  return {
    ...readUnits(read, label.language, label.spans),
    drops: findDrops(label),
    kinds: label.kinds,
    level: label.loaded,
    fold: Number.parseInt(hashHex(`fold ${label.id}`).slice(0, 8), 16) % foldCount,
    weight: 1,
    label,
  };
}

// The lexicon was written by people who had read these headlines: it knows more of their words than of others'. Without its
// signs in every third headline the model learns how much it can be trusted elsewhere.
const blankedOfHundred = 35;

function blankSome(example: Example, id: string): Example {
  const place = Number.parseInt(hashHex(`blank ${id}`).slice(0, 8), 16) % 100;
  return place < blankedOfHundred ? { ...example, ...withoutSigns(example) } : example;
}

const plainTitleWeight = 0.5;

// The editor's own title: the same news without the loaded words. It is in the fold of its headline.
function fromPlainTitle(label: Labelled): Example {
  const read = readText("title", label.neutral);
  return {
    ...fromLabel(label),
    ...readUnits(read, label.language, []),
    drops: null,
    kinds: [],
    level: 0,
    weight: plainTitleWeight,
    label: null,
  };
}

const lexiconWeight = 0.5;

// The signs of the lexicon are blanked: every example finds its own entry, and the model would trust the lexicon too much.
function fromLexicon(language: Language): Example[] {
  return readLexiconEntries(language).flatMap((entry) => {
    const alone = indexLexicon([entry], language);
    const loaded = readText("title", entry.loaded);
    const spans = findEntries(loaded, alone).map(({ start, end }): [number, number] => [start, end]);
    const rest = { drops: null, level: null, fold: -1, weight: lexiconWeight, label: null };
    return [
      { ...withoutSigns(readUnits(loaded, language, spans)), ...rest, kinds: [entry.kind] },
      { ...withoutSigns(readUnits(readText("title", entry.literal), language, [])), ...rest, kinds: [] },
    ];
  });
}

const sentenceWeight = 0.5;
// Written to show where the border between slightly and clearly loaded runs, so they count like labelled ones.
const levelledWeight = 1;

/** Sentences and headlines of our own. A headline with a plain title teaches what an editor deletes, and the plain title is plain. */
function fromOwn(language: Language): Example[] {
  const sentences = readOwnFile(new URL(`../../training/${language}.txt`, import.meta.url)).map((own) =>
    fromOwnLine(own, language),
  );
  const headlines = readOwnHeadlines(language).flatMap((own) => {
    const example = { ...fromOwnLine(own, language), drops: findDrops({ ...own, language }) };
    if (own.fix !== "edit") return [blankSome(example, own.headline)];
    const plain = { headline: own.neutral, spans: [], loaded: 0, fix: "keep" as const, neutral: own.neutral };
    return [blankSome(example, own.headline), { ...fromOwnLine(plain, language), weight: plainTitleWeight }];
  });
  return [...sentences, ...headlines];
}

function fromOwnLine(own: OwnHeadline, language: Language): Example {
  return fromMarks({ ...own, level: own.loaded }, language);
}

function fromMarks(
  { headline, spans, level }: { headline: string; spans: [number, number][]; level: number | null },
  language: Language,
): Example {
  return {
    ...readUnits(readText("title", headline), language, spans),
    drops: null,
    kinds: [],
    level: level ?? (spans.length === 0 ? 0 : null),
    fold: -1,
    weight: level === null ? sentenceWeight : levelledWeight,
    label: null,
  };
}

// Chosen on the other training headlines: with 1 Polish and English titles are told apart less well, without them all three are.
const joinedWeight = 0.3;

/** Most of these headlines were chosen because they sound loaded, so they count less. */
function fromJoined(file: string, language: Language): Example[] {
  return readJoined(file)
    .filter((joined) => joined.language === language)
    .map(({ headline, level }) => ({
      ...readUnits(readText("title", headline), language, []),
      drops: null,
      kinds: [],
      level,
      fold: -1,
      weight: joinedWeight,
      label: null,
      isTitleOnly: true,
    }));
}

/** Headlines of public archives whose loaded words were marked. They count like those of our own. */
function fromMarked(headlines: string, language: Language): Example[] {
  return readMarked(language, headlines).map((marked) => blankSome(fromMarks(marked, language), marked.headline));
}

function readUnits(
  read: ReadText,
  language: Language,
  spans: readonly [number, number][],
): Pick<Example, "units" | "signs" | "loaded"> {
  const units = titleUnits(read, language);
  const loaded = Uint8Array.from(units, ({ start, end }) => (spans.some(([a, b]) => start < b && a < end) ? 1 : 0));
  return { units, signs: lexiconSigns(read, units, readLexicon(language)), loaded };
}

function withoutSigns(example: Pick<Example, "units" | "signs" | "loaded">): typeof example {
  const size = example.units.length;
  return { ...example, signs: { held: new Uint8Array(size), form: new Uint8Array(size) } };
}
