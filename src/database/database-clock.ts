import type { Queryable } from "./transaction.ts";

export type Clock = { now: () => Date; correct: () => Promise<void> };

/**
 * This machine's clock, corrected by its distance to the database's: leases and due times of many machines must mean
 * the same moment. When the question left and the answer came bounds that distance. Within the bounds the last correction
 * stands: a slow answer moves no clock, and processes on the database's own machine agree to the millisecond.
 */
export function createDatabaseClock(db: Queryable): Clock {
  let offsetMs = 0;
  return {
    now: () => new Date(Date.now() + offsetMs),
    correct: async () => {
      const asked = Date.now();
      const { rows } = await db.query<{ at: Date }>("select clock_timestamp() as at");
      const heard = Date.now();
      const at = rows[0]?.at;
      if (at !== undefined) offsetMs = Math.min(Math.max(offsetMs, at.getTime() - heard), at.getTime() - asked);
    },
  };
}
