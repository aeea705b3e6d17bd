/** For a column of a table, whose head says UTC. */
export function shortTime(time: Date | null): string {
  return time === null ? "-" : time.toISOString().slice(0, 16).replace("T", " ");
}

/** A feed at the head of its lane is due "a day ago", which would look like a delay. */
export function dueTime(nextRunAt: Date | null, now = new Date()): string {
  return nextRunAt !== null && nextRunAt <= now ? "due now" : shortTime(nextRunAt);
}
