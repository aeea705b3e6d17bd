import type { AnalyzerResult } from "../../items/analyzer-result.ts";
import type { ListedItem } from "../../items/listed-item-store.ts";
import { presentAnalysis } from "../../publishing/present-item.ts";
import { printableLine } from "../../text/characters.ts";
import type { Texts } from "../texts/en.ts";

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

/** A score as people read it: first what was found, then the number. */
type DescribedScore = { name: string; label: string; score: number; confidence: number; reason: string };

type DescribedScores = { overall: number; reason: string; analyzer: string; traits: DescribedScore[] };

/** The strongest trait first. The offline analysis never claims to find framing: it finds loaded words. */
export function describeScores(result: AnalyzerResult, { reading: texts, engine }: Texts): DescribedScores {
  const labels: Record<string, string> = result.analyzer === "heuristic" ? texts.traitsByWords : texts.traits;
  const { scores, model, analyzer } = presentAnalysis(result);
  const [overall, ...traits] = scores;
  return {
    overall: overall.score,
    reason: translateReason(overall.reason, engine.reasons),
    analyzer: analyzer === "heuristic" ? texts.byWords : texts.byModel(model ?? analyzer),
    traits: traits
      .map(({ name, score, confidence, reason }) => ({
        name,
        label: labels[name] ?? name,
        score,
        confidence: confidence ?? 0,
        reason: translateReason(reason, engine.reasons),
      }))
      .toSorted((a, b) => b.score - a.score),
  };
}

/**
 * The offline analysis stores its reasons in English: a whole sentence, or a head with words of the title after it. `known` has
 * them in the page's language; what is not in it, such as a model's own sentence, stays as it is.
 */
function translateReason(reason: string, { heads, unread, more }: Texts["engine"]["reasons"]): string {
  const [, language] = /^Titles in “(.+)” are not read\.$/.exec(reason) ?? [];
  if (language !== undefined) return unread(language);
  const whole = heads[reason];
  if (whole !== undefined) return whole;
  const [, head = "", rest = ""] = /^([^:]+)(: [^]+)$/.exec(reason) ?? [];
  const translated = heads[head];
  if (translated === undefined) return reason;
  return translated + rest.replace(/(?<=”) and (\d+) more(?=\)?\.$)/, (_, count: string) => more(Number(count)));
}

// Three lines of a row on a phone.
const titleCharsUsual = 100;

/** Whether a title may need more than the three lines that lists give it. */
export function isLongTitle(title: string): boolean {
  return title.length > titleCharsUsual;
}
