import type { ListedSubscription } from "../../feeds/lists/subscription-list-store.ts";
import type { Arrangement } from "../../feeds/subscription-store.ts";
import { isUuid } from "../../ids.ts";

/** How a person reads a feed, as the form writes it. `interval` is a number of minutes, "own" or nothing. */
export type SentReading = { folder: string; interval: string; minutes: string };

const offeredMinutes = [15, 30, 60, 180, 360, 720, 1440];
/** A week: who wants a feed less often can pause it. */
export const intervalMinutesMax = 10_080;

/** What is offered in words; never more often than the server allows. */
export function intervalChoices(minutesMin: number): number[] {
  return offeredMinutes.filter((minutes) => minutes >= minutesMin);
}

export function readingOf({ folderId, intervalMinutes }: ListedSubscription): SentReading {
  const isOffered = intervalMinutes === null || offeredMinutes.includes(intervalMinutes);
  return {
    folder: folderId ?? "",
    interval: intervalMinutes === null ? "" : isOffered ? String(intervalMinutes) : "own",
    minutes: isOffered ? "" : String(intervalMinutes),
  };
}

/** Fields that were not sent change nothing: an older form has only name and address. */
export function parseReading(
  { folder, interval, minutes }: Partial<SentReading>,
  minutesMin: number,
): Arrangement | "folder" | "interval" {
  if (folder !== undefined && folder !== "" && !isUuid(folder)) return "folder";
  const wanted = interval === undefined ? undefined : parseInterval(interval, minutes ?? "", minutesMin);
  if (wanted === "wrong") return "interval";
  return {
    ...(folder !== undefined && { folderId: folder === "" ? null : folder }),
    ...(wanted !== undefined && { intervalMinutes: wanted }),
  };
}

function parseInterval(interval: string, minutes: string, minutesMin: number): number | null | "wrong" {
  if (interval === "") return null;
  const written = (interval === "own" ? minutes : interval).trim();
  const wanted = /^\d{1,5}$/.test(written) ? Number(written) : 0;
  return wanted >= minutesMin && wanted <= intervalMinutesMax ? wanted : "wrong";
}
