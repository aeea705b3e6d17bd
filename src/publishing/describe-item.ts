import type { PresentedAnalysis } from "./present-analysis.ts";
import { printableLine } from "../text/printable.ts";
import type { PublishedItem } from "../items/published-item.ts";
import { xml, type Xml } from "./xml.ts";

// Fifty items of this size are a megabyte; of a longer one readers get the beginning, as text: markup cannot be cut.
const htmlCharsMax = 20_000;
const excerptCharsMax = 2_000;

// A score below is what the scale calls neutral (notes/analysis.md §4.2): there is nothing to explain.
const neutralBelow = 0.15;

/** What a reader sees below the title, as HTML. `originalTitle` only where ours differs from it. */
export function describeItem(
  item: PublishedItem,
  analysis: PresentedAnalysis | null,
  originalTitle: string | null,
): string {
  return analysis === null ? describeUnanalysed(item) : describeAnalysis(analysis, originalTitle).text;
}

function describeAnalysis(
  { summary, facts, titleReason, model, scores }: PresentedAnalysis,
  title: string | null,
): Xml {
  const [overall, ...traits] = scores;
  // The analyzer's own sentences and no number beside them: word lists count loaded words, they prove no slant (§2.3).
  const reasons = traits.filter(({ score }) => score >= neutralBelow).map(({ reason }) => reason);
  // Word lists pick both verbatim from one text: said once is enough.
  const further = facts.filter((fact) => !summary.includes(fact));
  return xml`${paragraph(summary)}${list(further)}${
    title && xml`<p>Original title: “${title}” ${titleReason}</p>`
  }<p>Score ${overall.score.toFixed(2)} of 1${model && `, by ${model}`}. ${overall.reason}</p>${list(reasons)}`;
}

function describeUnanalysed({ analysisStatus, cleanHtml, text }: PublishedItem): string {
  if (analysisStatus === "pending") return xml`<p>Not analysed yet.</p>`.text;
  const note = xml`<p>${analysisStatus === "failed" ? "The analysis failed." : "Not analysed."}</p>`;
  const isShort = cleanHtml !== null && cleanHtml.length <= htmlCharsMax;
  return (isShort ? cleanHtml : paragraph(printableLine(text ?? "", excerptCharsMax)).text) + note.text;
}

function paragraph(text: string): Xml {
  return text === "" ? xml`` : xml`<p>${text}</p>`;
}

function list(texts: string[]): Xml {
  return texts.length === 0 ? xml`` : xml`<ul>${texts.map((text) => xml`<li>${text}</li>`)}</ul>`;
}
