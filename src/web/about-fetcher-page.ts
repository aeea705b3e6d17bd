import { type Html, html } from "./html.ts";
import { type Frame, layout } from "./layout.ts";
import { lede } from "./lede.ts";

/** The settings a publisher may want to know; they are this server's real ones. */
export type FetcherManners = {
  userAgent: string;
  contactUrl: string | null;
  usualIntervalMs: number;
  intervalMinMs: number;
  intervalMaxMs: number;
  hostPauseMs: number;
  domainRequestsMax: number;
  redirectsMax: number;
};

export function aboutFetcherPage(frame: Frame, manners: FetcherManners): Html {
  const texts = frame.texts.aboutFetcher;
  return layout(frame, {
    title: texts.title,
    body: html`${lede(texts.title, texts.lede)}
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
