import type { Frame } from "./frame.ts";
import { type Html, html } from "./html.ts";
import { shell } from "./shell.ts";

/** The top of a page: what it is, and what it is for in one sentence. */
export function pageHead(title: string, sentence: string | Html): Html {
  return html`<div class="lede">
    <h1>${title}</h1>
    <p>${sentence}</p>
  </div>`;
}

/** A box with a heading. `id` names the heading, so it must be the only one of that name on the page. */
export function panel(id: string, title: string, body: Html): Html {
  return html`<section class="panel" aria-labelledby="${id}">
    <header><h2 id="${id}">${title}</h2></header>
    ${body}
  </section>`;
}

/** The same for a form. */
export function formPanel(id: string, title: string, body: Html): Html {
  return html`<section class="panel form" aria-labelledby="${id}">
    <header><h2 id="${id}">${title}</h2></header>
    ${body}
  </section>`;
}

type SmallPage = { title: string; lede?: string | null; body?: Html | null; footer?: Html | null };

/** One narrow box with one thing to do: log in, register, set a password. */
export function smallPage(frame: Frame, { title, lede = null, body = null, footer = null }: SmallPage): Html {
  return shell(frame, {
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
