import { earlier, isoDay, minuteMs } from "../time.ts";
import { extrasOf, type ItemExtras } from "./item-extras.ts";
import type { Outlet, StoryReport } from "./outlets.ts";

export type NewsItem = {
  path: string;
  title: string;
  lead: string;
  paragraphs: string[];
  publishedAt: Date;
} & ItemExtras;

/** When the newsroom was opened, and the current time. */
export type Moment = { openedAt: Date; now: Date };

/** Less than a day, so that a brief of the last 24 hours includes every item. */
const editionMs = 20 * 60 * minuteMs;
export const arrivalEveryMs = minuteMs;
const itemsMax = 60;

/**
 * An outlet's current items, newest first: the edition it opened with, and what has arrived since. The edition has the same
 * addresses at every start, so a demo that starts again on its old database does not see it as new.
 */
export function buildEdition(outlet: Outlet, reports: readonly StoryReport[], moment: Moment): NewsItem[] {
  const told = ({ language, voice }: StoryReport) => language === outlet.language && voice === outlet.voice;
  const first = reports.filter((report) => told(report) && !report.isReserve);
  const opened = first.map((report, index) => {
    const ageMs = ((index + 1) / first.length) * editionMs - outlet.lateMinutes * minuteMs;
    const publishedAt = earlier(moment.openedAt, ageMs);
    return toItem(outlet, report, { publishedAt, folder: "news" });
  });
  const arrived = arrivals(reports, moment)
    .filter(({ report }) => told(report))
    .map(({ report, publishedAt }) =>
      toItem(outlet, report, { publishedAt, folder: `${isoDay(publishedAt)}/${timeOf(publishedAt)}` }),
    );
  return [...opened, ...arrived]
    .toSorted((a, b) => b.publishedAt.getTime() - a.publishedAt.getTime())
    .slice(0, itemsMax);
}

// Coprime to the size of the reserve, so every report is used, and languages and outlets alternate.
const stride = 7;

/**
 * One report of the reserve arrives at every full minute, across all outlets. After the last one they start over. The clock
 * decides, not the time of opening: a demo that starts again continues in the reserve and repeats nothing.
 */
function arrivals(
  reports: readonly StoryReport[],
  { openedAt, now }: Moment,
): { report: StoryReport; publishedAt: Date }[] {
  const reserve = reports.filter(({ isReserve }) => isReserve);
  const minuteOf = (date: Date) => Math.floor(date.getTime() / arrivalEveryMs);
  const current = minuteOf(now);
  const kept = Math.min(current - minuteOf(openedAt), itemsMax * reserve.length);
  return Array.from({ length: Math.max(0, kept) }, (_, index) => current - index).flatMap((number) => {
    const report = reserve[(number * stride) % reserve.length];
    return report === undefined ? [] : [{ report, publishedAt: new Date(number * arrivalEveryMs) }];
  });
}

type Place = { publishedAt: Date; folder: string };

function toItem(outlet: Outlet, report: StoryReport, place: Place): NewsItem {
  const { event, title, lead, asides, facts } = report;
  return {
    path: `/${place.folder}/${event}`,
    title,
    lead,
    paragraphs: [lead, ...asides, ...facts.slice(0, outlet.factsTold)],
    publishedAt: place.publishedAt,
    ...extrasOf(outlet, report),
  };
}

function timeOf(date: Date): string {
  return date.toISOString().slice(11, 16).replace(":", "");
}
