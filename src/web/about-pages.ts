import { markTitle } from "../items/mark-title.ts";
import type { Frame } from "./kit/frame.ts";
import { type Html, html } from "./kit/html.ts";
import { pageHead, smallPage } from "./kit/page.ts";
import { shell } from "./kit/shell.ts";
import type { FetcherManners } from "./texts/en-about.ts";

/** `missing` says that there is no operator yet. */
export function homePage(frame: Frame, missing: Html | null): Html {
  const { title, lede } = frame.texts.home;
  return shell(frame, {
    title,
    body: html`<div class="hello">
      <h1>${title}.</h1>
      <p class="intro">${lede}</p>
      ${missing} ${start(frame, missing === null)} ${example(frame)} ${ways(frame)}
    </div>`,
  });
}

/** A person who is logged in has been here before. */
function start({ person, texts: { home, frame } }: Frame, isFirst: boolean): Html {
  return html`<p class="or">
    <a class="${isFirst ? "btn go" : "btn"}" href="${person === null ? "/auth/login" : "/dashboard"}"
      >${person === null ? frame.logIn : home.toToday}</a
    >
  </p>`;
}

function example({ texts }: Frame): Html {
  const { title, came, original, read, plain, note } = texts.home.example;
  return html`<section class="section" aria-labelledby="example">
    <h2 class="sr" id="example">${title}</h2>
    <dl class="demo">
      <div>
        <dt>${came}</dt>
        <dd>
          ${markTitle(original, plain, []).map(({ text, change }) => (change === "gone" ? html`<del>${text}</del>` : text))}
        </dd>
      </div>
      <div>
        <dt>${read}</dt>
        <dd>${plain}</dd>
      </div>
    </dl>
    <p class="note">${note}</p>
  </section>`;
}

function ways({ texts }: Frame): Html {
  const { title, list, more } = texts.home.ways;
  return html`<section class="section" aria-labelledby="ways">
    <h2 id="ways">${title}</h2>
    <ul class="packs" role="list">
      ${list.map(
        ({ name, note }) =>
          html`<li>
            <h3>${name}</h3>
            <p>${note}</p>
          </li>`,
      )}
    </ul>
    <p class="note section">${more}</p>
  </section>`;
}

export function aboutFetcherPage(frame: Frame, manners: FetcherManners): Html {
  const texts = frame.texts.aboutFetcher;
  return shell(frame, {
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
  return html`<section class="panel text" aria-labelledby="${id}">
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
