import {
  type FeedCounts,
  type FeedQuery,
  type SubscriptionState,
  subscriptionStates,
} from "../../feeds/lists/subscription-list-store.ts";
import { binCount } from "../../items/framing-store.ts";
import { histogram } from "../kit/charts.ts";
import type { Frame } from "../kit/frame.ts";
import { type Html, html } from "../kit/html.ts";
import { plusIcon, searchIcon, uploadIcon } from "../kit/icons.ts";
import { layout } from "../kit/layout.ts";
import { alert } from "../kit/notice.ts";
import { addForm, importForm, noFaults } from "./feed-form.ts";
import { type FeedListView, listAddress, listBody } from "./feed-list.ts";

/** `list` is null if htmx loads it. */
export type FeedsView = {
  query: FeedQuery;
  isQueryWrong: boolean;
  counts: FeedCounts;
  newItems: number;
  /** Items of the last 24 hours by how loaded they are, in steps from 0 to 1. */
  wording: number[];
  list: FeedListView | null;
  now: Date;
};

export function feedsPage(frame: Frame, view: FeedsView): Html {
  const { feeds: texts } = frame.texts;
  return layout(frame, {
    title: texts.dashboard,
    body: html`${lede(frame, view)} ${view.isQueryWrong && alert(texts.filterWrong)}
      <div class="cols dashboard">
        <div class="stack">
          <div id="summary-container" hx-get="/summaries/latest" hx-trigger="load"></div>
          ${wordingCard(frame, view.wording)}
        </div>
        ${feedsPanel(frame, view)}
      </div>
      ${live}`,
  });
}

/** The page keeps these numbers up to date. They count the whole list, not only what is shown. */
function lede({ texts: { feeds: texts } }: Frame, { counts, newItems, now }: FeedsView): Html {
  return html`<div
    class="lede"
    id="today"
    hx-get="/dashboard"
    hx-trigger="refreshFeedList from:body, feedsChanged from:body throttle:4s"
    hx-select="#today"
    hx-swap="outerMorph"
  >
    <h1>${texts.date(now)}</h1>
    <p>
      ${counts.all === 0 ? texts.welcome : texts.today(newItems, counts.all)}
      ${counts.error > 0 && html`<a href="/feeds?status=error">${texts.needLook(counts.error)}</a>`}
    </p>
  </div>`;
}

function feedsPanel(frame: Frame, view: FeedsView): Html {
  const { feeds: texts } = frame.texts;
  return html`<section class="panel feeds-panel" aria-labelledby="feeds">
    <header>
      <h2 id="feeds">${texts.title}</h2>
      <button class="btn ghost" type="button" popovertarget="feed-import" aria-label="${texts.importOpml}">
        ${uploadIcon} <span class="wide">${texts.importOpml}</span>
      </button>
      <button class="btn go" type="button" popovertarget="feed-add">${plusIcon} ${texts.add}</button>
    </header>
    <div class="sheet" id="feed-add" popover role="dialog" aria-labelledby="feed-add-title">
      <h2 id="feed-add-title">${texts.add}</h2>
      ${addForm(frame, { values: { name: "", url: "" }, faults: noFaults, isPart: true })}
    </div>
    <div class="sheet" id="feed-import" popover role="dialog" aria-labelledby="feed-import-title">
      <h2 id="feed-import-title">${texts.importOpml}</h2>
      ${importForm(frame)}
    </div>
    ${filters(frame, view)}
    <p class="sr" id="feed-summary" role="status"></p>
    ${listContainer(frame, view)}
  </section>`;
}

function filters({ texts: { feeds: texts } }: Frame, { query, list, counts: all }: FeedsView): Html {
  const counts = list?.counts ?? all;
  return html`<form
    class="tools"
    id="feed-filters"
    role="search"
    method="get"
    action="/feeds"
    hx-get="/feeds"
    hx-target="#feed-list-container"
    hx-trigger="submit, input changed delay:500ms from:#search, change from:#search, change from:#status"
    hx-sync="#feed-list-container:queue all"
  >
    <div class="search">
      ${searchIcon}<input
        id="search"
        type="search"
        name="search"
        value="${query.search}"
        maxlength="255"
        placeholder="${texts.search}"
        aria-label="${texts.searchLabel}"
        autocomplete="off"
      />
    </div>
    <fieldset class="seg" id="status">
      <legend class="sr">${texts.status}</legend>
      ${subscriptionStates.map((status) => statusRadio(status, texts.filter[status], counts[status], query))}
    </fieldset>
    <button class="sr">${texts.searchSubmit}</button>
  </form>`;
}

function statusRadio(status: SubscriptionState, label: string, count: number, query: FeedQuery): Html {
  return html`<label
    ><input type="radio" name="status" value="${status}" checked="${query.status === status}" /><span
      >${label} <b id="count-${status}">${count}</b></span
    ></label
  >`;
}

function listContainer(frame: Frame, { query, list }: FeedsView): Html {
  const address = listAddress("/feeds", query);
  return html`<div
    id="feed-list-container"
    hx-get="${address}"
    hx-trigger="load, refreshFeedList from:body"
    hx-include="#feed-filters, #feed-page"
    hx-sync="queue all"
  >
    ${
      list === null
        ? html`<p class="empty"><a href="${address}">${frame.texts.feeds.showList}</a></p>`
        : listBody(frame, list)
    }
  </div>`;
}

/** The stream only says that something changed. The list is then loaded as usual and morphed, so that open forms stay open. */
const live = html`<div hx-sse:connect="/live" hx-swap="none"></div>
  <div
    hx-get="/feeds"
    hx-trigger="feedsChanged from:body throttle:2s"
    hx-target="#feed-list-container"
    hx-include="#feed-filters, #feed-page"
    hx-swap="innerMorph"
    hx-sync="#feed-list-container:queue first"
  ></div>`;

/** From this step on a title counts as loaded. */
const loadedFrom = 7;

/** How the last 24 hours were worded, over all feeds. Nothing if no item has been scored. */
function wordingCard({ texts: { reading, feeds } }: Frame, bins: readonly number[]): Html | false {
  const count = sum(bins);
  if (count === 0) return false;
  const { wording } = feeds;
  return html`<section class="panel wording" aria-labelledby="wording">
    <header>
      <h2 id="wording">${wording.title}</h2>
      <p>${wording.note(count, sum(bins.slice(loadedFrom)), loadedFrom / binCount)}</p>
    </header>
    ${histogram(bins, reading.framing.spread(reading.framing.traits.framing, bins), loadedFrom)}
    <footer>
      <p><a href="/sources">${wording.more}</a></p>
    </footer>
  </section>`;
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
