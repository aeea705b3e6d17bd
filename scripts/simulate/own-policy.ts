import { fetchLimitsOf } from "../../src/assemble.ts";
import { type FetchMemory, type FetchOutcome, noHints } from "../../src/schedule/policy/fetch-state.ts";
import { planNextFetch } from "../../src/schedule/policy/fetch-policy.ts";
import { loadConfig } from "../../src/load-config.ts";
import type { Answer } from "./publisher.ts";
import type { Policy } from "./run-policy.ts";

const { config } = loadConfig({}, {});
const limits = fetchLimitsOf(config);
const tooMany = 429;

/** The same functions that plan a worker's fetches, with the default settings. */
export function ownPolicy(random: () => number): Policy {
  let memory: FetchMemory = {
    intervalMinutes: null,
    retryCount: 0,
    failureClass: null,
    classFailures: 0,
    circuitOpenedAt: null,
    circuitUntil: null,
    probes: 0,
    lastSuccessAt: null,
    notBefore: null,
    hints: noHints,
  };
  return ({ answer, nowMs }) => {
    const state = {
      polling: true,
      adaptive: true,
      ownIntervalMinutes: null,
      readersInterval: null,
      failurePolicy: null,
      memory,
    };
    const plan = planNextFetch({ state, outcome: outcomeOf(answer), limits, now: new Date(nowMs), random });
    memory = plan.memory;
    return plan.nextRunAt?.getTime() ?? Infinity;
  };
}

function outcomeOf(answer: Answer): FetchOutcome {
  if (answer.kind === "refused") {
    const { retryAfterAt } = answer;
    return { kind: "failed", failure: "rate-limited", httpStatus: tooMany, message: "Too many requests", retryAfterAt };
  }
  const { freshnessSeconds, hints } = answer;
  return answer.changed
    ? { kind: "fetched", via: "parsed", freshnessSeconds, changed: true, hints }
    : { kind: "fetched", via: "not-modified", freshnessSeconds };
}
