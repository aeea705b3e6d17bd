import { type Html, html } from "../html.ts";
import { type Frame, layout } from "../layout.ts";
import { briefBody } from "./brief-body.ts";
import { type BriefPanelView, briefPanel } from "./brief-panel.ts";
import { briefDate } from "./brief-time.ts";
import type { ShownBrief } from "./load-brief.ts";

/** One brief of the history. */
export function briefPage(frame: Frame, brief: ShownBrief): Html {
  const texts = frame.texts.briefs;
  const title = texts.ofDay(briefDate(brief.summary.createdAt, brief.timeZone));
  return layout(frame, {
    title,
    body: html`<div class="reading">
      <div class="lede"><h1>${title}</h1></div>
      <div class="panel brief">${briefBody(texts, brief, true)}</div>
      <p class="note"><a href="/briefs">${texts.toHistory}</a></p>
    </div>`,
  });
}

/** The panel alone on a page, for whoever asks without script. */
export function briefPanelPage(frame: Frame, view: BriefPanelView): Html {
  return layout(frame, {
    title: frame.texts.briefs.yours,
    body: html`<div class="reading" id="summary-container">${briefPanel(frame, view)}</div>`,
  });
}
