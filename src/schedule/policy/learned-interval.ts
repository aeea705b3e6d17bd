import { dayOfWeek, hourOfDay, type Pace } from "./pace.ts";

/** Where the simulation has the fewest requests for a short delay: docs/simulate.md. */
export const usualWaitingMinutes = 9;

// A feed of which nothing is known: as if it had published 0.3 items in a day.
const priorItems = 0.3;
const priorHours = 24;
// Silence of more than so many expected items means that the feed publishes less now.
const silentItemsMax = 5;
// How many items outweigh an even spread over the day or the week.
const habitItems = 60;
/** Before that the habit would only say when we watched. */
export const watchedHours = { forDays: 72, forWeeks: 240 };
export const weekHours = 7 * 24;
/** News brings news: for how long, and over how many hours `recent` counts. */
const excitementHours = 4;

/**
 * How long to wait after `pace.atMinute`, at most `minutesMax`: until items are expected to have waited `waitingMinutes`, summed
 * over all of them, which is what a request is worth. At a steady rate λ this is √(2c/λ), which costs the fewest requests for a
 * given mean delay. Longer silence never makes it shorter at the same hour of the week.
 */
export function learnedMinutes(pace: Pace, minutesMax: number, waitingMinutes = usualWaitingMinutes): number {
  const rate = rateOf(pace);
  const enough = waitingMinutes / 60;
  const hoursMax = minutesMax / 60;
  let waited = 0;
  let expected = 0;
  let gathered = 0;
  // By clock hours, because the rate changes with them.
  let minute = pace.atMinute;
  while (waited < hoursMax) {
    const step = 1 - (minute % 60) / 60;
    const perHour = rate(minute, waited);
    const after = gathered + expected * step + (perHour * step * step) / 2;
    if (after >= enough) return Math.min(60 * (waited + solve(perHour / 2, expected, gathered - enough)), minutesMax);
    gathered = after;
    expected += perHour * step;
    waited += step;
    minute += Math.round(60 * step);
  }
  return minutesMax;
}

/** The positive root of ax² + bx + c, for c ≤ 0 < a. */
function solve(a: number, b: number, c: number): number {
  return (Math.sqrt(b * b - 4 * a * c) - b) / (2 * a);
}

/** Items an hour, expected at a minute that is `ahead` hours away. */
function rateOf(pace: Pace): (minute: number, ahead: number) => number {
  const season = seasonOf(pace);
  const usual = usualPerHour(pace);
  const base = usual * Math.min(1, silentItemsMax / expectedInSilence(pace, usual, season));
  const recent = recentItems(pace);
  // Less than was counted, by as much as chance may have added: a single item is no wave.
  const excited = (recent - Math.sqrt(recent)) / excitementHours;
  return (minute, ahead) => Math.max(base * season(minute), excited * Math.exp(-ahead / excitementHours));
}

export function usualPerHour({ items, hours }: Pace): number {
  return (items + priorItems) / (hours + priorHours);
}

function expectedInSilence(pace: Pace, usual: number, season: Season): number {
  const silentHours = pace.newsMinute === 0 ? pace.hours : (pace.atMinute - pace.newsMinute) / 60;
  if (silentHours > weekHours) return usual * silentHours;
  let hours = 0;
  for (let hour = 1; hour <= silentHours; hour += 1) hours += season(pace.atMinute - 60 * hour);
  return usual * hours;
}

/** How much more than on average is published in the hour of a minute. */
type Season = (minute: number) => number;

function seasonOf({ hours, byHour, byDay }: Pace): Season {
  const ofHour = hours < watchedHours.forDays ? null : factorsOf(byHour, smooth);
  const ofDay = hours < watchedHours.forWeeks ? null : factorsOf(byDay, (day) => byDay[day] ?? 0);
  return (minute) => (ofHour?.[hourOfDay(minute)] ?? 1) * (ofDay?.[dayOfWeek(minute)] ?? 1);
}

function smooth(hour: number, byHour: number[]): number {
  return ((byHour[(hour + 23) % 24] ?? 0) + 2 * (byHour[hour] ?? 0) + (byHour[(hour + 1) % 24] ?? 0)) / 4;
}

function factorsOf(counts: number[], itemsAt: (place: number, counts: number[]) => number): number[] {
  const scale = 1 / (sum(counts) + habitItems);
  const factors: number[] = [];
  for (let place = 0; place < counts.length; place += 1) {
    factors.push((itemsAt(place, counts) * counts.length + habitItems) * scale);
  }
  return factors;
}

export function recentItems({ recent }: Pace): number {
  return sum(recent);
}

function sum(numbers: number[]): number {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
}
