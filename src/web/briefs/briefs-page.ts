import { type BriefSchedule, type ScheduleFault, timeZones } from "../../briefs/brief-schedule-store.ts";
import type { ListedBrief, ShownBrief } from "../../briefs/brief-store.ts";
import { inputField, option, selectField } from "../kit/field.ts";
import { postForm } from "../kit/form.ts";
import type { Frame } from "../kit/frame.ts";
import { type Html, html } from "../kit/html.ts";
import { layout } from "../kit/layout.ts";
import { notice } from "../kit/notice.ts";
import { formPanel, pageHead, panel } from "../kit/page.ts";
import { briefDate, briefMoment } from "../kit/times.ts";
import { briefBody, briefPanel, type BriefPanelView } from "./brief-panel.ts";

export type BriefsView = {
  panel: BriefPanelView;
  schedule: BriefSchedule;
  fault: ScheduleFault | null;
  done: string | null;
  listed: ListedBrief[];
  page: number;
  hasMore: boolean;
};

/** The latest brief, the schedule, and the history. */
export function briefsPage(frame: Frame, view: BriefsView): Html {
  const texts = frame.texts.briefs;
  return layout(frame, {
    title: texts.title,
    body: html`${pageHead(texts.title, texts.lede)} ${notice(view.done)}
      <div class="cols">
        <div id="summary-container">${briefPanel(frame, view.panel)}</div>
        <div class="stack">${scheduleForm(frame, view.schedule, view.fault)} ${history(frame, view)}</div>
      </div>`,
  });
}

function history({ texts: { briefs: texts } }: Frame, { listed, schedule, page, hasMore }: BriefsView): Html {
  return panel(
    "history",
    texts.historyTitle,
    html`${listed.length === 0 && html`<p>${texts.historyEmpty}</p>`}
      <ul class="history" role="list">
        ${listed.map((brief) => row(texts, brief, schedule.timeZone))}
      </ul>
      ${
        (page > 1 || hasMore) &&
        html`<nav class="buttons" aria-label="${texts.historyPages}">
          ${page > 1 && html`<a class="btn" href="/briefs?page=${page - 1}">${texts.newer}</a>`}
          ${hasMore && html`<a class="btn" href="/briefs?page=${page + 1}">${texts.older}</a>`}
        </nav>`
      }`,
  );
}

function row(texts: Frame["texts"]["briefs"], brief: ListedBrief, timeZone: string): Html {
  const { id, createdAt, itemCount, writtenBy } = brief;
  const by = writtenBy === "extract" ? texts.withoutModel : texts.byModel(writtenBy);
  return html`<li>
    <a href="/briefs/${id}">${briefMoment(createdAt, timeZone)}</a>
    <p>${openingOf(brief)}</p>
    <span>${texts.fromItems(itemCount)}, ${by}</span>
  </li>`;
}

/** Without the notice that an extract begins with, whichever version wrote it. */
function openingOf({ opening, writtenBy }: ListedBrief): string {
  const news = writtenBy === "extract" ? opening.slice(opening.indexOf("\n\n") + 1) : opening;
  return news.replaceAll(/\s*\[\d+\]/gu, "").trim();
}

/** When briefs are written automatically. */
function scheduleForm(frame: Frame, { timeZone, at }: BriefSchedule, fault: ScheduleFault | null): Html {
  const texts = frame.texts.briefs;
  const timeFault = fault === "bad-time" ? texts.badTime : null;
  const zoneFault = fault === "bad-zone" ? texts.badZone : null;
  return formPanel(
    "schedule",
    texts.scheduleTitle,
    html`${postForm(
      frame,
      { action: "/briefs/schedule" },
      html`${inputField({ name: "at", label: texts.time, type: "time", value: at, hint: texts.timeHint, fault: timeFault })}
        ${selectField(
          { name: "zone", label: texts.zone, fault: zoneFault },
          timeZones.map((zone) => option(zone, zone.replaceAll("_", " "), timeZone)),
        )} <button class="btn go">${texts.save}</button>`,
    )}`,
  );
}

/** One brief of the history. */
export function briefPage(frame: Frame, brief: ShownBrief): Html {
  const texts = frame.texts.briefs;
  const title = texts.ofDay(briefDate(brief.createdAt, brief.timeZone));
  return layout(frame, {
    title,
    body: html`<div class="reading">
      <div class="lede"><h1>${title}</h1></div>
      <div class="panel brief">${briefBody(texts, brief, true)}</div>
      <p class="note"><a href="/briefs">${texts.toHistory}</a></p>
    </div>`,
  });
}

/** The panel as a page, for browsers without script. */
export function briefPanelPage(frame: Frame, view: BriefPanelView): Html {
  return layout(frame, {
    title: frame.texts.briefs.yours,
    body: html`<div class="reading" id="summary-container">${briefPanel(frame, view)}</div>`,
  });
}
