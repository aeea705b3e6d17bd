import type { BriefSchedule } from "../../digests/brief-schedule-store.ts";
import { extractNotice } from "../../digests/build-extract.ts";
import type { SummaryListed } from "../../digests/summary-store.ts";
import { statusLine } from "../auth/form-field.ts";
import { type Html, html } from "../html.ts";
import { type Frame, layout } from "../layout.ts";
import { lede } from "../lede.ts";
import { briefPanel, type BriefPanelView } from "./brief-panel.ts";
import { briefMoment } from "./brief-time.ts";
import type { ScheduleFault } from "./parse-schedule.ts";
import { scheduleForm } from "./schedule-form.ts";

export type BriefsView = {
  panel: BriefPanelView;
  schedule: BriefSchedule;
  fault: ScheduleFault | null;
  done: string | null;
  listed: SummaryListed[];
  page: number;
  hasMore: boolean;
};

/** The latest brief, when the next are written, and all that were. */
export function briefsPage(frame: Frame, view: BriefsView): Html {
  const texts = frame.texts.briefs;
  return layout(frame, {
    title: texts.title,
    body: html`${lede(texts.title, texts.lede)} ${statusLine(view.done)}
      <div class="cols">
        <div id="summary-container">${briefPanel(frame, view.panel)}</div>
        <div class="stack">${scheduleForm(frame, view.schedule, view.fault)} ${history(frame, view)}</div>
      </div>`,
  });
}

function history({ texts: { briefs: texts } }: Frame, { listed, schedule, page, hasMore }: BriefsView): Html {
  return html`<section class="panel" aria-labelledby="history">
    <header><h2 id="history">${texts.historyTitle}</h2></header>
    ${listed.length === 0 && html`<p>${texts.historyEmpty}</p>`}
    <ul class="history" role="list">
      ${listed.map((summary) => row(texts, summary, schedule.timeZone))}
    </ul>
    ${
      (page > 1 || hasMore) &&
      html`<nav class="buttons" aria-label="${texts.historyPages}">
        ${page > 1 && html`<a class="btn" href="/briefs?page=${page - 1}">${texts.newer}</a>`}
        ${hasMore && html`<a class="btn" href="/briefs?page=${page + 1}">${texts.older}</a>`}
      </nav>`
    }
  </section>`;
}

function row(texts: Frame["texts"]["briefs"], summary: SummaryListed, timeZone: string): Html {
  const { id, createdAt, itemCount, writtenBy } = summary;
  const by = writtenBy === "extract" ? texts.withoutModel : texts.byModel(writtenBy);
  return html`<li>
    <a href="/briefs/${id}">${briefMoment(createdAt, timeZone)}</a>
    <p>${openingOf(summary)}</p>
    <span>${texts.fromItems(itemCount)}, ${by}</span>
  </li>`;
}

function openingOf({ opening }: SummaryListed): string {
  return opening
    .replace(extractNotice, "")
    .replaceAll(/\s*\[\d+\]/gu, "")
    .trim();
}
