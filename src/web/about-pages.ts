import { markTitle } from "../items/mark-title.ts";
import type { Frame } from "./kit/frame.ts";
import { type Html, html } from "./kit/html.ts";
import { layout } from "./kit/layout.ts";
import { pageHead, panel, smallPage } from "./kit/page.ts";
import type { FetcherManners } from "./texts/en-about.ts";

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
  return panel(
    "ways",
    title,
    html`<ul class="rows" role="list">
        ${list.map(({ name, note }) => html`<li><strong>${name}</strong><span>${note}</span></li>`)}
      </ul>
      <footer><p>${more}</p></footer>`,
  );
}

export function aboutFetcherPage(frame: Frame, manners: FetcherManners): Html {
  const texts = frame.texts.aboutFetcher;
  return layout(frame, {
    title: texts.title,
    body: html`${pageHead(texts.title, texts.lede)}
      <div class="cols">
        <div class="stack">
          ${section(
            "name",
            texts.nameTitle,
            html`<p>${texts.name}</p>
              <pre tabindex="0"><code>${manners.userAgent}</code></pre>`,
          )}
          ${section("promises", texts.promisesTitle, texts.promises(manners))}
        </div>
        <div class="stack">
          ${section("control", texts.controlsTitle, texts.controls)}
          ${
            manners.contactUrl !== null &&
            section(
              "contact",
              texts.contactTitle,
              html`<p>${texts.contact} <a href="${manners.contactUrl}">${manners.contactUrl}</a>.</p>`,
            )
          }
        </div>
      </div>`,
  });
}

function section(id: string, title: string, body: Html): Html {
  return html`<section class="panel prose" aria-labelledby="${id}">
    <header><h2 id="${id}">${title}</h2></header>
    ${body}
  </section>`;
}

export function privacyPage(frame: Frame): Html {
  const texts = frame.texts.privacy;
  return smallPage(frame, {
    title: texts.title,
    lede: texts.lede,
    body: html`<dl class="terms">
        ${texts.points.map(
          ([what, why]) =>
            html`<dt>${what}</dt>
              <dd>${why}</dd>`,
        )}
      </dl>
      <p>${texts.feeds}</p>
      <p>${texts.rights}</p>
      <p>${texts.operator}</p>`,
  });
}
