import { later, minuteMs } from "../time.ts";

/** Minutes of the day there. `from` after `to` goes over midnight. */
export type WorkingHours = { fromMinute: number; toMinute: number; timeZone: string };

const minutesPerDay = 24 * 60;

/** When the model may run next; null: now. */
export function findStart(hours: WorkingHours | null, now: Date): Date | null {
  if (hours === null || isWithin(hours, minuteOfDay(hours.timeZone, now))) return null;
  // The clock there may be put forward or back meanwhile: then the first minute of the hours is looked for around it.
  const waitMinutes = (hours.fromMinute - minuteOfDay(hours.timeZone, now) + minutesPerDay) % minutesPerDay;
  const start = later(new Date(Math.floor(now.getTime() / minuteMs) * minuteMs), waitMinutes * minuteMs);
  const offMinutes = hours.fromMinute - minuteOfDay(hours.timeZone, start);
  const corrected = later(start, offMinutes * minuteMs);
  return Math.abs(offMinutes) < minutesPerDay / 2 && corrected > now ? corrected : start;
}

function isWithin({ fromMinute, toMinute }: WorkingHours, minute: number): boolean {
  return fromMinute < toMinute ? minute >= fromMinute && minute < toMinute : minute >= fromMinute || minute < toMinute;
}

function minuteOfDay(timeZone: string, at: Date): number {
  const clock = new Intl.DateTimeFormat("en-GB", { timeZone, hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  const [hour = 0, minute = 0] = clock.format(at).split(":").map(Number);
  return hour * 60 + minute;
}

/** "07:30" as minutes; null: it is not a time. */
export function parseClock(text: string): number | null {
  const [, hour, minute] = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(text.trim()) ?? [];
  return hour === undefined ? null : Number(hour) * 60 + Number(minute);
}

export function writeClock(minuteOfDayThere: number): string {
  const two = (count: number) => String(count).padStart(2, "0");
  return `${two(Math.floor(minuteOfDayThere / 60))}:${two(minuteOfDayThere % 60)}`;
}
