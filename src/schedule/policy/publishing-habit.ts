import { recentItems, usualPerHour, watchedHours, weekHours } from "./learned-interval.ts";
import type { Pace } from "./pace.ts";

/** Why a learned interval is as long as it is: stored with why_next, and put into words when somebody looks. */
export type Habit = {
  perWeek: number;
  days: "weekdays" | "weekends" | null;
  /** Most items come between these full hours, in UTC; null: all day long. */
  hours: { from: number; until: number } | null;
  /** Items of the last four hours. */
  recent: number;
};

// Below that a habit may be chance.
const countedMin = 20;
const mostOf = 0.8;
const nearlyAll = 0.95;
const habitHoursMax = 12;

export function habitOf(pace: Pace): Habit {
  const perWeek = usualPerHour(pace) * weekHours;
  return {
    perWeek: perWeek < 10 ? Math.round(perWeek * 10) / 10 : Math.round(perWeek),
    days: habitualDays(pace),
    hours: habitualHours(pace),
    recent: recentItems(pace),
  };
}

function habitualDays({ byDay, hours }: Pace): Habit["days"] {
  const all = sumOf(byDay);
  if (all < countedMin || hours < watchedHours.forWeeks) return null;
  const share = ((byDay[0] ?? 0) + (byDay[6] ?? 0)) / all;
  if (share <= 1 - nearlyAll) return "weekdays";
  return share >= nearlyAll ? "weekends" : null;
}

/** The shortest part of the day in which most items came. */
function habitualHours({ byHour, hours }: Pace): Habit["hours"] {
  const all = sumOf(byHour);
  if (all < countedMin || hours < watchedHours.forDays) return null;
  // Most feeds have no such part, so the longest one is tried first.
  if (startOfMost(byHour, habitHoursMax, all) === null) return null;
  for (let length = 1; ; length += 1) {
    const from = startOfMost(byHour, length, all);
    if (from !== null) return { from, until: (from + length) % 24 };
  }
}

function startOfMost(byHour: number[], length: number, all: number): number | null {
  let within = 0;
  for (let hour = 0; hour < length; hour += 1) within += byHour[hour] ?? 0;
  for (let from = 0; from < 24; from += 1) {
    if (within >= mostOf * all) return from;
    within += (byHour[(from + length) % 24] ?? 0) - (byHour[from] ?? 0);
  }
  return null;
}

function sumOf(counts: number[]): number {
  return counts.reduce((sum, items) => sum + items, 0);
}
