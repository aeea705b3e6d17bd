import { markTitle } from "../items/mark-title.ts";
import { type Html, html } from "./html.ts";
import { type Frame, layout } from "./layout.ts";

export function homePage(frame: Frame): Html {
  const { title, lede } = frame.texts.home;
  return layout(frame, {
    title,
    body: html`<div class="lede">
        <h1>${title}.</h1>
        <p>${lede}</p>
      </div>
      <div class="cols">${example(frame)} ${ways(frame)}</div>`,
  });
}

function example({ texts }: Frame): Html {
  const { title, came, original, read, plain, note } = texts.home.example;
  return html`<section class="panel example" aria-labelledby="example">
    <header><h2 id="example">${title}</h2></header>
    <dl>
      <dt>${came}</dt>
      <dd>
        ${markTitle(original, plain, []).map(({ text, change }) => (change === "gone" ? html`<del>${text}</del>` : text))}
      </dd>
      <dt>${read}</dt>
      <dd><mark>${plain}</mark></dd>
    </dl>
    <p class="note">${note}</p>
  </section>`;
}

function ways({ texts }: Frame): Html {
  const { title, list, more } = texts.home.ways;
  return html`<section class="panel" aria-labelledby="ways">
    <header><h2 id="ways">${title}</h2></header>
    <ul class="rows" role="list">
      ${list.map(({ name, note }) => html`<li><strong>${name}</strong><span>${note}</span></li>`)}
    </ul>
    <footer><p>${more}</p></footer>
  </section>`;
}
