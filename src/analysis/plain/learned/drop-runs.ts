import type { Range, ReadText } from "../../heuristic/read-text.ts";
import { type PlainTitle, tidy } from "../edit-step.ts";
import { guardsFor } from "../guards-for.ts";
import type { KnownEntry, Language } from "../lexicon-entry.ts";
import { createFeatureList } from "../tagger/features.ts";
import { sumOf } from "../tagger/hashed-weights.ts";
import { probability } from "../tagger/second-pass.ts";
import type { TaggedTitle } from "../tagger/tag-title.ts";
import { titleUnits, type Unit } from "../tagger/title-units.ts";
import { mayGo } from "../replace-words.ts";
import { droppableRuns, type Run } from "./droppable-runs.ts";
import { readEditorWeights } from "./read-weights.ts";
import { runFeatures } from "./run-features.ts";

const list = createFeatureList();

/** Deletes the words that a human editor most likely would: a segment that only teases, an adjective, an opening. */
export function dropRuns(read: ReadText, tagged: TaggedTitle, language: Language): PlainTitle | null {
  const { runs: weights, runFrom } = readEditorWeights(language);
  if (runFrom >= 1) return null;
  const units = titleUnits(read, language);
  const context = { units, tagged, text: read.text };
  const sure = droppableRuns(units, tagged.words, read.quotes)
    .map((run) => {
      list.count = 0;
      runFeatures(context, run, list);
      return { run, sureness: probability(sumOf(list, weights)) };
    })
    .filter(({ sureness }) => sureness >= runFrom)
    .toSorted((a, b) => b.sureness - a.sureness);
  // The checks cost more than the score, so only a run that would go is checked.
  const found = sure.find(({ run }) => !mustStay(read, units, run, language));
  return found === undefined ? null : withoutRun(read.text, units, found.run, language);
}

export function withoutRun(text: string, units: readonly Unit[], run: Run, language: Language): PlainTitle {
  const { start } = units[run.from]!;
  const end = endOf(text, units, run);
  const words = text.slice(start, units[run.to - 1]!.end);
  return { title: tidy(text.slice(0, start) + text.slice(end), text, language), reasons: [`“${words}” removed.`] };
}

/** A segment goes with the marks that close it, and the first words of one with their comma: "Oto, jak …". */
function endOf(text: string, units: readonly Unit[], { to, place }: Run): number {
  const { end } = units[to - 1]!;
  if (place === "last") return text.length;
  const marks = place === "head" ? /^,/u : place === "tail" || place === "inside" ? null : /^\s*[.!?…,:;|–—-]+/u;
  return end + (marks === null ? 0 : (marks.exec(text.slice(end))?.[0].length ?? 0));
}

/** What keeps a word of the lexicon from being dropped keeps these words, too. */
function mustStay(read: ReadText, units: readonly Unit[], run: Run, language: Language): boolean {
  if (run.place !== "head" && run.place !== "tail" && run.place !== "inside") return false;
  return mustStayAt(read, { start: units[run.from]!.start, end: units[run.to - 1]!.end }, language);
}

/** The same for words inside a segment, by their place in the title. */
export function mustStayAt(read: ReadText, { start, end }: Range, language: Language): boolean {
  const first = read.tokens.findIndex((token) => token.start === start);
  const last = read.tokens.findIndex((token) => token.end === end);
  if (first < 0 || last < first) return true;
  const edit = { read, entry: entryOf(read, first, last, language), first, last, start, end, isDrop: true };
  const { wordChecks, dropChecks } = guardsFor(language);
  return !mayGo(edit, language) || [...wordChecks, ...dropChecks].some((isWrong) => isWrong(edit));
}

/** A guess at the part of speech, by form: the checks ask for it. */
function entryOf({ text, tokens }: ReadText, first: number, last: number, language: Language): KnownEntry {
  const w = text.slice(tokens[first]!.start, tokens[last]!.end);
  const kind = "emotive";
  if (last > first) return { w, pos: "phrase", kind, to: "" };
  const next = tokens[last + 1];
  const isBeforeWord = next !== undefined && /^\s+$/u.test(text.slice(tokens[last]!.end, next.start));
  return {
    w,
    pos: isBeforeWord && isAdjective(w, text.slice(next.start, next.end), language) ? "adjective" : "adverb",
    kind,
    to: "",
  };
}

function isAdjective(word: string, next: string, language: Language): boolean {
  if (language === "de") return /\p{Ll}e[rnms]?$/u.test(word) && /^\p{Lu}/u.test(next);
  if (language === "pl") return /(?:[yaei]|ego|emu|ej|ą|ym|im|ych|ich|ymi|imi)$/u.test(word);
  return !word.endsWith("ly");
}
