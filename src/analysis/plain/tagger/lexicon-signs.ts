import type { ReadText } from "../../heuristic/read-text.ts";
import { findEntries, type IndexedLexicon } from "../find-entries.ts";
import { loadedKinds, type LexiconEntry } from "../lexicon-entry.ts";
import type { Unit } from "./title-units.ts";

/**
 * What the lexicon says of each unit, as small numbers for features: 0 is nothing. `held` counts only entries whose
 * conditions hold; `form` is the bare form, wherever it stands.
 */
export type LexiconSigns = { held: Uint8Array; form: Uint8Array };

export function lexiconSigns(read: ReadText, units: readonly Unit[], index: IndexedLexicon): LexiconSigns {
  const held = new Uint8Array(units.length);
  const form = new Uint8Array(units.length);
  const charsRead = units.at(-1)?.end ?? 0;
  const title =
    charsRead < read.text.length ? { ...read, tokens: read.tokens.filter((token) => token.end <= charsRead) } : read;
  for (const { entry, start, end, to } of findEntries(title, index)) {
    const sign = signOf(entry) + (to === null ? 0 : to === "" ? 16 : 32);
    units.forEach((unit, at) => {
      if (unit.start < end && start < unit.end) held[at] = sign;
    });
  }
  units.forEach((unit, at) => {
    for (const { words, entry } of index.byFirstWord.get(unit.word) ?? []) {
      if (!words.every((word, offset) => units[at + offset]?.word === word)) continue;
      form.fill(signOf(entry), at, at + words.length);
      break;
    }
  });
  return { held, form };
}

function signOf(entry: LexiconEntry): number {
  return 1 + loadedKinds.indexOf(entry.kind);
}
