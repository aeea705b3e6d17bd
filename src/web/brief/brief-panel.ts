import { layOutBrief } from "../../briefs/lay-out-brief.ts";
import type { ShownBrief } from "../../briefs/shown-brief-store.ts";
import { hourOf, longDay } from "../kit/dates.ts";
import type { Frame } from "../kit/frame.ts";
import { type Html, html } from "../kit/html.ts";
import { type LatestView, stateOfNext, writeForm } from "./brief-state.ts";
import { headingOf, pieceOf } from "./letter.ts";

/** Enough for the rail of Today. */
const paragraphsShown = 3;

/** The beginning of the latest brief, for other pages' `#summary-container`. */
export function briefPanel(frame: Frame, view: LatestView): Html {
  const texts = frame.texts.brief;
  const { brief } = view;
  return html`<section class="panel" aria-labelledby="brief-title">
    <div class="head">
      <h2 id="brief-title">${heading(frame, view)}</h2>
      ${brief !== null && html`<a href="/brief">${texts.readAll}</a>`}
    </div>
    ${stateOfNext(frame, view, "panel")} ${brief === null ? html`<p>${texts.empty}</p>` : opening(frame, brief)}
    <div class="line write">${writeForm(frame, view, "panel")}</div>
  </section>`;
}

function heading(frame: Frame, { brief, now }: LatestView): string {
  const texts = frame.texts.brief;
  if (brief === null) return texts.yours;
  const day = longDay(frame, brief.createdAt);
  return day === longDay(frame, now) ? texts.today : texts.ofDay(day);
}

function opening(frame: Frame, brief: ShownBrief): Html {
  const texts = frame.texts.brief;
  const { sections, references } = layOutBrief(brief);
  let left = paragraphsShown;
  const shown = sections.flatMap(({ heading: title, paragraphs }) => {
    const some = paragraphs.slice(0, left);
    left -= some.length;
    return some.length === 0 ? [] : [{ title, paragraphs: some }];
  });
  return html`<p class="note">
      ${texts.written} ${hourOf(frame, brief.createdAt)}
      ${texts.fromItems(brief.itemCount)}${brief.writtenBy === "extract" && `, ${texts.withoutModel}`}
    </p>
    <div class="brief-text" dir="auto">
      ${shown.map(
        ({ title, paragraphs }) =>
          html`${title !== null && html`<h3 dir="auto">${headingOf(frame, title)}</h3>`}
          ${paragraphs.map(({ pieces }) => html`<p>${pieces.map((piece) => pieceOf(frame, piece, references))}</p>`)}`,
      )}
    </div>`;
}
