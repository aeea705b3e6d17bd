import type { Range, ReadText } from "../../heuristic/read-text.ts";
import { guardsFor } from "../guards-for.ts";
import type { KnownEntry, Language } from "../lexicon-entry.ts";
import { mayGo } from "../replace-words.ts";

/** What keeps a word of the lexicon from being dropped keeps any word. */
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
