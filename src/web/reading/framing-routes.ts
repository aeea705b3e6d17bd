import { type Context, Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import { isUuid } from "../../ids.ts";
import {
  feedsPerPage,
  type FeedSpread,
  findFeedSpreads,
  findFeedWeeks,
  type FramingTrait,
  framingTraits,
  type Spread,
  type WeekSpread,
} from "../../items/framing-store.ts";
import { earlier, isoDay, weekMs } from "../../time.ts";
import { barChart, histogram } from "../kit/charts.ts";
import type { Frame } from "../kit/frame.ts";
import { type Html, html } from "../kit/html.ts";
import { layout } from "../kit/layout.ts";
import { pageLinks, parsePage } from "../kit/page-links.ts";
import { pageHead } from "../kit/page.ts";
import { problem } from "../problem.ts";
import { textsOf } from "../texts/texts-of.ts";
import type { WebEnv } from "../web-env.ts";
import { asReader, readingNav, type ReadingParts } from "./reading-parts.ts";

const spreadWeeks = 4;
const weeksShown = 12;

export function framingRoutes(parts: ReadingParts): Hono<WebEnv> {
  const app = new Hono<WebEnv>();
  app.get("/framing", (c) => showFeeds(parts, c));
  app.get("/framing/:feed", (c) => showFeed(parts, c));
  return app;
}

async function showFeeds(parts: ReadingParts, c: Context<WebEnv>): Promise<Response> {
  const page = parsePage(c.req.query("page"));
  if (page === null) throw new HTTPException(400, { message: textsOf(c).reading.badQuestion });
  const found = await asReader(parts, c, (tx, now) => {
    return findFeedSpreads(tx, { since: weeksBefore(now, spreadWeeks), page, feedId: null });
  });
  const feeds = found.slice(0, feedsPerPage);
  return c.html(framingPage(parts.frame(c), { feeds, page, hasNext: found.length > feeds.length }).text);
}

async function showFeed(parts: ReadingParts, c: Context<WebEnv>): Promise<Response> {
  const feedId = c.req.param("feed") ?? "";
  const found = isUuid(feedId)
    ? await asReader(parts, c, async (tx, now) => ({
        feeds: await findFeedSpreads(tx, { since: weeksBefore(now, spreadWeeks), page: 0, feedId }),
        weeks: await findFeedWeeks(tx, feedId, weeksBefore(now, weeksShown)),
      }))
    : null;
  const [feed] = found?.feeds ?? [];
  const { gone, goneWhy } = textsOf(c).reading.framing;
  if (found === null || feed === undefined) return parts.refuse(c, { ...problem(404, goneWhy), heading: gone });
  return c.html(feedFramingPage(parts.frame(c), feed, found.weeks).text);
}

function weeksBefore(now: Date, weeks: number): Date {
  return earlier(now, weeks * weekMs);
}

type FramingView = { feeds: FeedSpread[]; page: number; hasNext: boolean };

/** How each feed words its news. Feed by feed, never on a scale from left to right: only wording is measured. */
function framingPage(frame: Frame, { feeds, page, hasNext }: FramingView): Html {
  const texts = frame.texts.reading.framing;
  return layout(frame, {
    title: texts.title,
    body: html`${pageHead(texts.title, texts.lede)} ${readingNav(frame)}
      <div class="stack">
        ${feeds.length === 0 && html`<p class="empty">${texts.noFeeds}</p>`}
        ${feeds.map(
          (feed) =>
            html`<section class="panel" aria-labelledby="feed-${feed.feedId}">
              <header>
                <h2 id="feed-${feed.feedId}"><a href="/framing/${feed.feedId}" dir="auto">${feed.feedName}</a></h2>
              </header>
              ${feedSpread(frame, feed)}
            </section>`,
        )}
      </div>
      ${pageLinks("/framing", { page, hasNext, label: texts.pages, previous: texts.previous, next: texts.next })}`,
  });
}

function feedFramingPage(frame: Frame, feed: FeedSpread, weeks: WeekSpread[]): Html {
  const texts = frame.texts.reading.framing;
  return layout(frame, {
    title: `${texts.title}: ${feed.feedName}`,
    body: html`<div class="lede">
        <p class="eyebrow">${texts.title}</p>
        <h1 dir="auto">${feed.feedName}</h1>
        <p><a href="/items?feed=${feed.feedId}">${texts.itemsOf}</a></p>
      </div>
      ${readingNav(frame)}
      <div class="stack">
        <section class="panel" aria-label="${texts.title}">${feedSpread(frame, feed)}</section>
        ${weeks.length > 0 && overTime(frame, weeks)}
      </div>`,
  });
}

function feedSpread({ texts: { reading } }: Frame, { spreads, byModel }: FeedSpread): Html {
  const texts = reading.framing;
  if (spreads.length === 0) return html`<p class="empty">${texts.noItems}</p>`;
  return html`<div class="spreads">
      ${spreads.map(
        ({ trait, count, median, confidence, bins }: Spread) =>
          html`<figure>
            <figcaption>
              <strong>${texts.traits[trait]}</strong>
              <span>${texts.median} ${median.toFixed(2)}, ${texts.items(count)}</span>
              <small>${reading.confidence}: ${reading.confidenceWord(confidence)} (${confidence.toFixed(2)})</small>
            </figcaption>
            ${histogram(bins, texts.spread(texts.traits[trait], bins))}
          </figure>`,
      )}
    </div>
    <p class="note">${byModel > 0 ? texts.byModel(byModel) : texts.byWords}</p>`;
}

const chartPx = { width: 240, height: 56 };

function overTime({ texts: { reading } }: Frame, weeks: WeekSpread[]): Html {
  const texts = reading.framing;
  return html`<section class="panel" aria-labelledby="over-time">
    <header>
      <h2 id="over-time">${texts.overTime}</h2>
      <p>${texts.overTimeNote}</p>
    </header>
    <div class="spreads">
      ${framingTraits.map(
        (trait) =>
          html`<figure>
            <figcaption><strong>${texts.traits[trait]}</strong></figcaption>
            ${barChart({ bars: weeks.map((week) => weekBar(week, trait)), label: weekLabel(weeks, trait, texts.traits[trait]), ...chartPx })}
          </figure>`,
      )}
    </div>
    <div class="wide-table" tabindex="0" role="group" aria-labelledby="over-time">
      <table>
        <thead>
          <tr>
            <th scope="col">${texts.week}</th>
            <th scope="col">${texts.count}</th>
            ${framingTraits.map((trait) => html`<th scope="col">${texts.traits[trait]}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${weeks.map(
            ({ from, count, medians }) =>
              html`<tr>
                <th scope="row">${isoDay(from)}</th>
                <td>${count}</td>
                ${framingTraits.map((trait) => html`<td>${medians[trait].toFixed(2)}</td>`)}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </section>`;
}

function weekBar({ from, medians }: WeekSpread, trait: FramingTrait): { value: number; title: string } {
  return { value: medians[trait], title: `${isoDay(from)}: ${medians[trait].toFixed(2)}` };
}

function weekLabel(weeks: WeekSpread[], trait: FramingTrait, name: string): string {
  return `${name}: ${weeks.map(({ from, medians }) => `${isoDay(from)} ${medians[trait].toFixed(2)}`).join(", ")}`;
}
