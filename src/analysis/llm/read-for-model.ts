import { visibleText } from "../../chat/plain-text.ts";
import { withoutHidden } from "../../text/characters.ts";
import type { PreparedInput } from "../prepare-input.ts";
import { suspectInjection } from "../../chat/suspect-injection.ts";
import type { ReadableItem } from "./build-question.ts";
import { shortenBody } from "./shorten-body.ts";
import { withoutOrders } from "./without-orders.ts";

/** `isSuspect`: the item tries to give orders. What the model reads is also all that its answer may rest on. */
export type ModelReading = { item: ReadableItem; isShortened: boolean; isSuspect: boolean };

export function readForModel({ title, description, body }: PreparedInput, language: string): ModelReading {
  // Characters that nobody sees go first: they split the words of an order. Tags go last: an order may stand in one.
  const given = [title, description, body].map(withoutHidden) as [string, string, string];
  const [, safeDescription, safeBody] = given.map((text) => withoutOrders(text, language)) as [string, string, string];
  const visibleBody = visibleText(safeBody);
  const shortBody = shortenBody(visibleBody, language);
  return {
    // The title is what is judged: it stays, whatever it says.
    item: { title: visibleText(title), description: visibleText(safeDescription), body: shortBody, language },
    isShortened: shortBody !== visibleBody,
    isSuspect: given.some(suspectInjection),
  };
}
