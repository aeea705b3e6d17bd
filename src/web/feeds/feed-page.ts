import type { HealthSigns } from "../../feeds/lists/feed-health-store.ts";
import type { Attempt, FeedFacts, FetchDay } from "../../feeds/lists/feed-page-store.ts";
import { feedState } from "../../feeds/lists/feed-state.ts";
import type { ListedSubscription } from "../../feeds/lists/subscription-list-store.ts";
import { describeWhyNext } from "../../schedule/policy/why-next.ts";
import type { FeedItem } from "../../items/feed-items-store.ts";
import { dayMs } from "../../time.ts";
import { figure } from "../kit/charts.ts";
import { ago, exactTime, hourOfDay } from "../kit/dates.ts";
import { copyButton } from "../kit/copy-button.ts";
import { postButton } from "../kit/form.ts";
import type { Frame } from "../kit/frame.ts";
import { wordingMark } from "../kit/outlet.ts";
import { wordingLevel } from "../../items/plainness.ts";
import { type Html, html } from "../kit/html.ts";
import { previousIcon } from "../kit/icons.ts";
import { shell } from "../kit/shell.ts";
import type { FeedTexts } from "../texts/en-feeds.ts";
import { newsletterAddressLine, newsletterHelp } from "./newsletter-page.ts";
import { fetchButton, stateTag, stateTime } from "./feed-row.ts";
import { sayFailure } from "./say-failure.ts";

export type FeedView = {
  feed: ListedSubscription;
  facts: FeedFacts;
  signs: HealthSigns;
  days: FetchDay[];
  attempts: Attempt[];
  items: FeedItem[];
  /** Where everybody reads it in plain words; null if it is not published. */
  cleanUrl: string | null;
  /** Its mail address; null of a feed that is fetched. */
  newsletter: string | null;
  now: Date;
};

export function feedPage(frame: Frame, view: FeedView): Html {
  const { feed, facts, newsletter } = view;
  const { feeds: texts } = frame.texts;
  return shell(frame, {
    title: feed.name,
    body: html`<div
        id="feed-view"
        hx-get="/feeds/${feed.id}"
        hx-trigger="refreshFeedList from:body, feedsChanged from:body throttle:2s"
        hx-select="#feed-view"
        hx-swap="outerMorph"
      >
        ${head(frame, view)}
        <div class="split feed-facts">
          ${section("items", texts.items.title(facts.items), itemList(frame, view))}
          <div class="stack">${newsletter === null ? fetches(frame, view) : howItWorks(frame)}</div>
        </div>
      </div>
      <div hx-sse:connect="/live?feed=${feed.id}" hx-swap="none"></div>`,
  });
}

function howItWorks(frame: Frame): Html {
  return section("how", frame.texts.newsletters.howTitle, newsletterHelp(frame));
}

function fetches(frame: Frame, { facts, days, attempts, now }: FeedView): Html {
  const { feeds: texts } = frame.texts;
  return html`${section("why", texts.whyNext, whyNext(frame, facts, now))}
  ${section("health", texts.health.title, healthCharts(days, now, texts.health))}
  ${section("attempts", texts.attempts.title, attemptList(frame, attempts, now))}`;
}

function section(id: string, title: string, body: Html): Html {
  return html`<section class="stack" aria-labelledby="${id}">
    <h2 id="${id}">${title}</h2>
    ${body}
  </section>`;
}

function head(frame: Frame, { feed, facts, signs, cleanUrl, newsletter, now }: FeedView): Html {
  const { feeds: texts } = frame.texts;
  const state = feedState(feed, now, signs);
  const hasNeverWorked = state.kind === "missing" && feed.lastSuccessAt === null;
  return html`<div class="lede feed-head">
    <p><a class="btn quiet" href="/feeds">${previousIcon}${texts.toFeeds}</a></p>
    <h1 dir="auto">${feed.name}</h1>
    ${facts.title !== null && facts.title !== feed.name && html`<p dir="auto">${facts.title}</p>`}
    ${newsletter === null ? feedAddress(frame, feed.url) : newsletterAddressLine(frame, newsletter)}
    ${cleanUrl !== null && cleanAddress(frame, cleanUrl)}
    <p class="line">
      ${stateTag(state, texts)} ${stateTime(frame, state, now)}
      ${feed.isOwn && newsletter === null && html`<span class="note">${texts.own}</span>`}
    </p>
    ${feed.error !== null && html`<p class="alert" dir="auto">${hasNeverWorked ? texts.hint.missing : sayFailure(frame, { ...feed, error: feed.error })}</p>`}
    <div class="line">
      ${newsletter === null && fetchButton(frame, feed.id, texts.fetchNow)}
      <a class="btn" href="/feeds/${feed.id}/edit">${texts.editAction}</a>
      ${facts.siteUrl !== null && html`<a class="btn" href="${facts.siteUrl}" rel="noreferrer">${texts.site}</a>`}
      ${postButton(frame, { action: `/feeds/${feed.id}/delete`, label: texts.delete, kind: "danger" })}
    </div>
    <div id="feed-item-${feed.id}-errors" aria-live="polite" hx-morph-skip></div>
  </div>`;
}

