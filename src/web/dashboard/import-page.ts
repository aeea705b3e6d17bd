import type { FeedImport, ImportReport, ImportState } from "../../feeds/import-store.ts";
import { alertLine } from "../auth/form-field.ts";
import { type Html, html } from "../html.ts";
import { type Frame, layout } from "../layout.ts";
import { lede } from "../lede.ts";
import type { FeedTexts } from "../texts/en-feeds.ts";
import { shortAddress } from "./feed-row.ts";

/** While the import runs, the report asks for itself again; without script the link does. */
export function importPage(frame: Frame, id: string, { state, report }: FeedImport): Html {
  const { feeds: texts } = frame.texts;
  const address = `/feeds/import/${id}`;
  return layout(frame, {
    title: texts.importOpml,
    body: html`${lede(texts.importOpml, texts.importFound(report.feeds))}
      <section class="panel report" id="report" aria-label="${texts.importReport}">
        ${reportLines(texts, report)} ${reportEnd(texts, state, report)}
        ${state === "running" && askAgain(texts, address)}
      </section>`,
  });
}

function askAgain(texts: FeedTexts, address: string): Html {
  return html`<p
    hx-get="${address}"
    hx-trigger="load delay:1s"
    hx-select="#report"
    hx-target="#report"
    hx-swap="outerHTML"
  >
    <a class="btn" href="${address}">${texts.importReload}</a>
  </p>`;
}

function reportLines(texts: FeedTexts, { lines, done, faults, unnamedFaults, leftOut, feeds }: ImportReport): Html {
  return html`<ol role="list">
      ${faults.map(({ where, sentence }) => reportLine("wrong", texts.outcome.wrong, `${where}: ${sentence}`))}
    </ol>
    ${unnamedFaults > 0 && html`<p>${texts.importMoreFaults(unnamedFaults)}</p>`}
    <ol role="list">
      ${lines.map(({ name, url, outcome }) => reportLine(outcome, texts.outcome[outcome], name, shortAddress(url)))}
    </ol>
    ${done > lines.length && html`<p>${texts.importMoreLines(done - lines.length)}</p>`}
    ${leftOut > 0 && html`<p>${texts.importLeftOut(feeds, leftOut)}</p>`}`;
}

function reportEnd(texts: FeedTexts, state: ImportState, report: ImportReport): Html {
  const { done, feeds, totals, faults, unnamedFaults } = report;
  switch (state) {
    case "running":
      return html`<p class="step" role="status">
        <progress max="${feeds}" value="${done}" aria-label="${texts.importOpml}"></progress>
        ${texts.importProgress(done, feeds)}
      </p>`;
    case "done":
      return html`<p class="step" role="status">${texts.importDone(totals, faults.length + unnamedFaults)}</p>
        <p><a class="btn go" href="/dashboard">${texts.toDashboard}</a></p>`;
    case "broken":
      return html`${alertLine(texts.importBroken(done, feeds))}`;
  }
}

function reportLine(outcome: string, label: string, name: string, address = ""): Html {
  return html`<li class="${outcome}">
    <span class="tag ${outcome}">${label}</span> <span dir="auto">${name}</span> <span class="address">${address}</span>
  </li>`;
}
