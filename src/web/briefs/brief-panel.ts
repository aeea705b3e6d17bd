import type { CitedItem, LatestBrief, ShownBrief } from "../../briefs/brief-store.ts";
import { type BriefParagraph, type BriefPiece, parseBriefText } from "../../briefs/parse-brief-text.ts";
import { postForm } from "../kit/form.ts";
import type { Frame } from "../kit/frame.ts";
import { type Html, html } from "../kit/html.ts";
import { alert } from "../kit/notice.ts";
import { briefDay, briefHour } from "../kit/times.ts";
import type { Texts } from "../texts/en.ts";

export type BriefPanelView = LatestBrief & {
  now: Date;
  /** Without a model, a brief is an extract and takes no time. */
  hasModel: boolean;
  /** `helpsWithoutModel`: the model failed, so writing without one would work. */
  error: { sentence: string; helpsWithoutModel: boolean } | null;
};

/** The content of `#summary-container`: the latest brief, and the state of the next one. */
export function briefPanel(frame: Frame, view: BriefPanelView): Html {
  const texts = frame.texts.briefs;
  const { brief, error, hasModel } = view;
  return html`<section class="panel brief" aria-labelledby="brief-title">
    <header>
      <h2 id="brief-title">${heading(frame, view)}</h2>
      ${writeForm(frame, view)}
    </header>
    ${error !== null && errorLine(frame, error)} ${hasModel && thinking(frame, view)}
    ${brief === null ? html`<p>${texts.empty}</p>` : briefBody(texts, brief, false)}
    <footer>
      <p><a href="/briefs#history">${texts.toHistory}</a></p>
    </footer>
  </section>`;
}

function heading({ texts: { briefs: texts } }: Frame, { brief, now }: BriefPanelView): string {
  if (brief === null) return texts.yours;
  const { createdAt, timeZone } = brief;
  const day = briefDay(createdAt, timeZone);
  return day === briefDay(now, timeZone) ? texts.today : texts.ofDay(day);
}

function writeForm(frame: Frame, { brief, isWriting, hasModel }: BriefPanelView): Html {
  const { generate, again } = frame.texts.briefs;
  return postForm(
    frame,
    {
      action: "/summaries",
      id: "brief-write",
      htmx: {
        post: "/summaries",
        target: "#summary-container",
        indicator: hasModel && "#brief-thinking",
        swap: "slow-morph",
      },
    },
    html`<button class="btn ${brief === null && "go"}" id="brief-write-button" disabled="${isWriting}">
      ${brief === null ? generate : again}
    </button>`,
  );
}

function errorLine(frame: Frame, { sentence, helpsWithoutModel }: NonNullable<BriefPanelView["error"]>): Html {
  return html`<div class="trouble">
    ${alert(sentence)} ${helpsWithoutModel && extractForm(frame, "brief-extract")}
  </div>`;
}

/** Visible while this page waits for a brief (htmx shows it). If another page waits, this one polls. */
function thinking(frame: Frame, { isWriting }: BriefPanelView): Html {
  return html`<div class="thinking ${isWriting && "is-on"}" id="brief-thinking" role="status">
    <div>
      <p>${frame.texts.briefs.thinking}</p>
      ${extractForm(frame, "brief-extract-now")}
    </div>
    ${
      isWriting &&
      html`<span
        hx-get="/summaries/latest"
        hx-trigger="every 4s"
        hx-target="#summary-container"
        hx-swap="innerMorph"
      ></span>`
    }
  </div>`;
}

function extractForm(frame: Frame, id: string): Html {
  return postForm(
    frame,
    {
      action: "/summaries/extract",
      id: id,
      htmx: { post: "/summaries/extract", target: "#summary-container", swap: "morph" },
    },
    html`<button class="btn">${frame.texts.briefs.writeWithoutModel}</button>`,
  );
}

/** The brief: when and by what it was written, its text, and its references. */
export function briefBody(texts: Texts["briefs"], brief: ShownBrief, isOpen: boolean): Html {
  const { content, itemCount, writtenBy, createdAt, items, timeZone } = brief;
  const by = writtenBy === "extract" ? texts.withoutModel : texts.byModel(writtenBy);
  return html`<p class="meta">
      ${texts.written} ${briefHour(createdAt, timeZone)} ${texts.fromItems(itemCount)}, ${by}
    </p>
    <div class="text">${parseBriefText(content).map((one) => paragraph(texts, one, items))}</div>
    <details class="cited" open="${isOpen}">
      <summary>${texts.cited(items.length)}</summary>
      <ol>
        ${items.map((item) => html`<li>${item === null ? texts.itemGone : citedItem(item)}</li>`)}
      </ol>
    </details>`;
}

function paragraph(texts: Texts["briefs"], { pieces, isNotice }: BriefParagraph, items: ShownBrief["items"]): Html {
  return html`<p class="${isNotice && "notice"}">${pieces.map((one) => piece(texts, one, items))}</p>`;
}

function piece(texts: Texts["briefs"], one: BriefPiece, items: ShownBrief["items"]): Html | string {
  if (one.kind === "text") return one.text;
  if (one.kind === "key") return html`<mark>${one.text}</mark>`;
  const item = items[one.number - 1] ?? null;
  if (item === null || item.url === null) return html`<span class="ref">${one.number}</span>`;
  return html`<a class="ref" href="${item.url}" aria-label="${texts.reference(one.number, item.title)}"
    >${one.number}</a
  >`;
}

function citedItem({ title, url, feedName }: CitedItem): Html {
  return html`${url === null ? title : html`<a href="${url}">${title || url}</a>`} <span>${feedName}</span>`;
}
