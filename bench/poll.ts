import { benchDatabase, type BenchDatabase } from "./bench-database.ts";
import { benchOrigin, type BenchOrigin, type OriginMode } from "./bench-origin.ts";
import type { Benchmark, Size } from "./benchmark.ts";
import type { Aim, Figure } from "./figure.ts";
import { benchPipeline, feedsAtOnce } from "./poll-pipeline.ts";
import { bareLoop, naiveLoop } from "./poll-references.ts";
import { inRounds, spentOn } from "./rounds.ts";
import { median } from "./statistics.ts";

const sizes = {
  full: { feeds: 1_000, naiveFeeds: 100, rounds: 5 },
  quick: { feeds: 150, naiveFeeds: 50, rounds: 1 },
};

export const poll: Benchmark = {
  name: "poll",
  setting: `The whole pipeline from claim to commit, ${feedsAtOnce} feeds at once, against an origin on loopback in a separate process. Every feed has its own address, and every request a new connection. A body has 30 items and 62 KB, 17 KB on the wire. The references ask the same origin in the same rounds. Only the storing in the naive loop is naive; its parser is ours. No item is read by words: _life_ has that.`,
  run,
};

type Reference = "bare" | "naive" | null;
type Kind = { mode: OriginMode; aim: Aim; reference: Reference; ratioAim: Aim };

const kinds: Kind[] = [
  { mode: "304", aim: { atMost: 650 }, reference: "bare", ratioAim: { atLeast: 0.55 } },
  { mode: "same-body", aim: { atMost: 1_050 }, reference: "bare", ratioAim: { atLeast: 0.65 } },
  { mode: "nothing-new", aim: { atMost: 1_500 }, reference: null, ratioAim: { atLeast: 0 } },
  { mode: "5-new", aim: { atMost: 2_000 }, reference: "naive", ratioAim: { atLeast: 4 } },
  { mode: "30-new", aim: { atMost: 4_000 }, reference: "naive", ratioAim: { atLeast: 3 } },
];

async function run(size: Size): Promise<Figure[]> {
  const database = await benchDatabase();
  const origin = await benchOrigin();
  try {
    return await measureAll(database, origin, size);
  } finally {
    origin.close();
    await database.close();
  }
}

/** CPU in µs per feed. */
type Cost = { own: number; database: number };

async function measureAll(database: BenchDatabase, origin: BenchOrigin, size: Size): Promise<Figure[]> {
  const { feeds, naiveFeeds, rounds } = sizes[size];
  const { port } = origin;
  const pipeline = await benchPipeline(database, { feeds, port });
  // A fetch also reads its new items, which the references do not; life measures that.
  await database.pool.query("update feeds set analyzer = 'off'");
  const pollNaively = await naiveLoop(database.pool, { feeds: naiveFeeds, port });
  const costOf = async (count: number, work: () => Promise<void>): Promise<Cost> => {
    const { ownMs, databaseMs } = await spentOn(database.cpuMs, work);
    return { own: (ownMs * 1_000) / count, database: (databaseMs * 1_000) / count };
  };
  const referTo = (reference: Reference, mode: OriginMode) => async () => {
    await origin.mode(mode);
    if (reference === "bare") return costOf(feeds, () => bareLoop({ feeds, port }, mode === "304"));
    return reference === "naive" ? costOf(naiveFeeds, pollNaively) : { own: 0, database: 0 };
  };

  await origin.mode("nothing-new");
  await pipeline.pollAll();
  const figures: Figure[] = [];
  for (const kind of kinds) {
    const costs = await inRounds(rounds, {
      reference: referTo(kind.reference, kind.mode),
      ours: () => costOf(feeds, pipeline.pollAll),
    });
    figures.push(...report(kind, costs.ours, costs.reference));
  }
  pipeline.stop();
  return figures;
}

const names = { bare: "a bare undici loop", naive: "the naive loop" };

function report({ mode, aim, reference, ratioAim }: Kind, ours: Cost[], theirs: Cost[]): Figure[] {
  const name = `poll-${mode}`;
  const unit = "CPU µs per feed";
  const how = `median of ${ours.length} rounds; process.cpuUsage and /proc of PostgreSQL`;
  const figures: Figure[] = [
    { name, value: median(ours.map(sum)), unit, aim, how },
    {
      name: `${name}, of it PostgreSQL`,
      value: median(ours.map(({ database }) => database)),
      unit,
      aim: null,
      how: "the same rounds",
    },
  ];
  if (reference === null) return figures;
  const ratio = median(ours.map((cost, round) => sum(theirs[round] ?? cost) / sum(cost)));
  return [
    ...figures,
    { name: `${name}, ${names[reference]}`, value: median(theirs.map(sum)), unit, aim: null, how: "the same rounds" },
    {
      name: `${name}, rate against ${names[reference]}`,
      value: ratio,
      unit: "×",
      aim: ratioAim,
      how: "its CPU over ours, median of the rounds",
    },
  ];
}

function sum({ own, database }: Cost): number {
  return own + database;
}
