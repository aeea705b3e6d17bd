import { randomUUID } from "node:crypto";
import { leaseIdFor, ownsLease } from "./lease.ts";

/**
 * A worker says every ten seconds that it is alive. After 20 s in which it could not, it stops all it does under its
 * leases; after 30 s the others give these away. The ten seconds between keep two workers from asking one host.
 */
export const heartbeatTimes = { beatEveryMs: 10_000, abandonAfterMs: 20_000, deadAfterMs: 30_000 };
export type HeartbeatTimes = typeof heartbeatTimes;

/** Taken before a heartbeat is sent: its row may be as old as that. */
export type Moment = { wallMs: number; steadyMs: number };

/** An id whose work was given up. `wasStalled`: the process itself stood still, so one of its feeds may be the reason. */
export type Abandoned = { workerId: string; wasStalled: boolean };

export type WorkerLife = {
  times: HeartbeatTimes;
  /** The id of this worker. After too long a silence it gets a new one, and leases under the old id no longer count. */
  id: () => string;
  newLeaseId: () => string;
  owns: (leaseId: string) => boolean;
  /** Aborts when all work under the present id must end. */
  signal: () => AbortSignal;
  onAbandon: (listener: () => void) => void;
  now: () => Moment;
  sinceLastBeatMs: () => number;
  /** The heartbeat that was sent at this moment has been written. */
  beaten: (sentAt: Moment) => void;
  /** Notices a silence that lasted too long. Runs often, and again right before anything is saved. */
  check: () => void;
  /** Ids given up whose leases are still to be released. */
  abandoned: () => Abandoned[];
  released: (workerId: string) => void;
};

export function createWorkerLife(now: () => Date, times: HeartbeatTimes = heartbeatTimes): WorkerLife {
  // Two clocks: one stands still while a laptop sleeps, the other may be set back. The longer silence counts.
  const moment = (): Moment => ({ wallMs: now().getTime(), steadyMs: performance.now() });
  const sinceMs = (then: Moment): number => {
    const { wallMs, steadyMs } = moment();
    return Math.max(wallMs - then.wallMs, steadyMs - then.steadyMs);
  };
  const listeners: (() => void)[] = [];
  const abandoned: Abandoned[] = [];
  let id: string = randomUUID();
  let work = new AbortController();
  let lastBeat = moment();
  let lastCheck = moment();

  return {
    times,
    id: () => id,
    newLeaseId: () => leaseIdFor(id),
    owns: (leaseId) => ownsLease(id, leaseId),
    signal: () => work.signal,
    onAbandon: (listener) => void listeners.push(listener),
    now: moment,
    sinceLastBeatMs: () => sinceMs(lastBeat),
    beaten: (sentAt) => {
      lastBeat = sentAt;
    },
    check: () => {
      const wasStalled = sinceMs(lastCheck) >= times.beatEveryMs;
      lastCheck = moment();
      if (sinceMs(lastBeat) < times.abandonAfterMs) return;
      abandoned.push({ workerId: id, wasStalled });
      id = randomUUID();
      const former = work;
      work = new AbortController();
      lastBeat = moment();
      former.abort("lease-lost");
      for (const tell of listeners) tell();
    },
    abandoned: () => [...abandoned],
    released: (workerId) => {
      const place = abandoned.findIndex((one) => one.workerId === workerId);
      if (place !== -1) abandoned.splice(place, 1);
    },
  };
}

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
