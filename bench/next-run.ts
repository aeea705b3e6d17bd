import { fetchLimitsOf } from "../src/assemble.ts";
import { loadConfig } from "../src/load-config.ts";
import { openPace, packPace } from "../src/schedule/pack-pace.ts";
import { planNextFetch } from "../src/schedule/policy/fetch-policy.ts";
import {
  type AdaptivePolicy,
  type FetchedOutcome,
  neverFetched,
  newFeedState,
  noHints,
} from "../src/schedule/policy/fetch-state.ts";
import { planLane } from "../src/schedule/policy/lane-policy.ts";
import { learnPace } from "../src/schedule/policy/pace.ts";
import { earlier, hourMs, minuteMs } from "../src/time.ts";
import type { Benchmark, Size } from "./benchmark.ts";
import { ownCpuMs } from "./cpu.ts";
import type { Figure } from "./figure.ts";
import { inRounds } from "./rounds.ts";
import { median } from "./statistics.ts";

const sizes = { full: { rounds: 9, plans: 50_000 }, quick: { rounds: 2, plans: 2_000 } };
const now = new Date("2026-04-15T12:34:00Z");
const limits = fetchLimitsOf(loadConfig({}, {}).config);

export const nextRun: Benchmark = {
  name: "next-run",
  setting:
    "What deciding the next run costs after one fetch: unpack what is remembered of the feed, learn, plan, pack it again. The feed has published every two hours for two months and been silent for three days, which is the longest way through the policy; a 304, or a document with three new items. The aim is for what learning adds to the factors.",
  run,
};

async function run(size: Size): Promise<Figure[]> {
  const { rounds, plans } = sizes[size];
  const costOf = (adaptive: AdaptivePolicy, outcome: FetchedOutcome) => async () => {
    const beganMs = ownCpuMs();
    for (let n = 0; n < plans; n += 1) planOnce(adaptive, outcome);
    return ((ownCpuMs() - beganMs) * 1_000) / plans;
  };
  const dates = [10, 20, 30].map((minutes) => earlier(now, minutes * minuteMs));
  const hints = noHints;
  const news: FetchedOutcome = {
    kind: "fetched",
    via: "parsed",
    freshnessSeconds: 300,
    changed: true,
    hints,
    published: { dates, isWhole: false },
  };
  const nothing: FetchedOutcome = { kind: "fetched", via: "not-modified", freshnessSeconds: 300 };
  const costs = await inRounds(rounds, {
    factors: costOf("factors", nothing),
    nothing: costOf("learned", nothing),
    news: costOf("learned", news),
    lane: async () => {
      const beganMs = ownCpuMs();
      for (let n = 0; n < plans; n += 1) planLane(slowLane, refusal, laneLimits, now);
      return ((ownCpuMs() - beganMs) * 1_000) / plans;
    },
  });
  const how = `median of ${rounds} rounds, process.cpuUsage`;
  const added = (all: number[]) => median(all.map((cost, round) => cost - (costs.factors[round] ?? 0)));
  const unit = "µs of CPU";
  return [
    { name: "next run by the factors, 304", value: median(costs.factors), unit, aim: null, how },
    { name: "learned, 304", value: median(costs.nothing), unit, aim: null, how },
    { name: "learned, three new items", value: median(costs.news), unit, aim: null, how },
    { name: "what learning adds, 304", value: added(costs.nothing), unit, aim: { atMost: 5 }, how },
    { name: "what learning adds, three new items", value: added(costs.news), unit, aim: { atMost: 5 }, how },
    { name: "when its lane is free again", value: median(costs.lane), unit, aim: { atMost: 5 }, how },
  ];
}

const slowLane = { slowed: { ms: 24_000, refusedAt: earlier(now, hourMs) }, day: 20_558, dayRequests: 12 };
const refusal = { requests: 1, isRefused: true, blockedUntil: null };
const laneLimits = { delayMs: 3_000, requestsPerDayMax: 1_000 };

const lastSuccessAt = earlier(now, hourMs);
const history = Array.from({ length: 700 }, (_, n) => earlier(lastSuccessAt, (72 + 2 * n) * hourMs));
const learnedPace = learnPace(null, { dates: history, isWhole: true }, lastSuccessAt);
const packed = learnedPace === null ? null : packPace(learnedPace);

/** By the factors, nothing is unpacked or learned: the pace is null. */
function planOnce(adaptive: AdaptivePolicy, outcome: FetchedOutcome): void {
  const pace = adaptive === "learned" ? openPace(packed) : null;
  const { memory } = planNextFetch({
    state: { ...newFeedState, memory: { ...neverFetched, intervalMinutes: 60, lastSuccessAt, pace } },
    outcome,
    limits: { ...limits, adaptive },
    now,
    random: () => 0.5,
  });
  if (memory.pace !== null) packPace(memory.pace);
}
