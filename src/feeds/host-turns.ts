import { setTimeout as sleep } from "node:timers/promises";
import { randomUUID } from "node:crypto";
import type pg from "pg";
import { laneOf } from "./lane.ts";
import { later } from "./later.ts";
import { freeLane, takeLane } from "./lane-store.ts";

export type HostTurnsOptions = {
  pool: pg.Pool;
  now: () => Date;
  lanes: number;
  delayMs: number;
  /** No request lasts longer, so a turn that a crash left behind ends by itself. */
  turnMsMax: number;
  waitMsMax?: number;
  /** Of the worker whose turns these are. */
  newLeaseId?: (() => string) | undefined;
};

/** `isOwn` is false within a lane the caller holds anyway. `notBefore`: the host itself asked for silence until then. */
export type HostTurn = { lane: string; isOwn: boolean; end: (notBefore: Date | null) => Promise<void> };
export type HostTurns = {
  /** `heldLanes` are those the caller has already: a redirect within them waits for nobody. */
  take: (url: string, heldLanes: string[], signal: AbortSignal) => Promise<HostTurn | "busy">;
};

const askEveryMs = 250;

/** Waits, over all processes, until nobody else is asking that host; ten seconds, then it is busy. */
export function hostTurns(options: HostTurnsOptions): HostTurns {
  const { pool, now, lanes, delayMs, turnMsMax, waitMsMax = 10_000, newLeaseId = randomUUID } = options;
  return {
    take: async (url, heldLanes, signal) => {
      const lane = laneOf(url, lanes);
      if (heldLanes.includes(lane)) return { lane, isOwn: false, end: async () => undefined };
      const leaseId = newLeaseId();
      const deadline = now().getTime() + waitMsMax;
      while (!signal.aborted) {
        const at = now();
        const taken = await takeLane(pool, { lane, leaseId, now: at, until: new Date(at.getTime() + turnMsMax) });
        if (taken)
          return {
            lane,
            isOwn: true,
            end: (notBefore) => freeLane(pool, lane, leaseId, latest(later(now(), delayMs), notBefore)),
          };
        if (at.getTime() >= deadline) break;
        await sleep(askEveryMs, undefined, { signal }).catch(() => undefined);
      }
      return "busy";
    },
  };
}

function latest(one: Date, other: Date | null): Date {
  return other !== null && other > one ? other : one;
}
