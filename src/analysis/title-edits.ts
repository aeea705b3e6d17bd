import type { TitleEdit } from "../items/analyzer-result.ts";
import { wordDiff, type DiffPart } from "../items/word-diff.ts";

const operations = { case: "case", replaced: "replace", removed: "delete", added: "insert" } as const;

// Which words of the original title went, and what stands there now. Computed from the two titles, never asked of a
// model.
export function titleEdits(original: string, corrected: string): TitleEdit[] {
  if (original === corrected) return [];
  return wordDiff(original, corrected).flatMap((part) => (part.kind === "same" ? [] : [toEdit(part, part.kind)]));
}

function toEdit({ before, after, start }: DiffPart, kind: keyof typeof operations): TitleEdit {
  const text = before.trimEnd();
  const edit: TitleEdit = { op: operations[kind], start, end: start + text.length, text };
  return kind === "removed" ? edit : { ...edit, with: after.trimEnd() };
}
