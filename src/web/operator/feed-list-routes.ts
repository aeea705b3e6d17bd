import { Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import { sharedFeedState } from "../../feeds/lists/feed-state.ts";
import {
  feedListShows,
  feedsPerPage,
  listSharedFeeds,
  type SharedFeed,
  type SharedFeedPage,
  type SharedFeedQuery,
} from "../../feeds/lists/shared-feed-store.ts";
import { shortAddress } from "../feeds/feed-row.ts";
import { ago } from "../kit/dates.ts";
import { searchField } from "../kit/field.ts";
import type { Frame } from "../kit/frame.ts";
import { type Html, html } from "../kit/html.ts";
import { pageNav } from "../kit/page-links.ts";
import { textsOf } from "../texts/texts-of.ts";
import type { WebEnv } from "../web-env.ts";
import { livePart, operatorPage } from "./operator-page.ts";
import type { OperatorParts } from "./operator-parts.ts";
import { parsePageQuery } from "./page-query.ts";

export function feedListRoutes({ operations, frame }: OperatorParts): Hono<WebEnv> {
  const app = new Hono<WebEnv>();
  app.get("/operator/feeds", async (c) => {
    const query = parseSharedFeedQuery(c.req.query());
    if (query === null) throw new HTTPException(400, { message: textsOf(c).operator.feeds.badQuestion });
    const listed = await listSharedFeeds(operations.pool, query);
    return c.html(feedListPage(frame(c), { ...listed, query, now: operations.now() }).text);
  });
  return app;
}

type FeedListView = SharedFeedPage & { query: SharedFeedQuery; now: Date };

function feedListPage(frame: Frame, view: FeedListView): Html {
  const { feeds: texts, navigation } = frame.texts.operator;
  return operatorPage(frame, {
    title: navigation.feeds,
    lede: texts.lede,
    body: html`<section class="panel" aria-label="${navigation.feeds}">
      ${filters(frame, view.query)}
      <div>${livePart("shared-feeds", addressOf(view.query), list(frame, view))}</div>
    </section>`,
  });
}

function addressOf({ show, search, page }: SharedFeedQuery): string {
  return `/operator/feeds?${new URLSearchParams({ show, search, page: String(page) }).toString()}`;
}

function filters({ texts: { operator } }: Frame, { show, search }: SharedFeedQuery): Html {
  const { feeds: texts } = operator;
  return html`<form class="tools" role="search" method="get" action="/operator/feeds">
    ${searchField(texts.search, search)}
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
  return html`<ul class="items" role="list">
      ${feeds.map((feed) => row(frame, feed, now))}
    </ul>
    ${pageNav(frame, {
      label: texts.pages,
      first,
      shown: feeds.length,
      all,
      perPage: feedsPerPage,
      addressOf: (page) => addressOf({ ...query, page }),
    })}`;
}

/** How a state is drawn. The word next to it says it too. */
const looks = { working: "ok", pending: "idle", retrying: "warn", stopped: "bad", locked: "bad", off: "idle" } as const;

function row(frame: Frame, feed: SharedFeed, now: Date): Html {
  const { feeds: texts } = frame.texts.operator;
  const { id, url, label, published, subscribers, nextRunAt } = feed;
  const why = feed.refusal ?? feed.lastError;
  const state = sharedFeedState(feed);
  return html`<li>
    <a href="/operator/feeds/${id}" dir="auto">${label ?? shortAddress(url)}</a>
    <span class="address" dir="ltr">${shortAddress(url)}</span>
    <p class="about">
      <span class="state ${looks[state]}">${frame.texts.feeds.state[state]}</span>
      ${published ? texts.published : texts.unpublished} · ${texts.readers(subscribers)}
      ${nextRunAt !== null && html`· ${nextRunAt <= now ? texts.due : html`${texts.next} ${ago(frame, nextRunAt, now)}`}`}
    </p>
    ${why !== null && html`<p class="fault" dir="auto">${why}</p>`}
  </li>`;
}

/** Null if a parameter is wrong. */
function parseSharedFeedQuery(given: Record<string, string>): SharedFeedQuery | null {
  const show = feedListShows.find((one) => one === (given["show"] ?? "published"));
  const part = parsePageQuery(given);
  return show === undefined || part === null ? null : { show, ...part };
}
