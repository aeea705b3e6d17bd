import type { HeartbeatTimes } from "./worker-life.ts";

/** A row of worker_heartbeats as somebody else reads it. */
export type SeenWorker = { id: string; host: string; pid: number; beatAt: Date };

export type WorkerWatch = {
  /** What the table says now. Returns those whose row has not changed for too long while we were looking. */
  look: (workers: SeenWorker[], atMs: number) => SeenWorker[];
};

/**
 * Finds dead workers by what this process saw itself, not by the age of a row: after an outage of the database, or of
 * this process, every row is old, and those who wrote them get the full time to say that they are alive.
 */
export function createWorkerWatch({ beatEveryMs, deadAfterMs }: HeartbeatTimes): WorkerWatch {
  let seen = new Map<string, { beatMs: number; sinceMs: number }>();
  let lastLookMs: number | null = null;
  return {
    look: (workers, atMs) => {
      // The database did not answer, or this process stood still: who was silent meanwhile is not known.
      if (lastLookMs !== null && atMs - lastLookMs >= beatEveryMs) seen.clear();
      lastLookMs = atMs;
      seen = new Map(
        workers.map(({ id, beatAt }) => {
          const before = seen.get(id);
          const isSame = before?.beatMs === beatAt.getTime();
          return [id, isSame && before !== undefined ? before : { beatMs: beatAt.getTime(), sinceMs: atMs }];
        }),
      );
      return workers.filter(({ id }) => atMs - (seen.get(id)?.sinceMs ?? atMs) >= deadAfterMs);
    },
  };
}
