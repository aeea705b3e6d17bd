import type { StoryReport } from "../../items/listed-item-store.ts";
import { feedsPerPage } from "../../items/subscribed-feed-store.ts";
import { type ListView, listViews, type Place } from "../../items/item-list-store.ts";
import type { ListedItem } from "../../items/listed-item-store.ts";
import { type FeedUnread, unreadCountMax } from "../../items/subscribed-feed-store.ts";
import { postForm } from "../kit/form.ts";
import type { Frame } from "../kit/frame.ts";
import { type Html, html } from "../kit/html.ts";
import { searchIcon } from "../kit/icons.ts";
import { layout } from "../kit/layout.ts";
import { notice } from "../kit/notice.ts";
import { pageLinks } from "../kit/page-links.ts";
import { pageHead } from "../kit/page.ts";
import { describeWhen } from "../kit/times.ts";
import { itemCard, keyHelp, marksForm } from "./item-card.ts";
import { listAddress, type ListQuery, wholeList } from "./list-query.ts";
import { readingNav, scoreOptions } from "./reading-parts.ts";

type ItemsView = {
  query: ListQuery;
  /** Set if the list shows only one feed. */
  feedName: string | null;
  items: ListedItem[];
  reports: StoryReport[];
  next: Place | null;
  /** How many items were just marked, and the time that "undo" needs. */
  marked: { count: number; at: Date | null } | null;
  isSearchEmpty: boolean;
  now: Date;
};

export function itemsPage(frame: Frame, view: ItemsView): Html {
  const texts = frame.texts.reading;
  const { query, items, reports, now } = view;
  const byStory = Map.groupBy(reports, ({ storyId }) => storyId);
  return layout(frame, {
    title: texts.title,
    body: html`<div class="lede">
        <h1 dir="auto">${view.feedName ?? texts.title}</h1>
        <p>${texts.lede}</p>
      </div>
      ${readingNav(frame)} ${markedNotice(frame, view)}
      <section class="panel reading-panel" aria-label="${texts.title}">
        ${tools(frame, view)}
        ${
          items.length === 0
            ? html`<p class="empty">${emptySentence(view, texts)}</p>`
            : html`<ol class="item-list" role="list">
                ${items.map((item) => itemCard(frame, { item, reports: byStory.get(item.storyId ?? "") ?? [], now }))}
              </ol>`
        }
        ${pagination(frame, view)}
      </section>
      ${marksForm(frame, listAddress("/items", query))} ${keyHelp(frame)}`,
  });
}

function emptySentence({ query, isSearchEmpty, next }: ItemsView, texts: Frame["texts"]["reading"]): string {
  if (isSearchEmpty) return texts.searchEmpty;
  if (next !== null) return texts.noneHere;
  return query.search === "" ? texts.empty[query.view] : texts.noMatch;
}

function markedNotice(frame: Frame, { marked, query }: ItemsView): Html | null {
  if (marked === null) return null;
  const texts = frame.texts.reading;
  if (marked.at === null) return notice(texts.unmarkedAll(marked.count));
  return postForm(
    frame,
    { action: "/items/read-all/undo", className: "done undo" },
    html`<input type="hidden" name="at" value="${marked.at.toISOString()}" />
      <input type="hidden" name="back" value="${listAddress("/items", query)}" />
      <p role="status">${texts.markedAll(marked.count)}</p>
      <button class="btn">${texts.undo}</button>`,
  );
}

function tools(frame: Frame, { query, feedName, now }: ItemsView): Html {
  const texts = frame.texts.reading;
  return html`<form class="tools" id="list-tools" action="/items" role="search">
      <div class="search">
        ${searchIcon}<input
          type="search"
          id="search-items"
          name="search"
          value="${query.search}"
          placeholder="${texts.searchHint}"
          aria-label="${texts.searchLabel}"
        />
      </div>
      <fieldset class="seg">
        <legend class="sr">${texts.viewLabel}</legend>
        ${shownViews(query.view).map(
          (view) =>
            html`<label
              ><input type="radio" name="view" value="${view}" checked="${view === query.view}" /><span
                >${texts.views[view]}</span
              ></label
            >`,
        )}
      </fieldset>
      <label class="highest"
        >${texts.scoreLabel}
        <select name="max_score">
          ${scoreOptions(query.maxScore, texts.anyScore)}
        </select></label
      >
      ${query.feedId !== null && html`<input type="hidden" name="feed" value="${query.feedId}" />`}
      <button class="btn">${texts.show}</button>
    </form>
    <div class="tools about-list">
      ${
        feedName !== null &&
        html`<p>
          <span dir="auto">${texts.onlyFeed(feedName)}.</span>
          <a href="${listAddress("/items", { ...query, feedId: null, before: null })}">${texts.allFeeds}</a>
        </p>`
      }
      ${query.search === "" && (query.view === "all" || query.view === "unread") && markAllForm(frame, query, now)}
      <button class="btn ghost" type="button" popovertarget="keys">${texts.keys}</button>
    </div>`;
}

/** Hidden items are rarely needed: the choice appears only once it is made. */
function shownViews(current: ListView): ListView[] {
  return listViews.filter((view) => view !== "hidden" || current === "hidden");
}

function markAllForm(frame: Frame, query: ListQuery, now: Date): Html {
  return postForm(
    frame,
    { action: "/items/read-all" },
    html`<input type="hidden" name="until" value="${now.toISOString()}" />
      <input type="hidden" name="back" value="${listAddress("/items", { ...query, before: null })}" />
      <button class="btn">${frame.texts.reading.markAll}</button>`,
  );
}

function pagination({ texts: { reading: texts } }: Frame, { query, next }: ItemsView): Html | null {
  if (next === null && query.before === null) return null;
  return html`<nav class="pages" aria-label="${texts.pages}">
    ${query.before !== null && html`<a class="btn" href="${listAddress("/items", { ...query, before: wholeList.before })}">${texts.newest}</a>`}
    ${next !== null && html`<a class="btn" rel="next" href="${listAddress("/items", { ...query, before: next })}">${texts.older}</a>`}
  </nav>`;
}

/** `feeds` has one more than fits if there is another page. */
type ByFeedView = { feeds: FeedUnread[]; page: number; now: Date };

export function byFeedPage(frame: Frame, { feeds, page, now }: ByFeedView): Html {
  const texts = frame.texts.reading.byFeed;
  const shown = feeds.slice(0, feedsPerPage);
  const { previous, next } = frame.texts.reading.framing;
  return layout(frame, {
    title: texts.title,
    body: html`${pageHead(texts.title, texts.lede)} ${readingNav(frame)}
      <section class="panel by-feed" aria-label="${texts.title}">
        ${shown.length === 0 && html`<p class="empty">${texts.none}</p>`}
        <ul class="rows" role="list">
          ${shown.map(
            ({ feedId, name, unread, newestAt, isFetched }) =>
              html`<li>
                <a href="/items?feed=${feedId}" dir="auto">${name}</a>
                <span
                  >${isFetched ? texts.unread(unread, unread === unreadCountMax) : texts.notFetched}
                  ${newestAt !== null && html`· ${texts.newest} ${describeWhen(newestAt, now, frame.texts.feeds.when)}`}</span
                >
              </li>`,
          )}
        </ul>
        ${pageLinks("/items/feeds", { page, hasNext: feeds.length > shown.length, label: texts.pages, previous, next })}
      </section>`,
  });
}
