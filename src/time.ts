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
