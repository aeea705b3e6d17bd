import { fetchLimitsOf } from "../../src/assemble.ts";
import {
  type AdaptivePolicy,
  type FetchMemory,
  type FetchOutcome,
  neverFetched,
  newFeedState,
} from "../../src/schedule/policy/fetch-state.ts";
import { planNextFetch } from "../../src/schedule/policy/fetch-policy.ts";
import { usualWaitingMinutes } from "../../src/schedule/policy/learned-interval.ts";
import type { Published } from "../../src/schedule/policy/pace.ts";
import { loadConfig } from "../../src/load-config.ts";
import type { Answer } from "./publisher.ts";
import type { Policy } from "./run-policy.ts";

const { config } = loadConfig({}, {});
/** How many items a document has. */
const documentItems = 30;
const tooMany = 429;

/** The same functions that plan a worker's fetches, with the default settings. */
export function ownPolicy(
  adaptive: AdaptivePolicy,
  random: () => number,
  waitingMinutes = usualWaitingMinutes,
): Policy {
  const limits = { ...fetchLimitsOf(config), adaptive, waitingMinutes };
  let known: number | null = null;
  let memory: FetchMemory = neverFetched;
  return ({ answer, nowMs, statedAtMs, seen }) => {
    const first = Math.max(known ?? 0, seen - documentItems);
    const dates = statedAtMs.slice(first, seen).map((at) => (at === null ? null : new Date(at)));
    const outcome = outcomeOf(answer, { dates, isWhole: known === null });
    if (answer.kind === "ok") known = seen;
    const state = { ...newFeedState, memory };
    const plan = planNextFetch({ state, outcome, limits, now: new Date(nowMs), random });
    memory = plan.memory;
    return plan.nextRunAt?.getTime() ?? Infinity;
  };
}

function outcomeOf(answer: Answer, published: Published): FetchOutcome {
  if (answer.kind === "refused") {
    const { retryAfterAt } = answer;
    return { kind: "failed", failure: "rate-limited", httpStatus: tooMany, message: "Too many requests", retryAfterAt };
  }
  const { freshnessSeconds, hints } = answer;
  return answer.changed || published.isWhole
    ? { kind: "fetched", via: "parsed", freshnessSeconds, changed: answer.changed, published, hints }
    : { kind: "fetched", via: "not-modified", freshnessSeconds };
}
