import { rmSync } from "node:fs";
import { join } from "node:path";
import { indexItems } from "../src/analysis/stories/index-items.ts";
import { createStoryMemory } from "../src/analysis/stories/story-memory.ts";
import { takeBackup } from "../src/backups/take-backup.ts";
import { asPerson } from "../src/database/transaction.ts";
import { countUnreadOfApp } from "../src/items/app-stream-store.ts";
import { deleteOldItems } from "../src/items/expired-item-store.ts";
import { feedUrl } from "./bench-origin.ts";
import type { Benchmark, Size } from "./benchmark.ts";
import type { Aim, Figure } from "./figure.ts";
import { type GrowthWorld, growthWorld, itemsPerFeed, itemsPerOwnFeed, ownFeeds } from "./growth-world.ts";
import { type LifeOrigin, lifeOrigin } from "./life-origin.ts";
import { inRounds, spentOn } from "./rounds.ts";
import { median } from "./statistics.ts";

const sizes = {
  full: { feeds: [100, 1_000, 10_000, 100_000], rounds: 3, requests: 20 },
  quick: { feeds: [100, 200], rounds: 1, requests: 2 },
};
const polled = 100;
const newItems = 5;
const betweenPollsMs = 3_600_000;
const rowsPerPage = 500;
const flat: Aim = { atMost: 1.5 };

export const growth: Benchmark = {
  name: "growth",
  setting: `What each piece of work costs as a server grows: databases with 100, 1,000, 10,000 and 100,000 feeds (GROWTH_FEEDS=100,1000000 takes others), made by SQL, with ${itemsPerFeed} items of 200 bytes each. One person follows ${ownFeeds} of the feeds, which have ${itemsPerOwnFeed} items each, so what they read is the same everywhere. Each database has its own server with 256 MB of shared buffers, and they take turns; autovacuum is off. The figure is the cost in the largest against that in the smallest.`,
  isLong: true,
  run,
};

async function run(size: Size): Promise<Figure[]> {
  const { rounds, requests } = sizes[size];
  const feeds = process.env["GROWTH_FEEDS"]?.split(",").map(Number) ?? sizes[size].feeds;
  const origin = await lifeOrigin();
  const worlds: GrowthWorld[] = [];
  try {
    // One after another: two at once would only share the disk.
    for (const count of feeds) worlds.push(await growthWorld(count, origin.port));
    // Before the new items, which are longer.
    const figures: Figure[] = [sizesOf(worlds), await measureDisk(worlds)];
    for (const kind of kindsOf(origin, requests)) figures.push(...(await measure(kind, worlds, rounds)));
    return figures;
  } finally {
    for (const world of worlds) await world.close();
    origin.close();
  }
}

type Kind = {
  name: string;
  unit: string;
  aim: Aim | null;
  /** Takes minutes, so it is measured once and without a warm-up. */
  isOnce?: true;
  /** Everything that is not to be counted. */
  prepare?: (world: GrowthWorld) => Promise<void>;
  /** Returns how many units were done. */
  work: (world: GrowthWorld) => Promise<number>;
  /** What else to say about a database. */
  tell?: (world: GrowthWorld) => string;
};

/** In this order: what people read is measured before it grows by what is polled. */
function kindsOf(origin: LifeOrigin, requests: number): Kind[] {
  const page = (name: string, path: string, aim: Aim | null = flat): Kind => ({
    name,
    unit: "CPU ms",
    aim,
    work: (world) => repeat(requests, () => world.ask(path)),
  });
  return [
    page("Today", "/dashboard"),
    page("Stream", "/stream"),
    page("Stream, read items too", "/stream?view=all"),
    page("search, a word in a quarter of all items", "/stream?search=worda&view=all"),
    page("search, two such words", "/stream?search=worda+wordb&view=all"),
    page("search, a word in 0.3 % of all items", "/stream?search=word3e8&view=all"),
    page("unread counts beside the Stream", "/stream/shelf?in=none"),
    unreadCounts(requests),
    storedRss(requests),
    backup(),
    ...polls(origin),
    retention(),
  ];
}

function unreadCounts(requests: number): Kind {
  const count = ({ database, personId }: GrowthWorld) =>
    asPerson(database.parts.db.web, personId, (tx) => countUnreadOfApp(tx, new Date()));
  return {
    name: "unread counts for an app",
    unit: "CPU ms",
    aim: flat,
    work: (world) => repeat(requests, () => count(world)),
  };
}

function storedRss(requests: number): Kind {
  return {
    name: "/rss of one feed, from the database",
    unit: "CPU ms",
    aim: flat,
    work: ({ pipeline, askForRss }) => repeat(requests, () => askForRss(feedUrl(7, pipeline.port))),
  };
}

/** The compressing alone is most of it, and it is the same for each row. */
function backup(): Kind {
  const bytes = new Map<GrowthWorld, number>();
  return {
    name: "backup",
    unit: "CPU µs per item",
    aim: flat,
    isOnce: true,
    work: async (world) => {
      const path = join(world.database.environment["DATA_DIR"] ?? "", "backup");
      const order = { path, passphrase: null, verify: false, version: "0", now: new Date() };
      bytes.set(world, (await takeBackup(world.database.parts.db.connection, order)).bytes / world.items);
      rmSync(path);
      return world.items / 1_000;
    },
    tell: (world) => `${(bytes.get(world) ?? 0).toFixed(0)} bytes`,
  };
}

