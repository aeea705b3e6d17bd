import type { AnalyzerResult, TechniqueId } from "../../items/analyzer-result.ts";
import type { ListedItem } from "../../items/listed-item-store.ts";
import { markTitle, type TitlePart } from "../../items/mark-title.ts";
import { presentAnalysis } from "../../publishing/present-item.ts";
import { printableLine } from "../../text/characters.ts";
import { type Html, html } from "../kit/html.ts";
import type { ReadingTexts } from "../texts/en-reading.ts";

const headlineCharsMax = 300;
const fromTextCharsMax = 120;

/** The neutral title. If the feed gave none: the beginning of the text, then the address, then "Untitled". */
export function headlineOf({ analysis, title, excerpt, url }: ListedItem, untitled: string): string {
  return (
    printableLine(analysis?.title_corrected ?? "", headlineCharsMax) ||
    printableLine(title, headlineCharsMax) ||
    printableLine(excerpt, fromTextCharsMax) ||
    printableLine(url ?? "", fromTextCharsMax) ||
    untitled
  );
}

/** For the attribute `lang`; null if the analysis could not tell. */
export function languageOf({ analysis }: Pick<ListedItem, "analysis">): string | null {
  return analysis !== null && analysis.language !== "und" ? analysis.language : null;
}

/**
 * The original title: words we removed are struck out, and techniques we found explain themselves on hover, focus and
 * touch. Null if there is nothing to show.
 */
export function markedTitle(item: ListedItem, texts: ReadingTexts): Html | null {
  const { analysis } = item;
  if (analysis === null) return null;
  const { title_original: original, title_corrected: corrected, techniques } = analysis;
  const parts = markTitle(original, corrected || original, techniques);
  if (parts.every(({ change, techniques: found }) => change === "none" && found.length === 0)) return null;
  return html`<p class="original" lang="${languageOf(item)}" dir="auto">
    <span class="sr">${texts.original}: </span
    >${parts.map((part, place) => markedPart(part, `${item.id}-${place}`, texts))}
  </p>`;
}

function markedPart({ text, change, techniques }: TitlePart, id: string, texts: ReadingTexts): Html {
  const [first] = techniques;
  const words = first === undefined || text.trim() === "" ? html`${text}` : withTip(text, techniques, id, texts);
  if (change === "gone") return html`<del>${words}</del>`;
  return change === "case" ? html`<mark>${words}</mark>` : words;
}

/** A button, because keyboard and touch can reach it. The stylesheet shows the tip while it has focus. */
function withTip(text: string, techniques: readonly TechniqueId[], id: string, texts: ReadingTexts): Html {
  return html`<button type="button" class="technique" aria-describedby="tip-${id}">${text}</button
    ><span class="tip" role="tooltip" id="tip-${id}" lang="en" dir="ltr"
      >${techniques.map((technique) => {
        const [name, sentence] = texts.techniques[technique];
        return html`<span><strong>${name}.</strong> ${sentence}</span>`;
      })}</span
    >`;
}

/** A score as people read it: first what was found, then the number. */
type DescribedScore = { name: string; label: string; score: number; confidence: number; reason: string };

type DescribedScores = { overall: number; reason: string; analyzer: string; traits: DescribedScore[] };

/** The strongest trait first. The offline analysis never claims to find framing: it finds loaded words. */
export function describeScores(result: AnalyzerResult, texts: ReadingTexts): DescribedScores {
  const labels: Record<string, string> = result.analyzer === "heuristic" ? texts.traitsByWords : texts.traits;
  const { scores, model, analyzer } = presentAnalysis(result);
  const [overall, ...traits] = scores;
  return {
    overall: overall.score,
    reason: overall.reason,
    analyzer: analyzer === "heuristic" ? texts.byWords : texts.byModel(model ?? analyzer),
    traits: traits
      .map(({ name, score, confidence, reason }) => ({
        name,
        label: labels[name] ?? name,
        score,
        confidence: confidence ?? 0,
        reason,
      }))
      .toSorted((a, b) => b.score - a.score),
  };
}
