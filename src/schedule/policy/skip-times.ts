import { hourMs, later } from "../../time.ts";

// RSS <skipHours> and <skipDays>, in GMT: hours 0–23, days 0 (Sunday) – 6.
export type SkipTimes = { skipHours: number[]; skipDays: number[] };

const weekHours = 7 * 24;

// Whole hours later, so that feeds which skip the same hours keep their spread over the minutes. A feed that skips
// the whole week means nothing by it.
export function moveOutOfSkipTimes(at: Date, { skipHours, skipDays }: SkipTimes): Date {
  for (let hours = 0; hours < weekHours; hours += 1) {
    const moved = later(at, hours * hourMs);
    if (!skipHours.includes(moved.getUTCHours()) && !skipDays.includes(moved.getUTCDay())) return moved;
  }
  return at;
}
