import { setTimeout as pause } from "node:timers/promises";
import { randomUUID } from "node:crypto";
import type pg from "pg";
import { laneOf } from "./lane.ts";
import { later, latest } from "../time.ts";
import { freeLane, takeLane } from "./lease-lane-store.ts";

export type HostTurnsOptions = {
  pool: pg.Pool;
  now: () => Date;
  lanes: number;
  delayMs: number;
  /** No request lasts longer, so a turn that a crash left behind ends by itself. */
  turnMsMax: number;
  waitMsMax?: number;
  sleep?: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Of the worker whose turns these are. */
  newLeaseId?: (() => string) | undefined;
  /** For pages: a feed of that host that is due before the next request would be allowed goes first. */
  yieldsToFeeds?: boolean;
};

/** `isOwn` is false within a lane the caller holds anyway. `notBefore`: the host itself asked for silence until then. */
export type HostTurn = { lane: string; isOwn: boolean; end: (notBefore: Date | null) => Promise<void> };
export type HostTurns = {
  /**
   * `held` are the lanes the caller has already, each with when it last answered: a redirect within them waits for nobody
   * else, but for the same pause as every other request.
   */
  take: (url: string, held: ReadonlyMap<string, Date>, signal: AbortSignal) => Promise<HostTurn | "busy">;
};

const askEveryMs = 250;

/** Waits, over all processes, until nobody else is asking that host; ten seconds beyond the pause, then it is busy. */
export function hostTurns(options: HostTurnsOptions): HostTurns {
  const { pool, now, lanes, delayMs, turnMsMax, yieldsToFeeds = false, newLeaseId = randomUUID } = options;
  const { waitMsMax = 10_000 + delayMs, sleep = sleepUnless } = options;
  return {
    take: async (url, held, signal) => {
      const lane = laneOf(url, lanes);
      const answeredAt = held.get(lane);
      if (answeredAt !== undefined) {
        await sleep(Math.max(0, answeredAt.getTime() + delayMs - now().getTime()), signal);
        return signal.aborted ? "busy" : { lane, isOwn: false, end: async () => undefined };
      }
      const leaseId = newLeaseId();
      const deadline = now().getTime() + waitMsMax;
      while (!signal.aborted) {
        const at = now();
        const until = later(at, turnMsMax);
        const feedsDueBy = yieldsToFeeds ? later(at, delayMs) : null;
        const taken = await takeLane(pool, { lane, leaseId, now: at, until, feedsDueBy });
        if (taken)
          return {
            lane,
            isOwn: true,
            end: (notBefore) => freeLane(pool, lane, leaseId, latest(later(now(), delayMs), notBefore)),
          };
        if (at.getTime() >= deadline) break;
        await sleep(askEveryMs, signal);
      }
      return "busy";
    },
  };
}

async function sleepUnless(ms: number, signal: AbortSignal): Promise<void> {
  await pause(ms, undefined, { signal }).catch(() => undefined);
}
