import { type Html, html } from "../html.ts";

/** "Sunday 15 November", in the person's time zone. */
export function briefDay(time: Date, timeZone: string): string {
  return format(time, timeZone, { weekday: "long", day: "numeric", month: "long" });
}

export function briefHour(time: Date, timeZone: string): Html {
  return element(time, format(time, timeZone, { hour: "2-digit", minute: "2-digit" }));
}

/** With the year: a history goes back. */
export function briefDate(time: Date, timeZone: string): string {
  return format(time, timeZone, { dateStyle: "full" });
}

export function briefMoment(time: Date, timeZone: string): Html {
  return element(time, format(time, timeZone, { dateStyle: "full", timeStyle: "short" }));
}

function element(time: Date, text: string): Html {
  return html`<time datetime="${time.toISOString()}">${text}</time>`;
}

function format(time: Date, timeZone: string, parts: Intl.DateTimeFormatOptions): string {
  return time.toLocaleString("en-GB", { ...parts, timeZone });
}
