import { dayMs, later } from "./time.ts";

// The three forms RFC 9110 §5.6.7 asks a recipient to read, all of them UTC. Date.parse is no help: it reads asctime
// as local time and takes "1.5" and "-5" for days in 2001. The weekday is not checked: a wrong one changes no instant.
const time = String.raw`(?<hour>\d\d):(?<minute>\d\d):(?<second>\d\d)`;
const forms = [
  new RegExp(String.raw`^[a-z]{3}, (?<day>\d{1,2}) (?<month>[a-z]{3}) (?<year>[1-9]\d{3}) ${time} (?:GMT|UTC)$`, "i"),
  new RegExp(String.raw`^[a-z]{6,9}, (?<day>\d\d)-(?<month>[a-z]{3})-(?<year>\d\d) ${time} (?:GMT|UTC)$`, "i"),
  new RegExp(String.raw`^[a-z]{3} (?<month>[a-z]{3}) (?<day>[ \d]?\d) ${time} (?<year>[1-9]\d{3})$`, "i"),
];
const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const dateCharsMax = 40;

export function parseHttpDate(text: string): Date | null {
  const trimmed = text.trim();
  if (trimmed.length > dateCharsMax) return null;

  for (const form of forms) {
    const fields = form.exec(trimmed)?.groups;
    if (fields !== undefined) return toDate(fields);
  }
  return null;
}

function toDate(fields: Record<string, string | undefined>): Date | null {
  const month = months.indexOf(String(fields["month"]).toLowerCase());
  const [day, hour, minute, second] = [fields["day"], fields["hour"], fields["minute"], fields["second"]].map(Number);
  const midnight = new Date(Date.UTC(fullYear(String(fields["year"])), month, day));
  const isRealDay = month >= 0 && midnight.getUTCDate() === day;
  // A leap second is written :60 (RFC 9110).
  const isRealTime = Number(hour) < 24 && Number(minute) < 60 && Number(second) <= 60;

  return isRealDay && isRealTime ? new Date(midnight.setUTCHours(Number(hour), Number(minute), Number(second))) : null;
}

// Two digits as POSIX reads them. RFC 9110 counts from today instead; the two differ only for dates decades away,
// which every caller caps to days.
function fullYear(digits: string): number {
  const year = Number(digits);
  if (digits.length === 4) return year;
  return year < 69 ? 2000 + year : 1900 + year;
}

/** A server that asks for more than this made a mistake. Up to here a wait is never shortened. */
const retryAfterMsMax = 7 * dayMs;

export type RetryAfterHeaders = { retryAfter: string | null; date: string | null };

/**
 * null: the server named no time to wait for. Zero, a past date and garbage name none either, so that a 429 with
 * "Retry-After: 0" is slowed down like one without the header.
 */
export function parseRetryAfter({ retryAfter, date }: RetryAfterHeaders, now: Date): Date | null {
  if (retryAfter === null) return null;

  const waitMs = secondsToMs(retryAfter) ?? dateToMs(retryAfter, date, now) ?? 0;

  return waitMs > 0 ? later(now, Math.min(waitMs, retryAfterMsMax)) : null;
}

function secondsToMs(text: string): number | null {
  return /^\s*\d+\s*$/.test(text) ? Number(text) * 1000 : null;
}

/** Counted by the server's own clock where it sends one: its clock may be wrong, the difference is still right. */
function dateToMs(text: string, serverDate: string | null, now: Date): number | null {
  const until = parseHttpDate(text);
  if (until === null) return null;
  const serverNow = (serverDate === null ? null : parseHttpDate(serverDate)) ?? now;
  return until.getTime() - serverNow.getTime();
}
