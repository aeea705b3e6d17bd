import {
  type FeedQuery,
  type SubscriptionState,
  subscriptionStates,
} from "../../feeds/lists/subscription-list-store.ts";
import type { Frame } from "../kit/frame.ts";
import { type Html, html } from "../kit/html.ts";
import { searchIcon } from "../kit/icons.ts";
import { alert } from "../kit/notice.ts";
import { shell } from "../kit/shell.ts";
import { type AddedFeed, addedNotice } from "./added-notice.ts";
import { addField, byHand } from "./feed-form.ts";
import { type FeedListView, listAddress, listBody } from "./feed-list.ts";
import { starterSets } from "./start-routes.ts";

/** `hasSets`: the starter sets are shown too. `isAdding`: the person came to add a feed. `added`: they have just done so. */
export type FeedsView = {
  isQueryWrong: boolean;
  hasSets: boolean;
  isAdding: boolean;
  /** This server takes mail for newsletters. */
  hasNewsletters: boolean;
  added: AddedFeed | null;
  list: FeedListView;
};

/** A person's feeds and folders: the one field to add, then the list. */
export function feedsPage(frame: Frame, view: FeedsView): Html {
  const { isQueryWrong, hasSets, isAdding, hasNewsletters, added, list } = view;
  const { feeds: texts } = frame.texts;
  return shell(frame, {
    title: texts.title,
    body: html`<div class="lede"><h1>${texts.title}</h1></div>
      ${isQueryWrong && alert(texts.filterWrong)} ${addField(frame, { isPart: true, isFocused: isAdding })}
      <div id="added" role="status">${added !== null && addedNotice(frame, added)}</div>
      <div id="found">${byHand(frame)}</div>
      <p class="note or">
        <span class="from-48">${texts.find.hint}</span>
        <a href="/feeds/import">${texts.importOpml}</a>
        <a href="/account/export.opml" download>${texts.exportOpml}</a>
        ${hasNewsletters && html`<a href="/feeds/newsletter">${frame.texts.newsletters.add}</a>`}
        <a href="/feeds/folders">${texts.folders.manage}</a>
        <a href="/feeds?start#packs">${texts.start.title}</a>
      </p>
      ${filters(frame, list)}
      <p class="sr" id="feed-summary" role="status"></p>
      ${listContainer(frame, list)} ${hasSets && starterSets(frame, texts.start.title)} ${live}`,
  });
}

function filters({ texts: { feeds: texts } }: Frame, { query, counts }: FeedListView): Html {
  return html`<form
    class="bulk"
    id="feed-filters"
    role="search"
    method="get"
    action="/feeds"
    hx-get="/feeds"
    hx-target="#feed-list-container"
    hx-trigger="submit, input changed delay:500ms from:#search, change from:#search, change from:#status"
    hx-sync="#feed-list-container:queue all"
  >
    <div class="find">
      ${searchIcon}<input
        class="field"
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
    <fieldset class="seg end" id="status">
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

function listContainer(frame: Frame, list: FeedListView): Html {
  return html`<div
    id="feed-list-container"
    hx-get="${listAddress(list.query)}"
    hx-trigger="load, refreshFeedList from:body"
    hx-include="#feed-filters, #feed-page"
    hx-sync="queue all"
  >
    ${listBody(frame, list)}
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
