import type { Benchmark, Size } from "./benchmark.ts";
import { type ClaimCost, type ClaimWorldSize, claimWorld } from "./claim-world.ts";
import type { Aim, Figure } from "./figure.ts";
import { inRounds } from "./rounds.ts";
import { median } from "./statistics.ts";

type World = "10k" | "100k" | "1M" | "crowded";
type Sizes = Record<World, ClaimWorldSize> & { perRound: number; rounds: number };

const sizes: Record<Size, Sizes> = {
  full: {
    "10k": { feeds: 10_000, crowdedFeeds: 0 },
    "100k": { feeds: 100_000, crowdedFeeds: 0 },
    "1M": { feeds: 1_000_000, crowdedFeeds: 0 },
    crowded: { feeds: 10_000, crowdedFeeds: 100_000 },
    perRound: 6_000,
    rounds: 5,
  },
  quick: {
    "10k": { feeds: 2_000, crowdedFeeds: 0 },
    "100k": { feeds: 4_000, crowdedFeeds: 0 },
    "1M": { feeds: 8_000, crowdedFeeds: 0 },
    crowded: { feeds: 2_000, crowdedFeeds: 4_000 },
    perRound: 1_000,
    rounds: 1,
  },
};

const flatness: Aim = { atMost: 1.5 };

export const claim: Benchmark = {
  name: "claim",
  setting:
    "Four connections claim due feeds in pages of 200, then two save their 304s in batches of 64. The databases have 10 k, 100 k and 1 M feeds with one host each; one more has 100 k feeds due on ten hosts and 10 k feeds with one host each. Each has its own database server, and they take turns. CPU of the backends, from /proc.",
  run,
};

async function run(size: Size): Promise<Figure[]> {
  const { perRound, rounds, ...wanted } = sizes[size];
  const worlds = await Promise.all(Object.values(wanted).map(claimWorld));
  try {
    const names = Object.keys(wanted) as World[];
    const contenders = names.map((name, at) => [name, () => worlds[at]?.claimAndComplete(perRound)]);
    const costs: Record<World, ClaimCost[]> = await inRounds(rounds, Object.fromEntries(contenders));
    return figuresOf(costs);
  } finally {
    await Promise.all(worlds.map((world) => world.close()));
  }
}

function figuresOf(costs: Record<World, ClaimCost[]>): Figure[] {
  const names = { "10k": "10 k feeds", "100k": "100 k feeds", "1M": "1 M feeds", crowded: "ten crowded hosts" };
  const figures = (["10k", "100k", "1M", "crowded"] as const).flatMap((world): Figure[] => {
    const how = `median of ${costs[world].length} rounds of ${costs[world][0]?.feeds} feeds`;
    const unit = "PG µs per feed";
    return [
      { name: `claim, ${names[world]}`, value: medianOf(costs[world], "claim"), unit, aim: { atMost: 80 }, how },
      {
        name: `completion of a 304, ${names[world]}`,
        value: medianOf(costs[world], "completion"),
        unit,
        aim: { atMost: 120 },
        how,
      },
    ];
  });
  const ratio = (name: string, over: World[], step: "claim" | "completion"): Figure => ({
    name,
    value: Math.max(...over.map((world) => medianOf(costs[world], step))) / medianOf(costs["10k"], step),
    unit: "×",
    aim: flatness,
    how: "of the medians, against 10 k feeds",
  });
  return [
    ...figures,
    ratio("claim, the more expensive of 100 k and 1 M", ["100k", "1M"], "claim"),
    ratio("completion, the more expensive of 100 k and 1 M", ["100k", "1M"], "completion"),
    ratio("claim of other hosts next to ten crowded ones", ["crowded"], "claim"),
  ];
}

function medianOf(costs: ClaimCost[], step: "claim" | "completion"): number {
  return median(costs.map((cost) => cost[step]));
}
