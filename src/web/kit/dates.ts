import { dayMs, hourMs, minuteMs } from "../../time.ts";
import type { Frame } from "./frame.ts";
import { type Html, html } from "./html.ts";

// Dates and numbers as the person's language writes them, in the person's time zone. Making a formatter costs some 50 µs,
// a page uses it a hundred times, and there are few of them.
const formatters = new Map<string, Intl.DateTimeFormat>();
const relatives = new Map<string, Intl.RelativeTimeFormat>();
const units = new Map<string, Intl.NumberFormat>();

type Place = Pick<Frame, "locale" | "timeZone">;

/** "40 min ago", "2 h ago", "yesterday", later "12 November"; the exact time as tooltip. */
export function ago(place: Place, at: Date, now: Date): Html {
  return timeElement(place, at, inWords(place, at, now));
}

/** "Monday, 16 November" */
export function longDay(place: Place, at: Date): string {
  return formatter(place, { weekday: "long", day: "numeric", month: "long" }).format(at);
}

/** "Today, 07:12", "Yesterday, 23:50", otherwise "14 Nov 2026, 07:12"; the exact time as tooltip. */
export function moment(place: Place, at: Date, now: Date): Html {
  const daysAgo = [0, 1].find((days) => dayOf(place, at) === dayOf(place, new Date(now.getTime() - days * dayMs)));
  if (daysAgo === undefined) return timeElement(place, at, exactTime(place, at));
  const day = relativeFormatter(place.locale).format(-daysAgo, "day");
  const time = formatter(place, { timeStyle: "short" }).format(at);
  return timeElement(place, at, `${day.charAt(0).toLocaleUpperCase(place.locale)}${day.slice(1)}, ${time}`);
}

/** "3 min" */
export function minutesLong({ locale }: Place, minutes: number): string {
  return unitFormatter(locale, "minute").format(minutes);
}

/** "1.4 GB", "22 MB", "1.4 MB", "310 kB" */
export function fileSize({ locale }: Place, bytes: number): string {
  if (bytes < 1_000_000) return unitFormatter(locale, "kilobyte").format(Math.max(1, Math.round(bytes / 1_000)));
  if (bytes >= 1_000_000_000) return unitFormatter(locale, "gigabyte").format(Math.round(bytes / 100_000_000) / 10);
  const megabytes = bytes / 1_000_000;
  return unitFormatter(locale, "megabyte").format(
    megabytes < 10 ? Math.round(megabytes * 10) / 10 : Math.round(megabytes),
  );
}

/** "Monday" */
export function weekday(place: Place, at: Date): string {
  return formatter(place, { weekday: "long" }).format(at);
}

/** "Monday, 16 November 2026" */
export function fullDay(place: Place, at: Date): string {
  return formatter(place, { dateStyle: "full" }).format(at);
}

/** "07:12", the day as tooltip. */
export function hourOf(place: Place, at: Date): Html {
  return timeElement(place, at, formatter(place, { hour: "2-digit", minute: "2-digit" }).format(at));
}

/** "16 Nov 2026, 07:12" */
export function exactTime(place: Place, at: Date): string {
  return formatter(place, { dateStyle: "medium", timeStyle: "short" }).format(at);
}

/** "07:12" */
export function timeOfDay(place: Place, at: Date): string {
  return formatter(place, { timeStyle: "short" }).format(at);
}

/** A full hour of UTC as the person's clock shows it on that day. */
export function hourOfDay(place: Place, hourUtc: number, day: Date): string {
  return timeOfDay(place, new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate(), hourUtc)));
}

function dayOf(place: Place, at: Date): string {
  return formatter(place, { dateStyle: "short" }).format(at);
}

function timeElement(place: Place, at: Date, text: string): Html {
  return html`<time datetime="${at.toISOString()}" title="${exactTime(place, at)}">${text}</time>`;
}

function inWords(place: Place, at: Date, now: Date): string {
  const pastMs = now.getTime() - at.getTime();
  const distanceMs = Math.abs(pastMs);
  const relative = relativeFormatter(place.locale);
  const count = (unitMs: number) => -Math.sign(pastMs) * Math.floor(distanceMs / unitMs);
  if (distanceMs < minuteMs) return relative.format(0, "second");
  if (distanceMs < hourMs) return relative.format(count(minuteMs), "minute");
  if (distanceMs < dayMs) return relative.format(count(hourMs), "hour");
  if (distanceMs < 7 * dayMs) return relative.format(count(dayMs), "day");
  const yearOf = (day: Date) => formatter(place, { year: "numeric" }).format(day);
  const isThisYear = yearOf(at) === yearOf(now);
  return formatter(place, { day: "numeric", month: "long", ...(!isThisYear && { year: "numeric" }) }).format(at);
}

function formatter({ locale, timeZone }: Place, parts: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = [locale, timeZone, ...Object.entries(parts).flat()].join("|");
  const known = formatters.get(key) ?? new Intl.DateTimeFormat(locale, { ...parts, timeZone });
  // Zones come from a list of some 600; the map cannot grow without end.
  formatters.set(key, known);
  return known;
}

function relativeFormatter(locale: string): Intl.RelativeTimeFormat {
  const known = relatives.get(locale) ?? new Intl.RelativeTimeFormat(locale, { style: "short", numeric: "auto" });
  relatives.set(locale, known);
  return known;
}

function unitFormatter(locale: string, unit: "minute" | "kilobyte" | "megabyte" | "gigabyte"): Intl.NumberFormat {
  const key = `${locale}|${unit}`;
  const known = units.get(key) ?? new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "short" });
  units.set(key, known);
  return known;
}
