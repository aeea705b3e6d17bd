import { extractStatement } from "../../src/analysis/stories/extract-statements.ts";
import { findSaying, indexSentences, repeats, repeatsAcross } from "../../src/analysis/stories/match-statements.ts";
import pairs from "../fixtures/stories/fact-pairs.json" with { type: "json" };

export type FactEvaluation = { languages: "one" | "two"; same: number; found: number; others: number; wrong: string[] };

/**
 * Two sentences of reports of one event, by a writer who did not know the rules. Half of them tell the same fact. The others are as near
 * to each other as two can be that don't: the same number for another thing, another act of the same person, done and undone.
 */
export function evaluateFacts(): FactEvaluation[] {
  return (["one", "two"] as const).map((languages) => {
    const judged = pairs
      .filter(({ a, b }) => (a[0] === b[0]) === (languages === "one"))
      .map(({ a, b, same }) => ({ same, isFound: isFound(a, b), text: `${a[1]} | ${b[1]}` }));
    const others = judged.filter(({ same }) => !same);
    return {
      languages,
      same: judged.length - others.length,
      found: judged.filter(({ same, isFound }) => same && isFound).length,
      others: others.length,
      wrong: others.filter(({ isFound }) => isFound).map(({ text }) => text),
    };
  });
}

export function describeFacts(evaluations: readonly FactEvaluation[]): string {
  return evaluations
    .map(
      ({ languages, same, found, others, wrong }) =>
        `facts in ${languages} language${languages === "one" ? "" : "s"}: ${found} of ${same} found, ${wrong.length} of ${others} taken for one`,
    )
    .join("\n");
}

function isFound([languageA = "", textA = ""]: string[], [languageB = "", textB = ""]: string[]): boolean {
  const a = extractStatement(textA, languageA);
  const b = extractStatement(textB, languageB);
  const isOne = languageA === languageB;
  const asks = [
    [a, b],
    [b, a],
  ] as const;
  return (
    asks.some(([fact, other]) => findSaying(fact, indexSentences([other]), isOne ? "words" : "names") !== null) ||
    (isOne ? repeats(a, b) : repeatsAcross(a, b))
  );
}
