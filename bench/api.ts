import type pg from "pg";
import { accountWorld } from "./account-world.ts";
import type { Benchmark, Size } from "./benchmark.ts";
import type { Figure } from "./figure.ts";
import { countAsked, measurePages, type Page } from "./pages.ts";

const requests = { full: 100, quick: 5 };
const feedsPerSite = 10;

export const api: Benchmark = {
  name: "api",
  setting: `/api/item and /api/site with 2,000 published feeds and 100,000 items, ${feedsPerSite} feeds per site. Every request asks for a different page, or for a different score since sites are cached in memory. So the database answers each request.`,
  run,
};

async function run(size: Size): Promise<Figure[]> {
  const world = await accountWorld(size, { isIndexed: false });
  try {
    const { pool } = world.database;
    const sites = world.feedIds.length / feedsPerSite;
    await publish(world.owner, sites);
    const urls = await someUrls(pool, countAsked(requests[size]));
    // Scores have two decimals and every item has 0.30, so a filter above that hides nothing.
    const scoreOf = (n: number) => (0.31 + (Math.floor(n / sites) % 69) / 100).toFixed(2);
    const pages: Page[] = [
      {
        name: "api-item",
        path: (n) => `/api/item?url=${encodeURIComponent(urls[n] ?? "")}`,
        headers: {},
        atMostMs: 2,
      },
      {
        name: "api-site",
        path: (n) => `/api/site?root=site${n % sites}.example&max_score=${scoreOf(n)}`,
        headers: {},
        atMostMs: 5,
      },
    ];
    return await measurePages(world.database, world.parts, pages, requests[size]);
  } finally {
    await world.close();
  }
}

async function publish(owner: pg.Client, sites: number): Promise<void> {
  await owner.query(
    `update feeds f set published = true, enabled = true, root_domain = 'site' || n % $1::int || '.example'
     from (select id, row_number() over (order by id) as n from feeds) numbered where numbered.id = f.id`,
    [sites],
  );
  await owner.query("vacuum analyze feeds");
}

async function someUrls(pool: pg.Pool, count: number): Promise<string[]> {
  const { rows } = await pool.query<{ url: string }>("select url from items order by hash limit $1", [count]);
  return rows.map(({ url }) => url);
}
