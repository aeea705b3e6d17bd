import type pg from "pg";
import { sortItems } from "../src/analysis/stories/sort-items.ts";
import { connectAs, makePool } from "../src/database/connection.ts";
import { createWebApp } from "../src/web/app.ts";
import { signedIn } from "../test/ground/signed-in.ts";
import { accountParts, webParts } from "../test/web/web-parts.ts";
import { type BenchDatabase, benchDatabase } from "./bench-database.ts";
import type { Figure } from "./figure.ts";
import { fillReadingWorld, insertItems, makeItem } from "./reading-world.ts";

const rounds = 30;
const warmUp = 5;
const freshItems = 1_000;

/** Reading for an account with 2,000 feeds and 100,000 items, and sorting 1,000 that came in: CPU of ours and PostgreSQL's. */
export async function reading(): Promise<Figure[]> {
  const database = await benchDatabase();
  const web = makePool(database.connection, "app_web", 4);
  const owner = await connectAs(database.connection, "app_owner");
  try {
    const { parts } = webParts({ accounts: accountParts(web) });
    const app = createWebApp(parts);
    const person = await signedIn(parts);
    const now = new Date();
    const feedIds = await fillReadingWorld(database.pool, owner, person.id, now);

    const figures: Figure[] = [];
    for (const { name, path, reachMs } of pagesOf(feedIds[7] ?? "")) {
      const ask = async () => {
        const answer = await app.request(path, { headers: person.headers });
        if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
        await answer.arrayBuffer();
      };
      figures.push(await measurePage(name, reachMs, ask, database));
    }
    return [...figures, await measureSorting(database, owner, feedIds, now)];
  } finally {
    await owner.end();
    await web.end();
    await database.close();
  }
}

function pagesOf(feedId: string): { name: string; path: string; reachMs: number }[] {
  const [page, search] = [50, 100];
  return [
    { name: "/items", path: "/items", reachMs: page },
    { name: "/items, unread", path: "/items?view=unread", reachMs: page },
    {
      name: "/items, five weeks back",
      path: `/items?before=${new Date(Date.now() - 35 * 86_400_000).toISOString()}_${feedId}`,
      reachMs: page,
    },
    { name: "/items of one feed", path: `/items?feed=${feedId}`, reachMs: page },
    { name: "/items, search for a rare word", path: "/items?search=wordj3k", reachMs: search },
    { name: "/items, search for a word in a fifth of all items", path: "/items?search=word1s", reachMs: search },
    { name: "/items, search for a phrase", path: "/items?search=%22word1s+worda2%22", reachMs: search },
    { name: "/items, no item below the score", path: "/items?max_score=0.10", reachMs: search },
    { name: "/items/feeds", path: "/items/feeds", reachMs: page },
    { name: "/framing", path: "/framing", reachMs: page },
  ];
}

async function measurePage(
  name: string,
  reachMs: number,
  ask: () => Promise<void>,
  { cpuMs }: BenchDatabase,
): Promise<Figure> {
  for (let round = 0; round < warmUp; round += 1) await ask();
  const spent = await spentMs(cpuMs, async () => {
    for (let round = 0; round < rounds; round += 1) await ask();
  });
  return { name: `${name}, CPU of server and PostgreSQL`, value: spent / rounds, unit: "ms", reach: `≤ ${reachMs}` };
}

/** Search index, stories and rules together; the items of the last three days are there to be compared with. */
async function measureSorting(
  { pool, cpuMs }: BenchDatabase,
  owner: pg.Client,
  feedIds: string[],
  now: Date,
): Promise<Figure> {
  const add = async (from: number) => {
    await insertItems(
      pool,
      Array.from({ length: freshItems }, (_, n) => makeItem((from + n) % 4_000, feedIds, now)),
    );
    await pool.query("insert into stale_items (item_id, since) select id, now() from items order by id desc limit $1", [
      freshItems,
    ]);
  };
  const sortAll = async () => {
    while ((await sortItems({ pool, now: () => now })) > 0);
  };
  for (let from = 200_000; from < 204_000; from += freshItems) {
    await add(from);
    await sortAll();
  }
  await owner.query("vacuum analyze");
  await add(300_000);
  const value = await spentMs(cpuMs, sortAll);
  return { name: `sorting ${freshItems} new items, CPU of worker and PostgreSQL`, value, unit: "ms", reach: "≤ 2000" };
}

async function spentMs(databaseCpuMs: () => number, work: () => Promise<void>): Promise<number> {
  const began = process.cpuUsage();
  const databaseBegan = databaseCpuMs();
  await work();
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1000 + databaseCpuMs() - databaseBegan;
}