function feedAddress(frame: Frame, url: string): Html {
  return html`<p class="address line">
    <a href="${url}" rel="noreferrer">${url}</a
    >${copyButton(frame, { text: url, label: frame.texts.feeds.copyAddress })}
  </p>`;
}

function cleanAddress(frame: Frame, cleanUrl: string): Html {
  const { feeds: texts } = frame.texts;
  return html`<p class="address line">
    <span class="note">${texts.cleanFeed}</span>
    <a href="${cleanUrl}">${cleanUrl}</a>${copyButton(frame, { text: cleanUrl, label: texts.copyCleanFeed })}
  </p>`;
}

/** Every rule that the schedule considered, in its own words. */
function whyNext(frame: Frame, { whyNext: why, notBefore }: FeedFacts, now: Date): Html {
  const { feeds: texts, engine } = frame.texts;
  if (why === null) return html`<p>${texts.neverFetched}</p>`;
  const [verdict, ...rules] = describeWhyNext(why, engine.whyNext, {
    time: (at) => exactTime(frame, new Date(at)),
    hour: (hour) => hourOfDay(frame, hour, now),
  });
  return html`<p>${verdict}</p>
    ${
      rules.length > 0 &&
      html`<ul class="note stack">
        ${rules.map((rule) => html`<li>${rule}</li>`)}
      </ul>`
    }
    ${notBefore !== null && html`<p class="note">${texts.notBefore(exactTime(frame, notBefore))}</p>`}`;
}

function attemptList(frame: Frame, attempts: Attempt[], now: Date): Html {
  const { feeds: texts } = frame.texts;
  if (attempts.length === 0) return html`<p>${texts.neverFetched}</p>`;
  return html`<ul class="rows note" role="list">
    ${attempts.map(
      (attempt) =>
        html`<li class="line">
          ${ago(frame, attempt.startedAt, now)}
          <span class="${attempt.outcome === "failed" && "warned"}" dir="auto">${texts.attempts.outcome(attempt)}</span>
          <span class="took">${texts.attempts.took(attempt.httpStatus, attempt.durationMs)}</span>
        </li>`,
    )}
  </ul>`;
}

function itemList(frame: Frame, { items, newsletter, now }: FeedView): Html {
  const { feeds: texts, newsletters } = frame.texts;
  if (items.length === 0) return html`<p>${newsletter === null ? texts.items.none : newsletters.noItems}</p>`;
  return html`<ul class="rows" role="list">
    ${items.map(
      (item) =>
        html`<li>
          <a href="/items/${item.id}" dir="auto">${item.neutralTitle || item.title || texts.items.untitled}</a>
          <span class="note">${ago(frame, item.pubDate, now)} ${wordingOf(frame, item)}</span>
        </li>`,
    )}
  </ul>`;
}

function wordingOf(frame: Frame, { rating, analysisStatus }: FeedItem): Html | null {
  if (rating === null && analysisStatus === "pending") return html`· ${frame.texts.feeds.items.notAnalysed}`;
  return wordingMark(frame, wordingLevel(rating));
}

const healthDays = 14;

/** Two weeks of a feed: fetches, new items and response times. */
function healthCharts(days: FetchDay[], now: Date, texts: FeedTexts["health"]): Html {
  const series = lastDays(days, now);
  const total = (read: (day: FetchDay) => number) => series.reduce((sum, day) => sum + read(day), 0);
  const times = series.flatMap(({ averageMs }) => averageMs ?? []);
  const averageMs = times.length === 0 ? null : Math.round(times.reduce((sum, ms) => sum + ms, 0) / times.length);
  return html`${figure(
    texts.fetches(
      total(({ fetches }) => fetches),
      total(({ failed }) => failed),
    ),
    series.map(({ day, fetches, failed }) => ({
      value: fetches,
      bad: failed,
      title: texts.fetchesOn(day, fetches, failed),
    })),
  )}
  ${figure(
    texts.newItems(total(({ created }) => created)),
    series.map(({ day, created }) => ({ value: created, title: texts.newItemsOn(day, created) })),
  )}
  ${figure(
    texts.time(averageMs),
    series.map(({ day, averageMs: ms }) => ({ value: ms ?? 0, title: texts.timeOn(day, ms) })),
  )}`;
}

export function firstHealthDay(now: Date): Date {
  return new Date(Math.floor(now.getTime() / dayMs) * dayMs - (healthDays - 1) * dayMs);
}

function lastDays(days: FetchDay[], now: Date): FetchDay[] {
  const byDay = new Map(days.map((day) => [day.day, day]));
  const first = firstHealthDay(now).getTime();
  return Array.from({ length: healthDays }, (_, index) => {
    const day = new Date(first + index * dayMs).toISOString().slice(0, 10);
    return byDay.get(day) ?? { day, fetches: 0, failed: 0, created: 0, averageMs: null };
  });
}
