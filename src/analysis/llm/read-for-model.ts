import { visibleText } from "../../chat/model-text.ts";
import { cutText, withoutHidden } from "../../text/characters.ts";
import type { PreparedInput } from "../prepare-input.ts";
import { pretendedSpeech, suspectInjection } from "../../chat/text-checks.ts";
import type { ReadableItem } from "./build-question.ts";
import { wordListsFor } from "../heuristic/word-lists.ts";
import { splitSentences } from "../heuristic/split-sentences.ts";

/** `isSuspect`: the item contains an injection. The answer may only be based on what the model reads here. */
export type ModelReading = { item: ReadableItem; isShortened: boolean; isSuspect: boolean };

export function readForModel({ title, description, body }: PreparedInput, language: string): ModelReading {
  // Invisible characters go first, because they split the words of an injection. Tags go last: one may contain it.
  const given = [title, description, body].map(withoutHidden) as [string, string, string];
  const [, safeDescription, safeBody] = given.map((text) => withoutInjection(text, language)) as [
    string,
    string,
    string,
  ];
  const visibleBody = visibleText(safeBody);
  const shortBody = shortenBody(visibleBody, language);
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

function keepStatements(sentences: readonly { text: string }[]): string {
  return sentences
    .map(({ text }) => text)
    .filter((text) => !suspectInjection(text))
    .join(" ");
}

/** A model reads this much of an item; 90 % of English ones are shorter. */
const bodyTokensMax = 2_000;

/** Measured on news; Polish costs half as much again. Other languages are assumed to be expensive. */
const charsPerToken: Readonly<Record<string, number>> = { en: 4.6, de: 4.3 };
const charsPerTokenMin = 3;

/** News starts with what matters and ends with the consequences, so the middle is cut, at paragraph borders if possible. */
const [headShare, tailShare] = [0.7, 0.15];

const gap = "\n[…]\n";

export function shortenBody(body: string, language: string): string {
  const charsMax = Math.floor(bodyTokensMax * (charsPerToken[language] ?? charsPerTokenMin));
  if (body.length <= charsMax) return body;
  return cutHead(body, charsMax * headShare) + gap + cutTail(body, charsMax * tailShare);
}

function cutHead(text: string, charsMax: number): string {
  const head = cutText(text, charsMax);
  const border = head.lastIndexOf("\n");
  return border > charsMax / 2 ? head.slice(0, border) : head;
}

function cutTail(text: string, charsMax: number): string {
  const tail = text.slice(-charsMax);
  const border = tail.indexOf("\n");
  return (border >= 0 && border < charsMax / 2 ? tail.slice(border + 1) : tail).toWellFormed();
}
