import { ownPolicy } from "./own-policy.ts";
import type { Publisher } from "./publisher.ts";
import { dayMs } from "./publisher.ts";
import { commaFeed, fixedHourly, freshRss, minifluxEntryFrequency, minifluxRoundRobin } from "./rival-policies.ts";
import { demoPublishers, recordedPublishers } from "./recorded-publishers.ts";
import type { Period, Policy, Run } from "./run-policy.ts";
import { runPolicy } from "./run-policy.ts";
import { seededRandom } from "./seeded-random.ts";
import { difficultPublishers } from "./difficult-publishers.ts";
import { syntheticPublishers } from "./synthetic-publishers.ts";

/** Of the figures in docs/simulate.md. */
const publishedSeed = 8;
const days = 30;
// A Monday, so weekends come as they do in a real month.
const fromMs = Date.parse("2026-03-02T00:00:00Z");
const period: Period = { fromMs, untilMs: fromMs + days * dayMs };

export const ours = "Plainwire, learned";
export const factors = "Plainwire, factors";
export const mixture = "a hundred feeds";
export const recorded = "recorded";
export const demo = "demo";
export const thousand = "a thousand feeds";
const hundreds = 10;

const policies: Record<string, (random: () => number) => Policy> = {
  [ours]: (random) => ownPolicy("learned", random),
  [factors]: (random) => ownPolicy("factors", random),
  "fixed hourly": fixedHourly,
  "Miniflux round robin": minifluxRoundRobin,
  "Miniflux entry frequency": minifluxEntryFrequency,
  CommaFeed: commaFeed,
  FreshRSS: freshRss,
};
export const policyNames = Object.keys(policies);

/** Delays are null if nothing was published. */
export type Row = {
  group: string;
  policy: string;
  feeds: number;
  requests: number;
  meanMs: number | null;
  medianMs: number | null;
  p95Ms: number | null;
  /** The median over feeds of each feed's mean: every feed counts alike, however much it publishes. */
  feedMs: number | null;
  violations: number;
};

export type Comparison = { rows: Row[]; hasRecorded: boolean };

/**
 * Every policy on every kind of publisher, on the hundred synthetic ones together, on a thousand others, and on the recorded ones
 * if available.
 */
export function comparePolicies(seed = publishedSeed): Comparison {
  const synthetic = byKind(syntheticPublishers(period, seededRandom(seed)));
  const difficult = byKind(difficultPublishers(period, seededRandom(seed + 1)));
  const real = recordedPublishers(period);
  const groups: [string, Publisher[]][] = [
    ...difficult,
    [demo, demoPublishers(period)],
    ...(real === null ? [] : [[recorded, real] satisfies [string, Publisher[]]]),
  ];

  const run = ([group, publishers]: [string, Publisher[]]) =>
    policyNames.map((policy) => ({ group, policy, runs: runAll(publishers, policies[policy], seed) }));
  const runs = synthetic.flatMap(run);
  const totals = policyNames.map((policy) => ({
    group: mixture,
    policy,
    runs: runs.filter((one) => one.policy === policy).flatMap((one) => one.runs),
  }));
  return { rows: [...totals, ...runs, ...groups.flatMap(run)].map(toRow), hasRecorded: real !== null };
}

/** Ten times the hundred, all different. */
export function compareOnThousand(seed = publishedSeed): Row[] {
  const random = seededRandom(seed + 1_000);
  const publishers = Array.from({ length: hundreds }, () => syntheticPublishers(period, random)).flat();
  return policyNames.map((policy) =>
    toRow({ group: thousand, policy, runs: runAll(publishers, policies[policy], seed) }),
  );
}

function byKind(publishers: Publisher[]): [string, Publisher[]][] {
  return [...Map.groupBy(publishers, ({ kind }) => kind)];
}

/** A policy with one of its settings changed. */
export type Variant = { policy: string; setting: string; make: (random: () => number) => Policy };

/** The hundred feeds under each variant of each policy: what a policy can reach at all. */
export function findFrontier(variants: Variant[], seed = publishedSeed): Row[] {
  const publishers = syntheticPublishers(period, seededRandom(seed));
  return variants.map(({ policy, setting, make }) =>
    toRow({ group: setting, policy, runs: runAll(publishers, make, seed) }),
  );
}

function runAll(publishers: Publisher[], make: Variant["make"] | undefined, seed: number): Run[] {
  if (make === undefined) throw new Error("There is no such policy");
  return publishers.map((publisher, index) => runPolicy(publisher, make(seededRandom(seed + index)), period));
}

function toRow({ group, policy, runs }: { group: string; policy: string; runs: Run[] }): Row {
  const delays = runs.flatMap(({ delaysMs }) => delaysMs).toSorted((a, b) => a - b);
  return {
    group,
    policy,
    feeds: runs.length,
    requests: runs.reduce((sum, run) => sum + run.requests, 0),
    meanMs: mean(delays),
    medianMs: quantile(delays, 0.5),
    p95Ms: quantile(delays, 0.95),
    feedMs: quantile(
      runs.flatMap(({ delaysMs }) => mean(delaysMs) ?? []).toSorted((a, b) => a - b),
      0.5,
    ),
    violations: runs.reduce((sum, run) => sum + run.violations, 0),
  };
}

function mean(values: number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}

function quantile(sorted: number[], share: number): number | null {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? null;
}
