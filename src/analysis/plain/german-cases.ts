import { functionWords } from "./function-words.ts";
import { genderAt } from "./german-genders.ts";
import { wordBefore, type WordEdit } from "./language-guards.ts";

// Whether a plain word fits the case of what stands around it.

const mayTakeDative =
  /^(?:mit|nach|bei|von|vor|aus|zu|seit|in|an|auf|unter|über|neben|hinter|zwischen|trotz|wegen|laut|dank|samt)$/u;

/** "Warnung vor Bahn-Chaos" does not become "vor Bahn-Probleme": many in the dative end in -n, which their one form does not. */
export function needsDative(edit: WordEdit & { text: string }): boolean {
  const { entry, text: plain, read, first } = edit;
  if (entry.pos !== "noun" && entry.pos !== "ending") return false;
  const noun = plain.slice(0, 1).toUpperCase() + plain.slice(1);
  const isMany = genderAt(noun) === "p" || /(?:unfälle|mängel|verluste|streitigkeite)$/iu.test(plain);
  if (!isMany || /[ns]$/u.test(plain)) return false;
  const before = wordBefore({ ...edit, start: read.tokens[first]!.start });
  return before !== undefined && mayTakeDative.test(before.word);
}

const asksDative = /^(?:von|vom|mit|vor|bei|zu|aus|nach|an)$/u;

/** "schwärmt von jungem Team" does not become "lobt jungem Team": with its preposition the adjective's case goes too. */
export function losesCase({ read: { text, tokens }, last, end, text: plain }: WordEdit & { text: string }): boolean {
  const [own, next] = [tokens[last]!, tokens[last + 1]];
  if (own.end !== end || !asksDative.test(own.word) || asksDative.test(plain.split(" ").at(-1) ?? "")) return false;
  if (next === undefined || !/^\s$/u.test(text.slice(end, next.start))) return false;
  return functionWords("det", "de").has(next.word) || /^\p{Ll}+(?:em|er|en)$/u.test(text.slice(next.start, next.end));
}
