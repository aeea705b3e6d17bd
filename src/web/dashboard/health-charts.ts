import { dayMs, isoDay, later } from "../../time.ts";
import { type Html, html } from "../html.ts";
import type { FeedTexts } from "../texts/en-feeds.ts";
import { type Bar, barChart } from "./bar-chart.ts";
import type { FetchDay } from "./feed-page-store.ts";

const healthDays = 14;

/** Two weeks of a feed: how often it was asked, what came of it, and how long it took. */
export function healthCharts(days: FetchDay[], now: Date, texts: FeedTexts["health"]): Html {
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
  const first = firstHealthDay(now);
  return Array.from({ length: healthDays }, (_, index) => {
    const day = isoDay(later(first, index * dayMs));
    return byDay.get(day) ?? { day, fetches: 0, failed: 0, created: 0, averageMs: null };
  });
}

function figure(caption: string, bars: Bar[]): Html {
  return html`<figure class="health">
    <figcaption>${caption}</figcaption>
    ${barChart({ bars, label: caption, width: 320, height: 48 })}
  </figure>`;
}
