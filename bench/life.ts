import { analyseItems } from "../src/analysis/analyse-items.ts";
import { indexItems } from "../src/analysis/stories/index-items.ts";
import { createStoryMemory, type StoryMemory } from "../src/analysis/stories/story-memory.ts";
import { publishFeed } from "../src/publishing/publish-feed.ts";
import { createWebApp } from "../src/web/app.ts";
import { createPublicApi } from "../src/web/public/public-api.ts";
import { connectionFrom, signedIn } from "../test/ground/signed-in.ts";
import { accountParts, webParts } from "../test/web/web-parts.ts";
import { type BenchDatabase, benchDatabase } from "./bench-database.ts";
import { feedUrl } from "./bench-origin.ts";
import type { Benchmark, Size } from "./benchmark.ts";
import type { Aim, Figure } from "./figure.ts";
import { type LifeEdition, lifeOrigin, newestTitle } from "./life-origin.ts";
import { type BenchPipeline, benchPipeline, stepMs } from "./poll-pipeline.ts";
import { type Spent, spentOn } from "./rounds.ts";
import { type StatementLog, statementLog, statementSettings } from "./statements.ts";
import { median } from "./statistics.ts";

// A worker runs for days: its code is compiled when it is measured.
const sizes = { full: { feeds: 40, warmUp: 10, rounds: 5 }, quick: { feeds: 20, warmUp: 0, rounds: 1 } };
const publicOrigin = "http://127.0.0.1:8080";
const statementsShown = 8;
const unit = "CPU ms per feed";

export const life: Benchmark = {
  name: "life",
  setting:
    "The whole life of what a poll brings, stage by stage, in one process: from due to saved (fetch), read by words (analyse), indexed and grouped into stories (index), its clean feed built when it is asked for, once by each feed's address (publish), and shown on Today. Every feed is published and has one subscriber, and its own 30 items of 2 KB. No page and no model is asked for. With the share of each statement in PostgreSQL's time.",
  run,
};

type Kind = {
  name: string;
  answers: LifeEdition["answers"];
  newItems: number;
  analyzer: string | null;
  aim: Aim | null;
};

const kinds: Kind[] = [
  { name: "304", answers: "304", newItems: 0, analyzer: null, aim: null },
  { name: "same body", answers: "the same", newItems: 0, analyzer: null, aim: null },
  { name: "5 new, not analysed", answers: "another", newItems: 5, analyzer: "off", aim: null },
  { name: "30 new, not analysed", answers: "another", newItems: 30, analyzer: "off", aim: { atMost: 12 } },
  { name: "5 new, by words", answers: "another", newItems: 5, analyzer: null, aim: { atMost: 8 } },
  { name: "30 new, by words", answers: "another", newItems: 30, analyzer: null, aim: { atMost: 30 } },
];

async function run(size: Size): Promise<Figure[]> {
  const { feeds, warmUp, rounds } = sizes[size];
  const database = await benchDatabase(statementSettings);
  const origin = await lifeOrigin();
  const statements = await statementLog(database);
  // The last poll is now, so that Today has what it brought.
  const polls = 1 + warmUp + kinds.length * (rounds + 1);
  const startMs = Date.now() - polls * stepMs;
  const pipeline = await benchPipeline(database, { feeds, port: origin.port, startMs, published: true });
  const readers = await readersOf(database, { feeds, port: origin.port, now: pipeline.now });
  const memory = createStoryMemory();
  let published = 0;
  try {
    const live = async ({ answers, newItems, analyzer }: Kind): Promise<Stages> => {
      await origin.publish({ atMs: pipeline.now().getTime() + stepMs, newItems, answers });
      await database.pool.query("update feeds set analyzer = $1 where analyzer is distinct from $1", [analyzer]);
      const spent = await liveOnce(database, pipeline, readers.askAll, memory);
      published += newItems;
      await readers.checkRss(published);
      return spent;
    };
    await live({ name: "first", answers: "another", newItems: 0, analyzer: null, aim: null });
    for (let round = 0; round < warmUp; round += 1)
      await live({ name: "warm-up", answers: "another", newItems: 30, analyzer: null, aim: null });
    const figures: Figure[] = [];
    for (const kind of kinds) {
      await live(kind);
      await statements.reset();
      const before = await countWrites(database);
      const all: Stages[] = [];
      for (let round = 0; round < rounds; round += 1) all.push(await live(kind));
      const wrote = difference(before, await countWrites(database));
      figures.push(...report(kind, all, feeds), ...reportWrites(kind, wrote, rounds * feeds));
      figures.push(...(await statements.top(kind.name, kind.name.includes("words") ? statementsShown : 3)));
    }
    return [...figures, await measureDisk(database, statements), await readers.checkToday()];
  } finally {
    pipeline.stop();
    await statements.close();
    origin.close();
    await database.close();
  }
}

const stageNames = ["fetch", "analyse", "index", "publish"] as const;
type Stages = Record<(typeof stageNames)[number], Spent>;

async function liveOnce(
  { pool, cpuMs }: BenchDatabase,
  { now, pollAll }: BenchPipeline,
  askAll: () => Promise<void>,
  memory: StoryMemory,
): Promise<Stages> {
  const limits = { hasModel: false, ageDaysMax: 14 };
  const untilNone = (stage: () => Promise<number>) =>
    spentOn(cpuMs, async () => {
      while ((await stage()) > 0);
    });
  const fetch = await spentOn(cpuMs, pollAll);
  const analyse = await untilNone(() => analyseItems({ pool, now, limits }));
  const index = await untilNone(() => indexItems({ pool, now, memory }));
  const publish = await spentOn(cpuMs, async () => {
    await askAll();
  });
  return { fetch, analyse, index, publish };
}

