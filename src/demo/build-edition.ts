import type { Outlet } from "./outlets.ts";
import type { StoryReport } from "./read-reports.ts";

export type NewsItem = { path: string; title: string; lead: string; paragraphs: string[]; publishedAt: Date };

/** The newsroom's day: when it was opened, and the present moment. */
export type Moment = { openedAt: Date; now: Date };

const minuteMs = 60_000;
/** Within one day, so that a brief of the last 24 hours knows them all. */
const editionMs = 20 * 60 * minuteMs;
export const arrivalEveryMs = minuteMs;
const itemsMax = 60;

/**
 * What an outlet has to show now, the newest first: the edition it opened with, and what has come in since. The edition
 * has the same addresses at every opening: a demo that starts again on its old database must not find it new.
 */
export function buildEdition(outlet: Outlet, reports: readonly StoryReport[], moment: Moment): NewsItem[] {
  const told = ({ language, voice }: StoryReport) => language === outlet.language && voice === outlet.voice;
  const first = reports.filter((report) => told(report) && !report.isReserve);
  const opened = first.map((report, index) => {
    const ageMs = ((index + 1) / first.length) * editionMs - outlet.lateMinutes * minuteMs;
    const publishedAt = new Date(moment.openedAt.getTime() - ageMs);
    return toItem(outlet, report, { publishedAt, folder: "news" });
  });
  const arrived = arrivals(reports, moment)
    .filter(({ report }) => told(report))
    .map(({ report, publishedAt }) =>
      toItem(outlet, report, { publishedAt, folder: `${dayOf(publishedAt)}/${timeOf(publishedAt)}` }),
    );
  return [...opened, ...arrived]
    .toSorted((a, b) => b.publishedAt.getTime() - a.publishedAt.getTime())
    .slice(0, itemsMax);
}

// Coprime to the size of the reserve: all have their turn, and languages and outlets alternate.
const stride = 7;

/**
 * One of the reserve at every whole minute of the clock, over all outlets; when all are told they begin again. By the
 * clock and not by the opening: whoever opens again goes on where the reserve was, and repeats nothing of it.
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

function toItem({ factsTold }: Outlet, { event, title, lead, asides, facts }: StoryReport, place: Place): NewsItem {
  return {
    path: `/${place.folder}/${event}`,
    title,
    lead,
    paragraphs: [lead, ...asides, ...facts.slice(0, factsTold)],
    publishedAt: place.publishedAt,
  };
}

function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}

function timeOf(date: Date): string {
  return date.toISOString().slice(11, 16).replace(":", "");
}
