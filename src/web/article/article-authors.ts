import type { AnalyzerResult } from "../../items/analyzer-result.ts";
import type { Frame } from "../kit/frame.ts";

/** Who wrote the title and the summary that we show, and what a model wrote that we do not show. In sentences. */
export function describeAuthors({ texts: { article: texts } }: Frame, analysis: AnalyzerResult): string[] {
  const { llm_model: model = "", title_source: titleBy, summary_source: summaryBy = "words", summary } = analysis;
  const { title, summary: short } = texts.authors;
  return [
    titleBy === "llm" ? title.llm(model) : title[titleBy],
    ...(summary === "" ? [] : [summaryBy === "llm" ? short.llm(model) : short.words]),
    ...(analysis.refused ?? []).map(({ field, why, words }) => {
      const shown = words.map((word) => `“${word}”`).join(", ");
      return texts.refused[field](texts.refusedWhy[why](shown));
    }),
  ];
}
