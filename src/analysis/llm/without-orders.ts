import { lexiconFor } from "../heuristic/lexicon.ts";
import { splitSentences } from "../heuristic/split-sentences.ts";
import { suspectInjection } from "../suspect-injection.ts";

/** Passages that pretend to be another speaker; bounded, so that openings without an end cost no more than the text. */
const pretended =
  /<(system|assistant|user|instructions?)>[^]{0,2000}?<\/\1>|\[INST\][^]{0,2000}?\[\/INST\]|<\|im_start\|>[^]{0,2000}?<\|im_end\|>|<!--[^]{0,2000}?-->/giu;

/** The text without the passages that give orders to a machine: they are no news, and a model might obey. */
export function withoutOrders(text: string, language: string): string {
  if (!suspectInjection(text)) return text;
  const { abbreviations } = lexiconFor(language);
  const lines = text.replaceAll(pretended, " ").split("\n");
  return lines.map((line) => keepStatements(splitSentences(line, abbreviations))).join("\n");
}

function keepStatements(sentences: readonly { text: string }[]): string {
  return sentences
    .map(({ text }) => text)
    .filter((text) => !suspectInjection(text))
    .join(" ");
}
