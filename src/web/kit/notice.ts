import type { Context } from "hono";
import { type Html, html } from "./html.ts";

/** What a page says after a change: `?done=` names the sentence. Anyone can put anything there, even `constructor`. */
export function doneSentence(c: Context, sentences: Record<string, string>): string | null {
  const done = c.req.query("done") ?? "";
  return Object.hasOwn(sentences, done) ? (sentences[done] ?? null) : null;
}

/** What went wrong. A screen reader reads it out as soon as the page is there. */
export function alert(sentence: string | null): Html | null {
  return sentence === null ? null : html`<p class="alert" role="alert">${sentence}</p>`;
}

/** What was done. */
export function notice(sentence: string | null): Html | null {
  return sentence === null ? null : html`<p class="done" role="status">${sentence}</p>`;
}
