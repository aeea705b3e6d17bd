import { type BriefParagraph, type BriefPiece, parseBriefText } from "../../digests/parse-brief-text.ts";
import type { CitedItem } from "../../digests/summary-store.ts";
import { type Html, html } from "../html.ts";
import type { Texts } from "../texts/en.ts";
import { briefHour } from "./brief-time.ts";
import type { ShownBrief } from "./load-brief.ts";

/** The brief itself: when and by whom it was written, its text, and the items it rests on. */
export function briefBody(texts: Texts["briefs"], { summary, items, timeZone }: ShownBrief, isOpen: boolean): Html {
  const { content, itemCount, writtenBy, createdAt } = summary;
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
