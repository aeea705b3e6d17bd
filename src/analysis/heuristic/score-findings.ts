import type { TechniqueId } from "../../items/analyzer-result.ts";
import { roundScore, type Scores } from "../overall-score.ts";
import type { Finding } from "./find-techniques.ts";
import type { ReadText } from "./read-text.ts";
import { cutText } from "../../text/characters.ts";

/** The scores that the word lists give. The tagger gives the others. */
type ListedScore = keyof Pick<Scores, "hyper_stimulus" | "speculative">;

const contributions: Record<ListedScore | "framing", Partial<Record<TechniqueId, number>>> = {
  framing: {
    loaded_language: 1,
    name_calling: 1,
    fear_appeal: 1,
    emotional_appeal: 1,
    exaggeration: 1,
    opinion_marker: 1,
  },
  hyper_stimulus: { all_caps: 1, exclamation: 1, attention_prefix: 1, exaggeration: 0.3 },
  speculative: { speculation: 1, unattributed_claim: 1, question_headline: 0.6 },
};

// A text counts by density: per hundred words, softened so that one find in twenty words is not five in a hundred.
const perWords = 100;
const softeningWords = 50;
const densityScale = 1.5;
const textShare = 0.6;

export function contributors(name: keyof typeof contributions, findings: readonly Finding[]): Finding[] {
  return findings.filter(({ id }) => contributions[name][id] !== undefined);
}

// Finds in the title add up as independent signs, the texts below them count less. Whatever was found is left out of the
// number of words it is measured against, so that taking it out of a text never raises a score.
export function scoreFindings(name: ListedScore, findings: readonly Finding[], texts: readonly ReadText[]): number {
  const counted = contributors(name, findings);
  const weight = ({ id, severity }: Finding) => severity * (contributions[name][id] ?? 0);
  const inTitle = counted.filter(({ read }) => read.field === "title");
  const inTexts = counted.filter(({ read }) => read.field !== "title");
  const foundWords = findings.map(({ read, words }) => (read.field === "title" ? 0 : words));

  const titleClean = inTitle.reduce((clean, finding) => clean * (1 - weight(finding)), 1);
  const plainWords = sum(texts.map(({ tokens }) => tokens.length)) - sum(foundWords);
  const density = (sum(inTexts.map(weight)) * perWords) / (plainWords + softeningWords);
  const textScore = 1 - Math.exp(-density / densityScale);
  return roundScore(1 - titleClean * (1 - textShare * textScore));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

const examplesMax = 3;
const wordingCharsMax = 40;

// What was found, never a verdict: counting words shows loaded wording, not slant.
export const listedReasons: Record<ListedScore, { some: string; none: string }> = {
  hyper_stimulus: { some: "Loud signs found", none: "No loud signs found." },
  speculative: { some: "Hedged or unattributed wording found", none: "No hedged wording found." },
};

export function describeFindings(name: ListedScore, findings: readonly Finding[]): string {
  const { some, none } = listedReasons[name];
  const counted = contributors(name, findings);
  if (counted.length === 0) return none;
  const wordings = counted.map(({ read, start, end }) => read.text.slice(start, end));
  const distinct = [...Map.groupBy(wordings, (wording) => wording.toLowerCase()).values()].map(([first]) => first!);
  const rest = distinct.length - examplesMax;
  return `${some}: ${distinct.length} (${quoteList(distinct.slice(0, examplesMax))}${rest > 0 ? ` and ${rest} more` : ""}).`;
}

export function quoteList(wordings: readonly string[]): string {
  return wordings.map((wording) => `“${cutText(wording, wordingCharsMax)}”`).join(", ");
}
