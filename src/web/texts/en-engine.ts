import { heuristicNotice, heuristicNoticeBefore } from "../../analysis/heuristic/analyse-by-words.ts";
import { taggedReasons } from "../../analysis/heuristic/score-by-words.ts";
import { listedReasons } from "../../analysis/heuristic/score-findings.ts";
import { modelSentences, pageSentences } from "../../items/reading-state.ts";
import { whyNextInEnglish } from "../../schedule/policy/why-next.ts";

const storedReasons = [
  heuristicNotice,
  ...[...Object.values(taggedReasons), ...Object.values(listedReasons)].flatMap(({ some, none }) => [some, none]),
];

/**
 * What the engine says about feeds and items. Its own sentences are in English, in logs and in the database; a translation says
 * the same by its code, and leaves what has none.
 */
export const engineInEnglish = {
  page: pageSentences,
  model: modelSentences,
  whyNext: whyNextInEnglish,
  /** Of a fetch: `kind` is a FetchFailure, `sentence` what was stored of it. */
  failure: (_kind: string | null, sentence: string): string => sentence,
  /** Of the offline analysis, by the English sentence or its head, which is what is stored. */
  reasons: {
    heads: {
      ...Object.fromEntries(storedReasons.map((reason) => [reason, reason])),
      [heuristicNoticeBefore]: heuristicNotice,
    } as Readonly<Record<string, string>>,
    unread: (language: string) => `Titles in “${language}” are not read.`,
    more: (count: number) => ` and ${count} more`,
  },
};
