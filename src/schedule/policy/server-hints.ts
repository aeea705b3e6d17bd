import type { SkipTimes } from "./skip-times.ts";

// A wish counts up to a day (DESIGN, promise 3): a year of max-age is a mistake for a feed.
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
