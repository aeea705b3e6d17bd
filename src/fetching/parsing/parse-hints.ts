import type { DocumentHints } from "../../schedule/policy/server-hints.ts";
import { childrenNamed, extractFields, fieldTable, textOf } from "./extract-fields.ts";
import type { XmlElement } from "./xml-tree.ts";

/** What an XML feed says about how often to fetch it. */
export function parseHints(channel: XmlElement): DocumentHints {
  const fields = extractFields(channel, hintFields);
  return {
    ttlMinutes: fields.ttl && parseCount(textOf(fields.ttl)),
    updatePeriodSeconds: updatePeriodSeconds(fields.period, fields.frequency),
    skipHours: fields.skipHours === null ? [] : skippedHours(fields.skipHours),
    skipDays: fields.skipDays === null ? [] : skippedDays(fields.skipDays),
  };
}

const hintFields = fieldTable({
  ttl: ["ttl"],
  period: ["sy:updateperiod"],
  frequency: ["sy:updatefrequency"],
  skipHours: ["skiphours"],
  skipDays: ["skipdays"],
});

const daySeconds = 86_400;

const periodSeconds: Record<string, number | undefined> = {
  hourly: 3_600,
  daily: daySeconds,
  weekly: 7 * daySeconds,
  monthly: 30 * daySeconds,
  yearly: 365 * daySeconds,
};

// At most nine digits: the seconds computed from them stay far below 2 ** 53.
function parseCount(text: string): number | null {
  const written = text.trim();
  return /^\d{1,9}$/.test(written) ? Number(written) : null;
}

// RSS 1.0 syndication module: the default period is daily, the default frequency 1.
function updatePeriodSeconds(period: XmlElement | null, frequency: XmlElement | null): number | null {
  if (period === null && frequency === null) return null;
  const seconds = periodSeconds[period === null ? "daily" : textOf(period).trim().toLowerCase()];
  const times = frequency === null ? 1 : (parseCount(textOf(frequency)) ?? 1);
  return seconds === undefined || times === 0 ? null : Math.round(seconds / times);
}

// RSS 0.91 counts the hours from 1 to 24.
function skippedHours(skipHours: XmlElement): number[] {
  const hours = childrenNamed(skipHours, "hour").map((hour) => parseCount(textOf(hour)));
  return [...new Set(hours.filter((hour) => hour !== null && hour <= 24).map((hour) => Number(hour) % 24))];
}

const weekdays = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];

function skippedDays(skipDays: XmlElement): number[] {
  const days = childrenNamed(skipDays, "day").map((day) => weekdays.indexOf(textOf(day).trim().toLowerCase()));
  return [...new Set(days.filter((day) => day !== -1))];
}
