import type { SkipTimes } from "./skip-times.ts";

// A hint counts up to a day: a max-age of a year is a mistake for a feed.
export const hintSecondsMax = 86_400;

// What a feed's document says about its pace; null where it says nothing.
export type DocumentHints = SkipTimes & { ttlMinutes: number | null; updatePeriodSeconds: number | null };

// What the server asked for at the last success.
export type ServerHints = DocumentHints & { freshnessSeconds: number | null };

export const noHints: ServerHints = {
  freshnessSeconds: null,
  ttlMinutes: null,
  updatePeriodSeconds: null,
  skipHours: [],
  skipDays: [],
};
