import type { Translation } from "../../analysis/translation/translation-store.ts";
import type { Place } from "../../items/item-list-store.ts";
import { wordingLevel } from "../../items/plainness.ts";
import type { StreamItem } from "../../items/stream-item-store.ts";
import { absoluteUrl } from "../../publishing/present-feed.ts";
import { printableLine } from "../../text/characters.ts";
import { ago } from "../kit/dates.ts";
import type { Frame } from "../kit/frame.ts";
import { type Html, html } from "../kit/html.ts";
import { checkIcon, starIcon, upToHereIcon } from "../kit/icons.ts";
import { type LookOf, outletIcon, wordingMark } from "../kit/outlet.ts";
import { isLongTitle } from "../reading/describe-item.ts";
import type { Translations } from "../reading/reading-parts.ts";
import { type Original, translatedMark } from "../reading/translated-mark.ts";
import { listQuery, type StreamQuery, writePlace } from "./stream-query.ts";

/** `place` is where the row stands: that of the newest report, whichever report leads the story. */
export type Row = { item: StreamItem; place: Place };
export type RowContext = {
  query: StreamQuery;
  translations: Translations;
  lookOf: LookOf;
  now: Date;
};

const titleCharsMax = 300;
const openingCharsMax = 120;
const summaryCharsMax = 200;

/** One item in the list. Its buttons belong to the page's form `marks`; with htmx only the row changes. */
export function streamRow(frame: Frame, { item, place }: Row, context: RowContext): Html {
  const { query, lookOf, now } = context;
  const texts = frame.texts.stream;
  const { id, feedId, feedName, readAt } = item;
  const { title, summary, originals } = textsOf(frame, item, context.translations.get(id));
  return html`<article
    class="item ${readAt === null ? "is-new" : "is-read"}"
    id="item-${id}"
    data-original="${absoluteUrl(item.url ?? "")}"
  >
    <h2 class="${isLongTitle(title.text) && "clamp"}" lang="${title.language}" dir="auto">
      <a href="/items/${id}?list=${listQuery(query, now)}">${title.text}</a
      >${readAt === null && html`<span class="sr"> (${texts.unreadItem})</span>`}
    </h2>
    ${rowButtons(frame, { item, place }, title.text)}
    ${summary.text !== "" && html`<p class="sum" lang="${summary.language}" dir="auto">${summary.text}</p>`}
    ${translatedMark(frame, originals)}
    <p class="meta">
      ${outletIcon({ name: feedName, ...lookOf(feedId) })}<span class="from" dir="auto">${feedName}</span
      ><span aria-hidden="true">·</span>${ago(frame, place.pubDate, now)}
      ${
        item.outlets > 1 &&
        html`<a class="also" href="/stories/${item.storyId}" aria-label="${texts.compare(item.outlets - 1, title.text)}"
          >${texts.moreOutlets(item.outlets - 1)}</a
        >`
      }
      ${wordingMark(frame, wordingLevel(item.overall))}
    </p>
  </article>`;
}

type Shown = { text: string; language: string | null };

/** As they were written, or translated; `originals` are those that were. */
function textsOf(
  frame: Frame,
  item: StreamItem,
  translation: Translation | undefined,
): { title: Shown; summary: Shown; originals: Original[] } {
  const originals: Original[] = [];
  const show = (text: string, translated: string): Shown => {
    if (translated === "") return { text, language: item.language };
    originals.push({ text, language: item.language ?? "und" });
    return { text: translated, language: frame.preferences.translateInto };
  };
  const title = show(titleOf(frame, item), printableLine(translation?.title ?? "", titleCharsMax));
  const written = printableLine(item.summary ?? "", summaryCharsMax);
  const summary = show(written, written === "" ? "" : printableLine(translation?.summary ?? "", summaryCharsMax));
  return { title, summary, originals };
}

/** The plain title, or the published one if the person wants that; then the first words, then the address. */
function titleOf({ texts, preferences }: Frame, { plainTitle, title, opening, url }: StreamItem): string {
  return (
    (preferences.plainTitles && printableLine(plainTitle ?? "", titleCharsMax)) ||
    printableLine(title, titleCharsMax) ||
    printableLine(opening, openingCharsMax) ||
    printableLine(url ?? "", openingCharsMax) ||
    texts.reading.untitled
  );
}

/** Each says what it will do, so that two windows that mark the same item agree. */
function rowButtons({ texts: { stream: texts } }: Frame, { item, place }: Row, title: string): Html {
  const [isRead, isStarred] = [item.readAt !== null, item.starredAt !== null];
  const at = writePlace(place);
  const address = (mark: string) => `/items/${item.id}/${mark}?at=${encodeURIComponent(at)}`;
  const [read, star] = [address(isRead ? "unread" : "read"), address(isStarred ? "unstar" : "star")];
  return html`<div class="act">
    <span class="marks"
      ><button
        class="mark"
        form="marks"
        formaction="/stream/read?row=${item.id}"
        name="to"
        value="${at}"
        title="${texts.upToHereTip}"
        aria-label="${texts.upToHere(title)}"
      >
        ${upToHereIcon}</button
      ><button
        class="mark"
        form="marks"
        formaction="${read}"
        hx-post="${read}"
        data-key="m"
        title="${texts.markReadTip}"
        aria-label="${isRead ? texts.markUnread(title) : texts.markRead(title)}"
      >
        ${checkIcon}
      </button></span
    ><button
      class="star"
      form="marks"
      formaction="${star}"
      hx-post="${star}"
      data-key="s"
      aria-pressed="${isStarred ? "true" : "false"}"
      title="${texts.starTip}"
      aria-label="${texts.star(title)}"
    >
      ${starIcon}
    </button>
  </div>`;
}