/** A person who subscribed to all, and readers who ask for each clean feed. */
async function readersOf(
  { parts, pool }: BenchDatabase,
  { feeds, port, now }: { feeds: number; port: number; now: () => Date },
) {
  const { web } = parts.db;
  const publishing = { pool, now, publicOrigin };
  const publicApi = createPublicApi(web, publicOrigin, {
    noteAsked: () => undefined,
    publish: (feedId) => publishFeed(publishing, feedId),
  });
  const { parts: own } = webParts({ accounts: accountParts(web), publicApi });
  const person = await signedIn(own);
  await pool.query(
    `insert into subscriptions (id, user_id, feed_id, name) select gen_random_uuid(), $1, id, url from feeds`,
    [person.id],
  );
  const app = createWebApp(own);
  const ask = async (n: number) => {
    const url = feedUrl(n, port);
    const answer = await app.request(
      `/rss?url=${encodeURIComponent(url)}`,
      {},
      connectionFrom(`127.1.${n >> 8}.${n & 255}`),
    );
    if (answer.status !== 200) throw new Error(`/rss of feed ${n} answered ${answer.status}`);
    return answer.text();
  };
  return {
    askAll: async () => {
      // As a notification would: the copies in memory are out of date.
      publicApi.documents.clear();
      for (let n = 0; n < feeds; n += 1) await ask(n);
    },
    checkRss: async (published: number) => {
      const { hostname } = new URL(feedUrl(0, port));
      const title = newestTitle(hostname, published);
      if (!(await ask(0)).includes(title)) throw new Error(`“${title}” is not on /rss`);
    },
    checkToday: async (): Promise<Figure> => {
      const answer = await app.request("/dashboard", { headers: person.headers }, connectionFrom("127.1.0.1"));
      const shown = (await answer.text()).match(/href="\/items\/[0-9a-f-]{36}/g) ?? [];
      if (answer.status !== 200 || shown.length === 0) throw new Error("Today shows nothing of what was published");
      return {
        name: "items on Today",
        value: new Set(shown).size,
        unit: "links",
        aim: { atLeast: 1 },
        how: "after the last poll",
      };
    },
  };
}

function report({ name, newItems, aim }: Kind, all: Stages[], feeds: number): Figure[] {
  const sumOf = ({ ownMs, databaseMs }: Spent) => ownMs + databaseMs;
  const totals = all.map((stages) => stageNames.reduce((sum, stage) => sum + sumOf(stages[stage]), 0) / feeds);
  const figures: Figure[] = [
    {
      name,
      value: median(totals),
      unit,
      aim,
      how: `median of ${all.length} rounds; process.cpuUsage and /proc of PostgreSQL`,
    },
  ];
  for (const stage of stageNames) {
    const own = median(all.map((stages) => stages[stage].ownMs / feeds));
    const database = median(all.map((stages) => stages[stage].databaseMs / feeds));
    if (own + database < 0.01) continue;
    const how = `Node ${own.toFixed(2)} + PostgreSQL ${database.toFixed(2)}`;
    figures.push({ name: `${name}: ${stage}`, value: own + database, unit, aim: null, how });
  }
  if (newItems > 0)
    figures.push({
      name: `${name}: per item`,
      value: median(totals) / newItems,
      unit: "CPU ms",
      aim: null,
      how: "the same rounds",
    });
  return figures;
}

type Writes = { inserted: number; updated: number; hot: number };

async function countWrites({ pool }: BenchDatabase): Promise<Writes> {
  // Each connection reports its own counts, and late.
  await Promise.all(
    Array.from({ length: pool.options.max }, () => pool.query("select pg_stat_force_next_flush(), pg_sleep(0.05)")),
  );
  const { rows } = await pool.query<Writes>(
    "select n_tup_ins::int as inserted, n_tup_upd::int as updated, n_tup_hot_upd::int as hot from pg_stat_user_tables where relname = 'items'",
  );
  return rows[0] ?? { inserted: 0, updated: 0, hot: 0 };
}

function difference(before: Writes, after: Writes): Writes {
  return {
    inserted: after.inserted - before.inserted,
    updated: after.updated - before.updated,
    hot: after.hot - before.hot,
  };
}

function reportWrites({ name, newItems }: Kind, { inserted, updated, hot }: Writes, lives: number): Figure[] {
  if (newItems === 0) return [];
  const how = `${inserted} inserts, ${updated} updates, ${hot} of them HOT; ${lives * newItems} items`;
  return [
    { name: `${name}: updates of items`, value: updated / Math.max(inserted, 1), unit: "per insert", aim: null, how },
  ];
}

async function measureDisk({ pool }: BenchDatabase, { vacuum }: StatementLog): Promise<Figure> {
  await vacuum();
  const { rows } = await pool.query<{ bytes: number; items: number }>(
    `select (pg_total_relation_size('items') + pg_total_relation_size('item_index') + pg_total_relation_size('stale_items')
       + pg_total_relation_size('story_signs'))::float8 as bytes, (select count(*)::int from items) as items`,
  );
  const { bytes = 0, items = 1 } = rows[0] ?? {};
  return {
    name: "disk per item of 2 KB",
    value: bytes / items / 1_024,
    unit: "KB",
    aim: { atMost: 5 },
    how: `${items} items, with indexes, after vacuum`,
  };
}
