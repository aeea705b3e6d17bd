import type { FeedList } from "../../feeds/feed-list.ts";
import type { Subscribed } from "../../feeds/subscription-store.ts";
import { type Html, html } from "../html.ts";
import { type Frame, layout } from "../layout.ts";
import { lede } from "../lede.ts";
import { alertLine } from "../auth/form-field.ts";
import { shortAddress } from "./feed-row.ts";

export type ImportedFeed = { name: string; url: string; outcome: Subscribed["kind"] };
export type ImportTotals = Record<Subscribed["kind"], number>;

/** A page that is sent as the import goes on. Each step hides the one before, so the bar moves without a script. */
export function importPage(frame: Frame, { feeds, faults }: FeedList): { begin: string; end: string } {
  const { feeds: texts } = frame.texts;
  const page = layout(frame, {
    title: texts.importOpml,
    body: html`${lede(texts.importOpml, texts.importFound(feeds.length))}
      <section class="panel report" aria-label="${texts.importReport}">
        <ol role="list">
          ${faults.map(({ where, sentence }) => reportLine("wrong", texts.outcome.wrong, `${where}: ${sentence}`))}
        </ol>
        ${hole}
      </section>`,
  }).text;
  const [begin = "", end = ""] = page.split(hole);
  return { begin, end };
}

export function importStep(
  { texts: { feeds: texts } }: Frame,
  imported: ImportedFeed[],
  done: number,
  all: number,
): Html {
  return html`<p class="step">
      <progress max="${all}" value="${done}" aria-label="${texts.importOpml}"></progress>
      ${texts.importProgress(done, all)}
    </p>
    <ol role="list">
      ${imported.map(({ name, url, outcome }) => reportLine(outcome, texts.outcome[outcome], name, shortAddress(url)))}
    </ol>`;
}

export function importEnd({ texts: { feeds: texts } }: Frame, totals: ImportTotals, faults: number): Html {
  return html`<p class="step" role="status">${texts.importDone(totals, faults)}</p>
    <p><a class="btn go" href="/dashboard">${texts.toDashboard}</a></p>`;
}

export function importBroken({ texts: { feeds: texts } }: Frame): Html {
  return html`${alertLine(texts.importBroken)}`;
}

// A character for private use, which no text of ours has: where the page is cut in two.
const hole = "\u{e000}";

function reportLine(outcome: string, label: string, name: string, address = ""): Html {
  return html`<li class="${outcome}">
    <span class="tag ${outcome}">${label}</span> <span dir="auto">${name}</span> <span class="address">${address}</span>
  </li>`;
}
