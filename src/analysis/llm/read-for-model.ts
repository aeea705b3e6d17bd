import { visibleText } from "../../chat/model-text.ts";
import { withoutHidden } from "../../text/characters.ts";
import type { PreparedInput } from "../prepare-input.ts";
import { pretendedSpeech, suspectInjection } from "../../chat/text-checks.ts";
import type { ReadableItem } from "./build-question.ts";
import { wordListsFor } from "../heuristic/word-lists.ts";
import { splitSentences } from "../heuristic/split-sentences.ts";
import { shortenBody } from "./shorten-body.ts";

/** `isSuspect`: the item contains an injection. The answer may only be based on what the model reads here. */
export type ModelReading = { item: ReadableItem; isShortened: boolean; isSuspect: boolean };

/** `bodyTokens`: how much of the body is worth reading for this question. */
export function readForModel(
  { title, description, body }: PreparedInput,
  language: string,
  bodyTokens?: number,
): ModelReading {
  // Invisible characters go first, because they split the words of an injection. Tags go last: one may contain it.
  const given = [title, description, body].map(withoutHidden) as [string, string, string];
  const [, safeDescription, safeBody] = given.map((text) => withoutInjection(text, language)) as [
    string,
    string,
    string,
  ];
  const visibleBody = visibleText(safeBody);
  const shortBody = shortenBody(visibleBody, language, bodyTokens);
  return {
    // The title is what we judge, so it stays, whatever it says.
    item: { title: visibleText(title), description: visibleText(safeDescription), body: shortBody, language },
    isShortened: shortBody !== visibleBody,
    isSuspect: given.some(suspectInjection),
  };
}

/** Removes the passages that try to command a model: they are not news, and the model might obey. */
function withoutInjection(text: string, language: string): string {
  if (!suspectInjection(text)) return text;
  const { abbreviations } = wordListsFor(language);
  const lines = text.replaceAll(pretendedSpeech, " ").split("\n");
  return lines.map((line) => keepStatements(splitSentences(line, abbreviations))).join("\n");
}

/** What an injection orders stands behind it, so the rest of its paragraph goes, too. */
function keepStatements(sentences: readonly { text: string }[]): string {
  const texts = sentences.map(({ text }) => text);
  const injected = texts.findIndex((text) => suspectInjection(text));
  return (injected < 0 ? texts : texts.slice(0, injected)).join(" ");
}
