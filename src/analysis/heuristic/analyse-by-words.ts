import { techniquesMax, type AnalyzerResult, type Technique } from "../../items/analyzer-result.ts";
import type { AnalysisInput } from "../analyzer.ts";
import { prepareInput } from "../prepare-input.ts";
import { suspectInjection } from "../../chat/suspect-injection.ts";
import { titleEdits } from "../title-edits.ts";
import type { Finding } from "./find-techniques.ts";
import { guessCategory } from "./guess-category.ts";
import { neutralise } from "./neutralise.ts";
import { readItem } from "./read-item.ts";
import { scoreByWords } from "./score-by-words.ts";

export const heuristicVersion = "h2";
export const heuristicNotice =
  "Read by a small trained model, no AI service. It finds loaded and teasing wording, not slant or false claims.";

// The whole analysis, without a network, a key or a random number: the same input gives the same result.
export function analyseByWords(input: AnalysisInput): AnalyzerResult {
  const prepared = prepareInput(input);
  const item = readItem(prepared, input.languageHint);
  const scores = scoreByWords(item);
  const neutral = neutralise(prepared.title, item);

  return {
    schema_version: 2,
    analyzer: "heuristic",
    analyzer_version: heuristicVersion,
    language: item.language,
    input_kind: input.kind,
    input_hash: prepared.hash,
    input_truncated: prepared.truncated,
    analyzed_at: input.now.toISOString(),
    title_original: prepared.title,
    description_original: prepared.description,
    ...neutral,
    ...scores,
    overall_reason: heuristicNotice,
    techniques: item.findings.slice(0, techniquesMax).map(toTechnique),
    edits: titleEdits(prepared.title, neutral.title_corrected),
    category: guessCategory(item.title, item.texts, item.lexicon),
    warnings: [prepared.title, prepared.description, prepared.body].some(suspectInjection)
      ? ["injection_suspected"]
      : [],
  };
}

function toTechnique({ id, severity, read, start, end }: Finding): Technique {
  return { id, severity, span: { field: read.field, start, end, text: read.text.slice(start, end) } };
}
