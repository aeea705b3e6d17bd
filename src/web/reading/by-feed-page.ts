import { feedsPerPage, type FeedUnread, unreadCountMax } from "../../items/subscribed-feed-store.ts";
import { describeWhen } from "../dashboard/describe-when.ts";
import { type Html, html } from "../html.ts";
import { type Frame, layout } from "../layout.ts";
import { lede } from "../lede.ts";
import { pageLinks } from "./page-links.ts";
import { readingNav } from "./reading-nav.ts";

/** `feeds`: a page, and one more where there is another page. */
export type ByFeedView = { feeds: FeedUnread[]; page: number; now: Date };

export function byFeedPage(frame: Frame, { feeds, page, now }: ByFeedView): Html {
  const texts = frame.texts.reading.byFeed;
  const shown = feeds.slice(0, feedsPerPage);
  const { previous, next } = frame.texts.reading.framing;
  return layout(frame, {
    title: texts.title,
    body: html`${lede(texts.title, texts.lede)} ${readingNav(frame)}
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
