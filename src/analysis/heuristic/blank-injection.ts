import { pretendedSpeech, suspectInjection } from "../../chat/suspect-injection.ts";
import { splitSentences } from "./split-sentences.ts";

// A sentence that tries to command a model becomes spaces: it is neither scored nor quoted, and no offset moves.
export function blankInjection(text: string, abbreviations: ReadonlySet<string>): string {
  if (!suspectInjection(text)) return text;
  let blanked = text.replaceAll(pretendedSpeech, (speech) => " ".repeat(speech.length));
  for (const { text: sentence, start, end } of splitSentences(blanked, abbreviations)) {
    if (suspectInjection(sentence)) blanked = blanked.slice(0, start) + " ".repeat(end - start) + blanked.slice(end);
  }
  return blanked;
}
