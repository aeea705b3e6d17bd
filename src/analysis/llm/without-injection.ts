import { lexiconFor } from "../heuristic/lexicon.ts";
import { splitSentences } from "../heuristic/split-sentences.ts";
import { pretendedSpeech, suspectInjection } from "../../chat/suspect-injection.ts";

/** Removes the passages that try to command a model: they are not news, and the model might obey. */
export function withoutInjection(text: string, language: string): string {
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
