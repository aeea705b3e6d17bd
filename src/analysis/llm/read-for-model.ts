import { visibleText } from "../../chat/plain-text.ts";
import { withoutHidden } from "../../text/characters.ts";
import type { PreparedInput } from "../prepare-input.ts";
import { suspectInjection } from "../../chat/suspect-injection.ts";
import type { ReadableItem } from "./build-question.ts";
import { shortenBody } from "./shorten-body.ts";
import { withoutInjection } from "./without-injection.ts";

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
