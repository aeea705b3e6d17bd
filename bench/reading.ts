import { indexItems } from "../src/analysis/stories/index-items.ts";
import { createStoryMemory } from "../src/analysis/stories/story-memory.ts";
import { type AccountWorld, accountWorld } from "./account-world.ts";
import type { Benchmark, Size } from "./benchmark.ts";
import type { Figure } from "./figure.ts";
import { measurePages, type Page } from "./pages.ts";
import { spentOn } from "./rounds.ts";
import { insertItems, makeItem } from "./world-items.ts";

const requests = { full: 30, quick: 5 };
const dayMs = 86_400_000;
const freshItems = 1_000;
const freshBatchesBefore = 4;

export const reading: Benchmark = {
  name: "reading",
  setting:
    "Reading for an account with 2,000 feeds and 100,000 items from seven weeks, and indexing 1,000 new items (search index, stories and rules together; each is compared with the items of three days).",
  run,
};

async function run(size: Size): Promise<Figure[]> {
  const world = await accountWorld(size, { isIndexed: true });
  try {
    const pages = await measurePages(world.database, world.parts, pagesOf(world), requests[size]);
    return [...pages, await measureSorting(world)];
  } finally {
    await world.close();
  }
}

function pagesOf({ person, feedIds }: AccountWorld): Page[] {
  const feedId = feedIds[7] ?? "";
  const longAgo = new Date(Date.now() - 35 * dayMs).toISOString();
  const page = (name: string, query: string, atMostMs: number): Page => ({
    name,
    path: () => query,
    headers: person.headers,
    atMostMs,
  });
  return [
    page("/stream", "/stream", 30),
    page("/stream, read items too", "/stream?view=all", 30),
    page("/stream, five weeks back", `/stream?after=${longAgo}_${feedId}`, 30),
    page("/stream of one feed", `/stream?feed=${feedId}`, 30),
    page("/stream, oldest first", "/stream?sort=oldest", 30),
    page("/stream, search for a rare word", "/stream?search=wordj3k", 30),
    page("/stream, search for a word in a fifth of all items", "/stream?search=word1s", 30),
    page("/stream, search for a phrase", "/stream?search=%22word1s+worda2%22", 30),
    page("/stream, no item below the score", "/stream?max_score=0.10", 100),
    page("/stream/shelf, feeds without a folder", "/stream/shelf?in=none", 30),
    page("Today", "/dashboard", 30),
    page("Today, unread", "/dashboard?show=unread", 30),
    page("/sources", "/sources", 30),
    page("/sources of one outlet", `/sources/${feedId}`, 30),
  ];
}

async function measureSorting({ database, feedIds, owner, now }: AccountWorld): Promise<Figure> {
  const { pool, cpuMs } = database;
  const add = async (batch: number) => {
    const from = (batch * freshItems) % 4_000;
    await insertItems(
      pool,
      Array.from({ length: freshItems }, (_, n) => makeItem(from + n, feedIds, now)),
    );
    await pool.query(
      "insert into stale_items (item_id, since) select id, now() from items order by id desc limit $1 on conflict do nothing",
      [freshItems],
    );
  };
  const memory = createStoryMemory();
  const sortAll = async () => {
    while ((await indexItems({ pool, now: () => now, memory })) > 0);
  };
  for (let batch = 0; batch < freshBatchesBefore; batch += 1) {
    await add(batch);
    await sortAll();
  }
  await owner.query("vacuum analyze");
  await add(freshBatchesBefore);
  const { ownMs, databaseMs } = await spentOn(cpuMs, sortAll);
  return {
    name: `indexing ${freshItems} new items`,
    value: ownMs + databaseMs,
    unit: "CPU ms",
    aim: { atMost: 2_000 },
    how: "once; process.cpuUsage and /proc of PostgreSQL",
  };
}
