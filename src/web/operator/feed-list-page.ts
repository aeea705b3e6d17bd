import { describeWhen } from "../dashboard/describe-when.ts";
import { shortAddress } from "../dashboard/feed-row.ts";
import { type Html, html } from "../html.ts";
import { searchIcon } from "../icons.ts";
import type { Frame } from "../layout.ts";
import { livePart, operatorPage } from "./operator-page.ts";
import { type FeedListQuery, feedListShows } from "./parse-feed-list-query.ts";
import { feedsPerPage, type SharedFeed, type SharedFeedPage } from "./shared-feed-store.ts";

export type FeedListView = SharedFeedPage & { query: FeedListQuery; now: Date };

export function feedListPage(frame: Frame, view: FeedListView): Html {
  const { feeds: texts, navigation } = frame.texts.operator;
  const address = `/operator/feeds?${new URLSearchParams(toParameters(view.query)).toString()}`;
  return operatorPage(frame, {
    title: navigation.feeds,
    lede: texts.lede,
    body: html`<section class="panel" aria-label="${navigation.feeds}">
      ${filters(frame, view.query)}
      <div>${livePart("shared-feeds", address, list(frame, view))}</div>
    </section>`,
  });
}

function toParameters({ show, search, page }: FeedListQuery): Record<string, string> {
  return { show, search, page: String(page) };
}

function filters({ texts: { operator } }: Frame, { show, search }: FeedListQuery): Html {
  const { feeds: texts } = operator;
  return html`<form class="tools" role="search" method="get" action="/operator/feeds">
    <div class="search">
      ${searchIcon}<input
        type="search"
        name="search"
        value="${search}"
        maxlength="255"
        placeholder="${texts.search}"
        aria-label="${texts.search}"
        autocomplete="off"
      />
    </div>
    <fieldset class="seg">
      <legend class="sr">${texts.show}</legend>
      ${feedListShows.map(
        (one) =>
          html`<label
            ><input type="radio" name="show" value="${one}" checked="${one === show}" /><span
              >${texts.shows[one]}</span
            ></label
          >`,
      )}
    </fieldset>
    <button class="btn">${texts.find}</button>
  </form>`;
}

function list(frame: Frame, { feeds, all, first, query, now }: FeedListView): Html {
  const { feeds: texts } = frame.texts.operator;
  if (feeds.length === 0) return html`<p class="empty">${texts.none}</p>`;
  const page = first / feedsPerPage + 1;
  return html`<ul class="items" role="list">
      ${feeds.map((feed) => row(frame, feed, now))}
    </ul>
    <nav class="buttons" aria-label="${texts.pages}">
      <p>${frame.texts.feeds.range(first + 1, first + feeds.length, all)}</p>
      ${
        all > feedsPerPage && [
          pageLink(frame.texts.feeds.previous, page > 1, { ...query, page: page - 1 }),
          pageLink(frame.texts.feeds.next, first + feeds.length < all, { ...query, page: page + 1 }),
        ]
      }
    </nav>`;
}

function row({ texts: { operator, feeds } }: Frame, feed: SharedFeed, now: Date): Html {
  const { feeds: texts } = operator;
  const { id, url, label, published, subscribers, nextRunAt, lastError } = feed;
  const state = stateOf(feed);
  return html`<li>
    <a href="/operator/feeds/${id}" dir="auto">${label ?? shortAddress(url)}</a>
    <span class="address" dir="ltr">${shortAddress(url)}</span>
    <p class="state">
      <span class="tag ${state}">${feeds.state[state]}</span>
      ${published ? texts.published : texts.unpublished} · ${texts.readers(subscribers)}
      ${nextRunAt !== null && html`· ${nextRunAt <= now ? texts.due : html`${texts.next} ${describeWhen(nextRunAt, now, feeds.when)}`}`}
    </p>
    ${lastError !== null && html`<p class="why" dir="auto">${lastError}</p>`}
  </li>`;
}

type State = "off" | "pending" | "working" | "stopped" | "retrying";

function stateOf({ enabled, suspended, status }: SharedFeed): State {
  if (!enabled) return "off";
  if (suspended) return "stopped";
  if (status === null) return "pending";
  return status === "success" ? "working" : "retrying";
}

function pageLink(label: string, exists: boolean, { show, search, page }: FeedListQuery): Html {
  if (!exists) return html`<span class="btn" aria-disabled="true">${label}</span>`;
  return html`<a class="btn" href="/operator/feeds?show=${show}&amp;search=${search}&amp;page=${page}">${label}</a>`;
}
