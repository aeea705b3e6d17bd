import { fetchLimitsOf } from "../../src/assemble.ts";
import { uuidV7 } from "../../src/ids.ts";
import type { ClaimedFeed } from "../../src/schedule/lease.ts";
import { planNextFetch } from "../../src/schedule/policy/fetch-policy.ts";
import { later } from "../../src/time.ts";
import type { Completion } from "../../src/fetching/completion-store.ts";
import { loadConfig } from "../../src/load-config.ts";

const limits = fetchLimitsOf(loadConfig({}, {}).config);

/** The result of a fetch that found nothing new, for tests that ask no host. */
export function completionOf(claim: ClaimedFeed, now: Date, hostDelayMs: number): Completion {
  const outcome = { kind: "fetched", via: "not-modified", freshnessSeconds: null } as const;
  return {
    claim,
    plan: planNextFetch({ state: claim.state, outcome, limits, now, random: () => 0 }),
    completedAt: now,
    laneFreeAt: later(now, hostDelayMs),
    laneReason: null,
    laneMemory: claim.laneMemory,
    laneRequests: 1,
    laneEarly: 0,
    validators: null,
    document: null,
    discovered: null,
    items: [],
    log: {
      id: uuidV7(now),
      startedAt: now,
      outcome: "not-modified",
      httpStatus: 304,
      errorClass: null,
      error: null,
      errorDetail: null,
      request: null,
      response: null,
      wireBytes: null,
      decodedBytes: null,
      unchanged: 0,
      discarded: 0,
      failed: 0,
      metadata: null,
    },
  };
}
