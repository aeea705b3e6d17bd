import { setTimeout as pause } from "node:timers/promises";
import { randomUUID } from "node:crypto";
import type pg from "pg";
import { inTransaction, type Queryable } from "../database/transaction.ts";
import { firstDue } from "./change-schedule-store.ts";
import { laneOf } from "./lane.ts";
import { laneColumns, type LaneRow, toLaneMemory } from "./lease.ts";
import { type LaneLimits, type LanePlan, type LaneUse, planLane } from "./policy/lane-policy.ts";
import { later } from "../time.ts";

export type LaneLeaseOptions = {
  pool: pg.Pool;
  now: () => Date;
  lanes: number;
  delayMs: number;
  /** As many as the feeds want, unless it is set. */
  requestsPerDayMax?: number;
  /** No request lasts longer, so a lease that a crash left behind ends by itself. */
  leaseMsMax: number;
  waitMsMax?: number;
  sleep?: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Of the worker whose leases these are. */
  newLeaseId?: (() => string) | undefined;
  /** For pages: a feed of that host that is due before the next request would be allowed goes first. */
  yieldsToFeeds?: boolean;
};

/** `isOwn` is false within a lane the caller has leased already. */
export type LaneLease = { lane: string; isOwn: boolean; release: (end?: LaneLeaseEnd) => Promise<void> };
/** `blockedUntil`: until when the host itself asked for silence. `reason`: its words for that, for the operator. */
export type LaneLeaseEnd = Partial<LaneUse> & { reason?: string | null };
export type LaneLeases = {
  /**
   * `held` are the lanes the caller has already, each with when it last answered: a redirect within them waits for nobody
   * else, but for the same pause as every other request.
   */
  take: (url: string, held: ReadonlyMap<string, Date>, signal: AbortSignal) => Promise<LaneLease | "busy">;
  /** Until when the host is left alone, with nobody asking it; null: it is not closed. */
  closedUntil: (url: string) => Promise<Date | null>;
};

const askEveryMs = 250;
/** A lane is taken for one request, unless its holder says otherwise. */
const oneRequest: LaneUse = { requests: 1, isRefused: false, blockedUntil: null };

/** Waits, over all processes, until nobody else is asking that host; ten seconds beyond the pause, then it is busy. */
export function createLaneLeases(options: LaneLeaseOptions): LaneLeases {
  const { pool, now, lanes, delayMs, leaseMsMax, yieldsToFeeds = false, newLeaseId = randomUUID } = options;
  const limits: LaneLimits = { delayMs, requestsPerDayMax: options.requestsPerDayMax ?? 0 };
  const { waitMsMax = 10_000 + delayMs, sleep = sleepUnless } = options;
  return {
    take: async (url, held, signal) => {
      const lane = laneOf(url, lanes);
      const answeredAt = held.get(lane);
      if (answeredAt !== undefined) {
        await sleep(Math.max(0, answeredAt.getTime() + delayMs - now().getTime()), signal);
        return signal.aborted ? "busy" : { lane, isOwn: false, release: async () => undefined };
      }
      const leaseId = newLeaseId();
      const deadline = now().getTime() + waitMsMax;
      while (!signal.aborted) {
        const at = now();
        const until = later(at, leaseMsMax);
        const feedsDueBy = yieldsToFeeds ? later(at, delayMs) : null;
        const taken = await leaseLane(pool, { lane, leaseId, now: at, until, feedsDueBy });
        if (taken !== null)
          return {
            lane,
            isOwn: true,
            release: ({ reason = null, ...use } = {}) => {
              const used = { ...oneRequest, ...use };
              const plan = planLane(toLaneMemory(taken), used, limits, now());
              return releaseLane(pool, { lane, leaseId, ...plan, reason, requests: used.requests });
            },
          };
        const closedUntil = await readClosedUntil(pool, lane);
        if (Math.max(at.getTime(), closedUntil?.getTime() ?? 0) >= deadline) break;
        await sleep(askEveryMs, signal);
      }
      return "busy";
    },
    closedUntil: (url) => readClosedUntil(pool, laneOf(url, lanes)),
  };
}

async function sleepUnless(ms: number, signal: AbortSignal): Promise<void> {
  await pause(ms, undefined, { signal }).catch(() => undefined);
}

/** `feedsDueBy`: the lane is left to its own feeds where one of them is due by then; null for a caller that is one of them. */
type WantedLane = { lane: string; leaseId: string; until: Date; now: Date; feedsDueBy: Date | null };

// ready_at is set even where nothing is due: should this process die, the lane is looked at again when its lease ends.
/** Takes a free lane for a request that no schedule asked for: a redirect's target, an item's page. */
export async function leaseLane(
  pool: pg.Pool,
  { lane, leaseId, until, now, feedsDueBy }: WantedLane,
): Promise<LaneRow | null> {
  const { rows } = await pool.query<LaneRow>({
    name: "take-lane",
    text: `insert into lanes as h (lane, lease_id, free_at, ready_at) values ($1, $2, $3, $3)
           on conflict (lane) do update set lease_id = $2, feed_id = null, free_at = $3, ready_at = $3, reason = null
           where h.free_at <= $4 and ($5::timestamptz is null or coalesce(${firstDue("h.lane")}, 'infinity') > $5)
           returning ${laneColumns}`,
    values: [lane, leaseId, until, now, feedsDueBy],
  });
  return rows[0] ?? null;
}

/** Whether the host of this address asked to be left alone for now: then nobody asks it, also not for a person who waits. */
export async function wantsSilence(worker: Queryable, lane: string, now: Date): Promise<boolean> {
  const { rowCount } = await worker.query(
    "select from lanes where lane = $1 and reason is not null and free_at > $2 and isfinite(free_at)",
    [lane, now],
  );
  return rowCount === 1;
}

/** Null while somebody holds the lane: that may end at any moment. */
async function readClosedUntil(pool: pg.Pool, lane: string): Promise<Date | null> {
  const { rows } = await pool.query<{ free_at: Date }>(
    "select free_at from lanes where lane = $1 and lease_id is null and isfinite(free_at)",
    [lane],
  );
  return rows[0]?.free_at ?? null;
}

type UsedLane = Pick<LanePlan, "freeAt" | "memory"> & {
  lane: string;
  leaseId: string;
  reason: string | null;
  requests: number;
};

/**
 * Releases it: free from `freeAt` on, ready when its next feed is due. Two statements, because the second must
 * see what was scheduled while the first waited for the lane's lock.
 */
async function releaseLane(
  pool: pg.Pool,
  { lane, leaseId, freeAt, memory, reason, requests }: UsedLane,
): Promise<void> {
  await inTransaction(pool, async (tx) => {
    const { rowCount } = await tx.query("select from lanes where lane = $1 and lease_id = $2 for update", [
      lane,
      leaseId,
    ]);
    if (rowCount === 0) return;
    const { slowed, day, dayRequests } = memory;
    await tx.query(
      `update lanes h set lease_id = null, feed_id = null, asked_at = 'infinity', free_at = $2,
         slow_ms = $3, refused_at = $4, day = $5, day_requests = $6, requests = requests + $7, reason = $8,
         ready_at = greatest($2, coalesce(${firstDue("h.lane")}, 'infinity'))
       where lane = $1`,
      [lane, freeAt, slowed?.ms ?? null, slowed?.refusedAt ?? null, day, dayRequests, requests, reason],
    );
  });
}
