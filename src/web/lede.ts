import { type Html, html } from "./html.ts";

/** The head of a page: what it is, and in a sentence what for. */
export function lede(title: string, sentence: string): Html {
  return html`<div class="lede">
    <h1>${title}</h1>
    <p>${sentence}</p>
  </div>`;
}
