import { withoutBidi } from "../text/characters.ts";

/** Text from a feed, fit for a terminal: a title must not move the cursor, change colours or reorder a line. */
export function plain(text: string): string {
  return withoutBidi(text.replace(/\p{Cc}+/gu, " "));
}

/** Enough of an id to type, and unique in practice: ids of feeds are random. */
export function shortId(id: string): string {
  return id.slice(0, 8);
}

/** For a column of a table, whose head says UTC. */
export function shortTime(time: Date | null): string {
  return time === null ? "-" : time.toISOString().slice(0, 16).replace("T", " ");
}

/** A feed at the head of its lane has a time long past, which would look like a delay. */
export function dueTime(nextRunAt: Date | null, now: Date): string {
  return nextRunAt !== null && nextRunAt <= now ? "due now" : shortTime(nextRunAt);
}

export function yesOrNo(value: boolean): string {
  return value ? "yes" : "no";
}

type Interval = { adaptive: boolean; intervalMinutes: number | null; adaptiveIntervalMinutes: number | null };

/** How often a feed is fetched: what was set for it, or what its adaptive interval is now. */
export function describeInterval({ adaptive, intervalMinutes, adaptiveIntervalMinutes }: Interval): string {
  const minutes = (adaptive ? adaptiveIntervalMinutes : null) ?? intervalMinutes;
  return `${minutes === null ? "usual" : `${Math.round(minutes)} min`}, ${adaptive ? "adaptive" : "fixed"}`;
}

/** One fact per line, without the unknown ones. A fact without a name continues the one above. */
export function formatFacts(facts: [name: string, value: string | null | undefined][]): string {
  const known = facts.filter((fact): fact is [string, string] => fact[1] !== null && fact[1] !== undefined);
  const width = Math.max(...known.map(([name]) => name.length));
  return known.map(([name, value]) => `${name.padEnd(width)}  ${plain(value)}\n`).join("");
}
