import { lexiconFor } from "../heuristic/lexicon.ts";
import { splitSentences } from "../heuristic/split-sentences.ts";
import { pretendedSpeech, suspectInjection } from "../../chat/suspect-injection.ts";

/** The text without the passages that give orders to a machine: they are no news, and a model might obey. */
export function withoutOrders(text: string, language: string): string {
  if (!suspectInjection(text)) return text;
  const { abbreviations } = lexiconFor(language);
  const lines = text.replaceAll(pretendedSpeech, " ").split("\n");
  return lines.map((line) => keepStatements(splitSentences(line, abbreviations))).join("\n");
}

function keepStatements(sentences: readonly { text: string }[]): string {
  return sentences
    .map(({ text }) => text)
    .filter((text) => !suspectInjection(text))
    .join(" ");
}
