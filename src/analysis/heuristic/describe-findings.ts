import { cutText } from "../../text/cut-text.ts";
import type { Finding } from "./find-techniques.ts";
import type { ScoreName } from "./score-findings.ts";

const examplesMax = 3;
const wordingCharsMax = 40;

// What was found, never a verdict: counting words shows loaded wording, not slant.
const labels: Record<ScoreName, { some: string; none: string }> = {
  framing: { some: "Loaded words found", none: "No loaded words found." },
  clickbait: { some: "Clickbait patterns found", none: "No clickbait patterns found." },
  persuasive: { some: "Appeals and calls to action found", none: "No appeals or calls to action found." },
  hyper_stimulus: { some: "Loud signs found", none: "No loud signs found." },
  speculative: { some: "Hedged or unattributed wording found", none: "No hedged wording found." },
};

export function describeFindings(name: ScoreName, findings: readonly Finding[]): string {
  const { some, none } = labels[name];
  if (findings.length === 0) return none;
  const wordings = findings.map(({ read, start, end }) => read.text.slice(start, end));
  const distinct = [...Map.groupBy(wordings, (wording) => wording.toLowerCase()).values()].map(([first]) => first!);
  const rest = distinct.length - examplesMax;
  return `${some}: ${distinct.length} (${quoteList(distinct.slice(0, examplesMax))}${rest > 0 ? ` and ${rest} more` : ""}).`;
}

export function quoteList(wordings: readonly string[]): string {
  return wordings.map((wording) => `“${cutText(wording, wordingCharsMax)}”`).join(", ");
}
