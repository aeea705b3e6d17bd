export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;
export const weekMs = 7 * dayMs;

export function later(than: Date, byMs: number): Date {
  return new Date(than.getTime() + byMs);
}

export function earlier(than: Date, byMs: number): Date {
  return new Date(than.getTime() - byMs);
}

/** The later one of those that are there. */
export function latest(one: Date, other: Date | null): Date;
export function latest(one: Date | null, other: Date | null): Date | null;
export function latest(one: Date | null, other: Date | null): Date | null {
  if (one === null || other === null) return one ?? other;
  return one > other ? one : other;
}

/** The day in UTC: 2026-04-15. */
export function isoDay(at: Date): string {
  return at.toISOString().slice(0, 10);
}

/** Of an ISO time: "2026-04-15 06:40:00 UTC". */
export function describeInstant(isoTime: string): string {
  return `${isoTime.slice(0, 10)} ${isoTime.slice(11, 19)} UTC`;
}

const units: [name: string, ms: number][] = [
  ["d", dayMs],
  ["h", hourMs],
  ["min", minuteMs],
  ["s", 1_000],
];

/** The two largest units that are not zero: "1 h 15 min", "3 d", "40 s". */
export function describeWait(waitMs: number): string {
  const parts: string[] = [];
  let restMs = waitMs;
  for (const [name, ms] of units) {
    const count = Math.floor(restMs / ms);
    if (count > 0) parts.push(`${count} ${name}`);
    restMs -= count * ms;
  }
  return parts.slice(0, 2).join(" ") || "0 s";
}
