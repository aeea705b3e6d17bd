import { hourMs } from "../../time.ts";
import { type Bar, barChart } from "../dashboard/bar-chart.ts";
import { type Html, html } from "../html.ts";
import type { OperatorTexts } from "../texts/en-operator.ts";
import type { FetchHour } from "./fetch-hour-store.ts";

const hoursShown = 24;

/** The last day, hour by hour: how often anybody was asked, how often in vain, and what came of it. */
export function fetchChart(hours: FetchHour[], now: Date, texts: OperatorTexts["fetches"]): Html {
  const byHour = new Map(hours.map((hour) => [hour.hour.getTime(), hour]));
  const first = firstHour(now).getTime();
  const series = Array.from({ length: hoursShown }, (_, index) => {
    const hour = new Date(first + index * hourMs);
    return byHour.get(hour.getTime()) ?? { hour, fetches: 0, failed: 0, created: 0 };
  });
  const total = (read: (hour: FetchHour) => number) => series.reduce((sum, hour) => sum + read(hour), 0);
  const clock = (hour: Date) => hour.toISOString().slice(11, 16);
  return html`${figure(
    texts.fetches(
      total(({ fetches }) => fetches),
      total(({ failed }) => failed),
    ),
    series.map(({ hour, fetches, failed }) => ({
      value: fetches,
      bad: failed,
      title: texts.fetchesAt(clock(hour), fetches, failed),
    })),
  )}
  ${figure(
    texts.newItems(total(({ created }) => created)),
    series.map(({ hour, created }) => ({ value: created, title: texts.newItemsAt(clock(hour), created) })),
  )}`;
}

export function firstHour(now: Date): Date {
  return new Date((Math.floor(now.getTime() / hourMs) - (hoursShown - 1)) * hourMs);
}

export function figure(caption: string, bars: Bar[]): Html {
  return html`<figure class="health">
    <figcaption>${caption}</figcaption>
    ${barChart({ bars, label: caption, width: 320, height: 48 })}
  </figure>`;
}
