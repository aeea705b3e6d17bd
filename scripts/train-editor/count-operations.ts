import { readFileSync } from "node:fs";
import { editTitle } from "../../src/analysis/plain/edit-title.ts";
import type { TitleEdit } from "../../src/analysis/plain/language-guards.ts";
import { compareUnits } from "../../src/analysis/plain/learned/compare-units.ts";
import { judgedSteps } from "../../src/analysis/plain/learned/is-likely-right.ts";
import { operationOf, seenIn, seenStep } from "../../src/analysis/plain/learned/operations.ts";
import type { Language } from "../../src/analysis/plain/lexicon-entry.ts";
import { tagTitle } from "../../src/analysis/plain/tagger/tag-title.ts";
import { titleUnits } from "../../src/analysis/plain/tagger/title-units.ts";

const tableSize = 2 ** 14;

/** How often each operation of the rules is met in a file of headlines, one a line. */
export function countOperations(file: string, language: Language): { table: Int8Array; counted: number } {
  const counts = new Map<number, number>();
  const headlines = readFileSync(file, "utf8").trim().split("\n");
  const accepts = ({ before, after, step }: TitleEdit): boolean => {
    if (!judgedSteps.includes(step)) return true;
    const [was, is] = [titleUnits(before, language), titleUnits(after, language)];
    for (const { from, to, fromAfter, toAfter } of compareUnits(was, is)) {
      const operation = operationOf(was.slice(from, to), is.slice(fromAfter, toAfter));
      counts.set(operation, (counts.get(operation) ?? 0) + 1);
    }
    return true;
  };
  for (const headline of headlines) editTitle(headline, language, tagTitle, { propose: () => [], accepts });
  const table = new Int8Array(tableSize);
  for (const [operation, count] of counts)
    table[operation & (tableSize - 1)] = Math.max(seenIn(table, operation), seenStep(count));
  console.log(`${language}: ${headlines.length} headlines, ${counts.size} operations`);
  return { table, counted: headlines.length };
}
