import type pg from "pg";
import { type AccountWorld, accountWorld } from "./account-world.ts";
import type { Benchmark, Size } from "./benchmark.ts";
import type { Figure } from "./figure.ts";
import { measurePages, type Page } from "./pages.ts";

const requests = { full: 60, quick: 10 };
const logDays = 14;
const atMostMs = 50;

export const dashboard: Benchmark = {
  name: "dashboard",
  setting:
    "A person's feed pages, for an account with 2,000 feeds and 100,000 items. For 200 of the feeds there are two weeks of fetches every ten minutes. One feed in twenty has an error.",
  run,
};

async function run(size: Size): Promise<Figure[]> {
  const world = await accountWorld(size, { isIndexed: false });
  try {
    await addFetches(world.owner, size === "full" ? 200 : 20);
    return await measurePages(world.database, world.parts, await pagesOf(world), requests[size]);
  } finally {
    await world.close();
  }
}

async function pagesOf({ database, person, feedIds }: AccountWorld): Promise<Page[]> {
  const { rows } = await database.pool.query<{ id: string }>(
    "select s.id from subscriptions s join fetch_logs l on l.feed_id = s.feed_id limit 1",
  );
  const fragment = { ...person.headers, "HX-Request": "true" };
  const page = (name: string, path: string, headers: Record<string, string>): Page => ({
    name,
    path: () => path,
    headers,
    atMostMs,
  });
  return [
    page("/dashboard", "/dashboard", person.headers),
    page("/feeds, first page", "/feeds", fragment),
    page("/feeds, last page", `/feeds?page=${feedIds.length / 20}`, fragment),
    page("/feeds, search", "/feeds?search=feed+19", fragment),
    page("/feeds, with an error", "/feeds?status=error", fragment),
    page("/feeds as a whole page", "/feeds", person.headers),
    page("/feeds/{id}", `/feeds/${rows[0]?.id}`, person.headers),
  ];
}

async function addFetches(owner: pg.Client, loggedFeeds: number): Promise<void> {
  await owner.query(
    `update feeds f set enabled = true, polling = true, last_fetched_at = now(), last_success_at = now(),
       last_fetch_status = case when n % 20 = 0 then 'temporary_error' else 'success' end,
       last_fetch_error = case when n % 20 = 0 then 'Server error (HTTP 500)' end
     from (select id, row_number() over (order by id) as n from feeds) numbered where numbered.id = f.id`,
  );
  await owner.query(
    `insert into feed_schedules (feed_id, lane, runnable, next_run_at)
     select id, url, true, now() + interval '1 hour' from feeds`,
  );
  await owner.query(
    `insert into fetch_logs (id, feed_id, started_at, completed_at, duration_ms, outcome, status, http_status, created)
     select gen_random_uuid(), f.id, at, at, 120, 'parsed', 'success', 200, 2
     from (select id from feeds order by id limit $2) f
     cross join generate_series(now() - make_interval(days => $1), now(), interval '10 minutes') at`,
    [logDays, loggedFeeds],
  );
  await owner.query("vacuum analyze");
}
