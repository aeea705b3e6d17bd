import { minuteMs } from "../../time.ts";

/**
 * What is remembered of when a feed published: 51 bytes, changed by every success. Old news counts less and less, so that a feed
 * may change its habits. Times are whole minutes since 1970.
 */
export type Pace = {
  atMinute: number;
  /** Of the newest item; 0 if none is known. */
  newsMinute: number;
  items: number;
  /** How long we have watched; fades like `items`, so their quotient is a rate. */
  hours: number;
  /** Items of this clock hour and of the three before it. */
  recent: number[];
  /** Items by hour of the day and by day of the week, in UTC; all are halved before one leaves its byte. */
  byHour: number[];
  byDay: number[];
};

/**
 * The dates of a document's new items as stated, null without one. `isWhole`: of all its items, because it is the first one
 * or we don't know what was in the one before.
 */
export type Published = { dates: (Date | null)[]; isWhole: boolean };

export const nothingPublished: Published = { dates: [], isWhole: false };

const hourMinutes = 60;
const dayMinutes = 24 * hourMinutes;
/** How long until news counts 1/e. */
const memoryMinutes = 30 * dayMinutes;
/** Older items of a first document say only that the feed is old. */
const historyMinutes = 365 * dayMinutes;
// No feed is older than RSS: such a date is a mistake.
const oldestMinute = Date.parse("1995-01-01T00:00:00Z") / minuteMs;
// However many items come at once, they count as this many: an import says little about next week.
const newsMax = 60;
const countMax = 255;

/** Null: nothing is known, because no document was read since the feed's pace is remembered. */
export function learnPace(known: Pace | null, published: Published, now: Date): Pace | null {
  const nowMinute = Math.floor(now.getTime() / minuteMs);
  const { isWhole } = published;
  const from = isWhole ? (paceOfHistory(published, nowMinute) ?? known ?? emptyPace(nowMinute)) : known;
  if (from === null) return null;
  const sinceMinute = Math.min(from.atMinute, nowMinute);
  const pace = fadePace(from, nowMinute);
  const news = isWhole
    ? datedNews(published, sinceMinute, nowMinute)
    : newsSince(published, sinceMinute, nowMinute).slice(-newsMax);
  for (const minute of news) countNews(pace, minute);
  return pace;
}

/** A first document without dates: neither an item nor a time is known. */
export function knowsNothing({ items, hours }: Pace): boolean {
  return items === 0 && hours === 0;
}

function emptyPace(atMinute: number): Pace {
  return {
    atMinute,
    newsMinute: 0,
    items: 0,
    hours: 0,
    recent: Array.from({ length: 4 }, () => 0),
    byHour: Array.from({ length: 24 }, () => 0),
    byDay: Array.from({ length: 7 }, () => 0),
  };
}

/** As if we had watched since the oldest item of the document. Null if its dates tell nothing. */
function paceOfHistory({ dates }: Published, nowMinute: number): Pace | null {
  const oldest = dates
    .map((date) => statedMinute(date, nowMinute))
    .reduce((first: number, minute) => Math.min(first, minute ?? Infinity), Infinity);
  return oldest === Infinity ? null : emptyPace(Math.max(oldest, nowMinute - historyMinutes));
}

/** A clock that went back makes no time pass. */
function fadePace(from: Pace, nowMinute: number): Pace {
  const left = Math.exp(-Math.max(0, nowMinute - from.atMinute) / memoryMinutes);
  const hoursPassed = Math.max(0, hourOf(nowMinute) - hourOf(from.atMinute));
  return {
    atMinute: nowMinute,
    newsMinute: Math.min(from.newsMinute, nowMinute),
    items: from.items * left,
    hours: from.hours * left + (memoryMinutes / hourMinutes) * (1 - left),
    recent: from.recent.map((_, hour) => from.recent[hour - hoursPassed] ?? 0),
    byHour: from.byHour.slice(),
    byDay: from.byDay.slice(),
  };
}

function datedNews({ dates }: Published, sinceMinute: number, nowMinute: number): number[] {
  const minutes = dates.flatMap((date) => statedMinute(date, nowMinute) ?? []);
  return [...new Set(minutes)].filter((minute) => minute >= sinceMinute);
}

/**
 * When the new items came. All of one minute count once. A date that cannot be (none, before the last fetch, in the future) is
 * replaced: those items are spread over the time since the last fetch. Items that are more than a day older than that are
 * late or have new ids; all of them count once.
 */
function newsSince({ dates }: Published, sinceMinute: number, nowMinute: number): number[] {
  const minutes = new Set<number>();
  let undated = 0;
  let hasOld = false;
  for (const date of dates) {
    const minute = date === null ? null : Math.floor(date.getTime() / minuteMs);
    if (minute !== null && minute >= sinceMinute && minute <= nowMinute) minutes.add(minute);
    else if (minute !== null && minute >= oldestMinute && minute < sinceMinute - dayMinutes) hasOld = true;
    else undated += 1;
  }
  const passed = nowMinute - sinceMinute;
  const spread = Math.min(undated, newsMax, Math.max(passed, 1));
  for (let n = 0; n < spread; n += 1) minutes.add(sinceMinute + Math.floor(((n + 0.5) * passed) / spread));
  if (hasOld && minutes.size === 0) minutes.add(nowMinute);
  return [...minutes].toSorted((a, b) => a - b);
}

/** Null if the date cannot be. A date up to a day ahead is the wrong time zone: such an item is new. */
function statedMinute(date: Date | null, nowMinute: number): number | null {
  if (date === null) return null;
  const minute = Math.floor(date.getTime() / minuteMs);
  return minute < oldestMinute || minute > nowMinute + dayMinutes ? null : Math.min(minute, nowMinute);
}

function countNews(pace: Pace, minute: number): void {
  pace.items += Math.exp(-(pace.atMinute - minute) / memoryMinutes);
  pace.newsMinute = Math.max(pace.newsMinute, minute);
  const hoursAgo = hourOf(pace.atMinute) - hourOf(minute);
  if (hoursAgo < pace.recent.length) pace.recent[hoursAgo] = Math.min((pace.recent[hoursAgo] ?? 0) + 1, countMax);
  count(pace.byHour, hourOfDay(minute));
  count(pace.byDay, dayOfWeek(minute));
}

function count(counts: number[], place: number): void {
  if (counts[place] === countMax) for (const [at, value] of counts.entries()) counts[at] = Math.floor(value / 2);
  counts[place] = (counts[place] ?? 0) + 1;
}

function hourOf(minute: number): number {
  return Math.floor(minute / hourMinutes);
}

export function hourOfDay(minute: number): number {
  return hourOf(minute) % 24;
}

/** 1970 began on a Thursday; Sunday is 0. */
export function dayOfWeek(minute: number): number {
  return (Math.floor(minute / dayMinutes) + 4) % 7;
}
