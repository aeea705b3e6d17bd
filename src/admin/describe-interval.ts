type Interval = { adaptive: boolean; intervalMinutes: number | null; adaptiveIntervalMinutes: number | null };

/** How often a feed is fetched: what was set for it, or where its adaptive interval stands. */
export function describeInterval({ adaptive, intervalMinutes, adaptiveIntervalMinutes }: Interval): string {
  const minutes = (adaptive ? adaptiveIntervalMinutes : null) ?? intervalMinutes;
  return `${minutes === null ? "usual" : `${Math.round(minutes)} min`}, ${adaptive ? "adaptive" : "fixed"}`;
}