/** The stages of life.ts, one after another: each takes what the one before has left. */
function polls(origin: LifeOrigin): Kind[] {
  const memories = new Map<GrowthWorld, ReturnType<typeof createStoryMemory>>();
  const urls = new Map<GrowthWorld, string[]>();
  const publish = async ({ pipeline }: GrowthWorld, answers: "304" | "another") => {
    const atMs = pipeline.now().getTime() + betweenPollsMs;
    await origin.publish({ atMs, newItems, answers, entries: newItems });
  };
  const poll = async (world: GrowthWorld) => {
    const done = await world.pipeline.poll(polled, betweenPollsMs);
    urls.set(world, done);
    return done.length;
  };
  const index = async (world: GrowthWorld) => {
    const { pipeline, database } = world;
    const memory = memories.get(world) ?? createStoryMemory();
    memories.set(world, memory);
    while ((await indexItems({ pool: database.pool, now: pipeline.now, memory })) > 0);
    return polled;
  };
  const askAll = async (world: GrowthWorld) => {
    for (const url of urls.get(world) ?? []) await world.askForRss(url);
    return polled;
  };
  const unit = "CPU ms per feed";
  const fresh = async (world: GrowthWorld) => {
    await publish(world, "another");
    await poll(world);
  };
  return [
    { name: "poll, 304", unit, aim: flat, prepare: (world) => publish(world, "304"), work: poll },
    { name: `poll, ${newItems} new items`, unit, aim: flat, prepare: (world) => publish(world, "another"), work: poll },
    { name: `index of ${newItems} new items`, unit, aim: null, prepare: fresh, work: index },
    { name: `/rss after ${newItems} new items`, unit, aim: flat, prepare: fresh, work: askAll },
  ];
}

function retention(): Kind {
  const longestMs = new Map<GrowthWorld, number>();
  const after = new Map<GrowthWorld, string>();
  return {
    name: "retention",
    unit: "CPU ms per 1,000 items",
    aim: flat,
    work: async (world) => {
      let deleted = 0;
      for (let page = 0; page < 2; page += 1) {
        const from = after.get(world) ?? "00000000-0000-0000-0000-000000000000";
        const beganMs = performance.now();
        const question = { after: from, before: "ffffffff-ffff-ffff-ffff-ffffffffffff", count: rowsPerPage };
        const gone = await deleteOldItems(world.database.pool, question);
        longestMs.set(world, Math.max(longestMs.get(world) ?? 0, performance.now() - beganMs));
        if (gone.next !== null) after.set(world, gone.next);
        deleted += gone.deleted;
      }
      return deleted / 1_000;
    },
    tell: (world) => `longest statement ${(longestMs.get(world) ?? 0).toFixed(0)} ms`,
  };
}

async function repeat(times: number, work: () => Promise<unknown>): Promise<number> {
  for (let time = 0; time < times; time += 1) await work();
  return times;
}

type Cost = { own: number; database: number };

async function measure(kind: Kind, worlds: GrowthWorld[], rounds: number): Promise<Figure[]> {
  const once = (world: GrowthWorld) => async (): Promise<Cost> => {
    await kind.prepare?.(world);
    let units = 0;
    const { ownMs, databaseMs } = await spentOn(world.database.cpuMs, async () => {
      units = await kind.work(world);
    });
    return { own: ownMs / units, database: databaseMs / units };
  };
  if (kind.isOnce) {
    const costs: Cost[][] = [];
    for (const world of worlds) costs.push([await once(world)()]);
    return reportGrowth(kind, worlds, costs);
  }
  const contenders = Object.fromEntries(worlds.map((world) => [`${world.feeds} feeds`, once(world)]));
  return reportGrowth(kind, worlds, Object.values(await inRounds(rounds, contenders)));
}

function reportGrowth({ name, unit, aim, tell }: Kind, worlds: GrowthWorld[], costs: Cost[][]): Figure[] {
  const own = costs.map((rounds) => median(rounds.map((cost) => cost.own)));
  const database = costs.map((rounds) => median(rounds.map((cost) => cost.database)));
  const all = costs.map((rounds) => median(rounds.map((cost) => cost.own + cost.database)));
  const parts = `${unit}: ${list(all)} (Node ${list(own)}; PostgreSQL ${list(database)})`;
  const told = tell === undefined ? "" : `; ${worlds.map(tell).join(", ")}`;
  return [{ name, value: lastOf(all) / firstOf(all), unit: "×", aim, how: `${parts}${told}` }];
}

function sizesOf(worlds: GrowthWorld[]): Figure {
  const items = worlds.map((world) => world.items);
  const how = worlds.map((world) => `${world.feeds} feeds with ${world.items} items`).join(", ");
  return { name: "items", value: lastOf(items) / firstOf(items), unit: "×", aim: null, how };
}

async function measureDisk(worlds: GrowthWorld[]): Promise<Figure> {
  const bytes: number[] = [];
  for (const { server } of worlds) {
    const { rows } = await server.query<{ bytes: number }>(
      `select sum(pg_total_relation_size(name))::float8 / (select count(*) from items) as bytes
       from unnest('{items, item_index, story_signs, item_counts}'::regclass[]) name`,
    );
    bytes.push(rows[0]?.bytes ?? 0);
  }
  const how = `bytes: ${bytes.map((one) => one.toFixed(0)).join(" → ")}, with indexes that were built at once`;
  return { name: "disk per item of 200 bytes", value: lastOf(bytes) / firstOf(bytes), unit: "×", aim: flat, how };
}

function list(values: number[]): string {
  return values.map((value) => (value >= 100 ? value.toFixed(0) : value.toPrecision(2))).join(" → ");
}

function firstOf(values: number[]): number {
  return values[0] ?? 0;
}

function lastOf(values: number[]): number {
  return values.at(-1) ?? 0;
}
