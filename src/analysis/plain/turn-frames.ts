import { readFileSync } from "node:fs";
import { readText, type ReadText } from "../heuristic/read-text.ts";
import type { EditLimits } from "./edit-limits.ts";
import { isInTitleCase, type PlainTitle, tidy, titleCased } from "./edit-step.ts";
import { guardsFor } from "./guards-for.ts";
import type { Language } from "./lexicon-entry.ts";
import { neededPieces } from "./needed-pieces.ts";
import { negationsIn } from "./negations.ts";
import { marksOf, readMarks } from "./piece-marks.ts";
import type { TaggedTitle } from "./tagger/tag-title.ts";
import { turnsByRule } from "./turns-by-rule.ts";

/**
 * A frame holds the news in words of its own: "Watching X will make your day" → "X". One line of frames/en.jsonl, de.jsonl,
 * pl.jsonl. `pattern` is a regular expression for the whole title (case is ignored, unless `case` says otherwise), `to` takes its groups as $1, $2 …; each
 * frame carries the same two examples as a lexicon entry.
 */
export type Frame = {
  pattern: string;
  to: string;
  /** True where a capital letter means something, as in German nouns. */
  case?: boolean;
  /** As for an entry of the lexicon. */
  proven?: boolean;
  loaded: string;
  plain: string;
  literal: string;
};

/** `needed`: the marks of pieces of which a title has one if the frame fits; most titles have none. Null: nothing is known. */
type ReadyFrame = {
  pattern: RegExp;
  to: string;
  isProven: boolean;
  negations: readonly string[];
  needed: number[][] | null;
};

const frames = new Map<Language, ReadyFrame[]>();

/** The first frame that fits. A title has one at most. */
export function turnFrames(
  read: ReadText,
  { loaded }: TaggedTitle,
  language: Language,
  limits: EditLimits,
): PlainTitle | null {
  const needsProof = limits.needsProof && loaded < limits.unproven;
  for (const { text, restore } of guardsFor(language).readings(read.text)) {
    const mayContain = marksIn(text);
    for (const frame of readFrames(language)) {
      if (needsProof && !frame.isProven) continue;
      const turned = turnFrame(text, frame, language, mayContain);
      if (turned !== null) return { title: restore(turned), reasons: [reason] };
    }
    for (const turn of turnsByRule[language]) {
      const turned = turn(text, needsProof);
      if (turned !== null) return { title: restore(tidy(turned, text, language)), reasons: [reason] };
    }
  }
  return null;
}

const reason = "Says it without the tease.";

/** The expressions take the long ſ for an s, which lower case does not. */
function marksIn(text: string) {
  return readMarks(text.toLowerCase().replaceAll("ſ", "s"));
}

export function turnFrame(
  text: string,
  { pattern, to, negations, needed }: ReadyFrame,
  language: Language,
  mayContain = marksIn(text),
): string | null {
  if (needed?.some(mayContain) === false || !pattern.test(text)) return null;
  const isTitleCase = isInTitleCase(readText("title", text), language);
  const turned = tidy(text.replace(pattern, isTitleCase ? titleCased(to) : to), text, language);
  if (turned === text || turned === "") return null;
  if (losesNegation(text, turned, negations)) return null;
  // "If women could ask, here's what they would say": without its main clause the rest says nothing.
  const isHalf = /^(?:if|wenn|jeśli|gdy)\s[^,]+$/iu.test(turned) && text.includes(",");
  return isHalf ? null : turned;
}

/** A frame may drop the negations that it names: a person read it with them. Any other may be the news. */
function losesNegation(text: string, turned: string, named: readonly string[]): boolean {
  const [before, after] = [text, turned].map((one) => negationsIn(one).filter((word) => !named.includes(word)));
  return before?.join(" ") !== after?.join(" ");
}

export function compileFrame({ pattern, to, case: isExact = false, proven = false, ...examples }: Frame): ReadyFrame {
  const negations = negationsIn(`${pattern.replaceAll("['’]", "'")} ${examples.loaded}`);
  const needed = neededPieces(pattern)?.map(marksOf) ?? null;
  return { pattern: new RegExp(`^${pattern}$`, isExact ? "u" : "iu"), to, isProven: proven, negations, needed };
}

function readFrames(language: Language): ReadyFrame[] {
  const known = frames.get(language);
  if (known) return known;
  const ready = readFrameList(language).map(compileFrame);
  frames.set(language, ready);
  return ready;
}

export function readFrameList(language: Language): Frame[] {
  return readFileSync(new URL(`./frames/${language}.jsonl`, import.meta.url), "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => JSON.parse(line) as Frame);
}
