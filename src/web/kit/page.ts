import { type Html, html } from "./html.ts";
import { type Frame, layout } from "./layout.ts";

/** The head of a page: what it is, and in a sentence what for. */
export function lede(title: string, sentence: string): Html {
  return html`<div class="lede">
    <h1>${title}</h1>
    <p>${sentence}</p>
  </div>`;
}

type SmallPage = { title: string; lede?: string | null; body?: Html | null; footer?: Html | null };

/** One narrow panel with one thing to do: log in, register, and what surrounds them. */
export function smallPage(frame: Frame, { title, lede = null, body = null, footer = null }: SmallPage): Html {
  return layout(frame, {
    title,
    body: html`<div class="small">
      <div class="lede">
        <h1>${title}</h1>
        ${lede !== null && html`<p>${lede}</p>`}
      </div>
      ${body !== null && html`<section class="panel form">${body} ${footer !== null && html`<footer>${footer}</footer>`}</section>`}
    </div>`,
  });
}
