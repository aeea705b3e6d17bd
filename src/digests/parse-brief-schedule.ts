import type { BriefSchedule } from "./brief-schedule-store.ts";

/** What a person may choose from. UTC is not in the list that JavaScript knows. */
export const timeZones: readonly string[] = ["UTC", ...Intl.supportedValuesOf("timeZone")];

export type ScheduleFault = "bad-time" | "bad-zone";

/** An empty time: on demand only. */
export function parseSchedule(at: string, timeZone: string): BriefSchedule | ScheduleFault {
  if (!timeZones.includes(timeZone)) return "bad-zone";
  if (at === "") return { timeZone, at: null };
  return /^(?:[01]\d|2[0-3]):[0-5]\d$/u.test(at) ? { timeZone, at } : "bad-time";
}
