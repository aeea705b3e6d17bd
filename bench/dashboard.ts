import { randomUUID } from "node:crypto";
import type pg from "pg";
import { makePool } from "../src/database/connection.ts";
import { createWebApp } from "../src/web/app.ts";
import { signedIn } from "../test/ground/signed-in.ts";
import { accountParts, webParts } from "../test/web/web-parts.ts";
import { benchDatabase } from "./bench-database.ts";
import type { Figure } from "./figure.ts";

const feeds = 2_000;
const items = 100_000;
const logDays = 14;
const rounds = 60;
const warmUp = 10;
const reachMs = 50;

/** The pages of a person's feeds for an account with 2,000 feeds and 100,000 items: CPU of the server and of PostgreSQL. */
export async function dashboard(): Promise<Figure[]> {
  const database = await benchDatabase();
  const web = makePool(database.connection, "app_web", 4);
  try {
    const { parts } = webParts({ accounts: accountParts(web) });
    const app = createWebApp(parts);
    const person = await signedIn(parts);
    const subscription = await fill(database.pool, person.id);
    const htmx = { ...person.headers, "HX-Request": "true" };
    const pages: [name: string, path: string, headers: Record<string, string>][] = [
      ["/dashboard", "/dashboard", person.headers],
      ["/feeds, first page", "/feeds", htmx],
      ["/feeds, last page", `/feeds?page=${feeds / 20}`, htmx],
      ["/feeds, search", "/feeds?search=feed+19", htmx],
      ["/feeds, with an error", "/feeds?status=error", htmx],
      ["/feeds as a whole page", "/feeds", person.headers],
      ["/feeds/{id}", `/feeds/${subscription}`, person.headers],
    ];

    const figures: Figure[] = [];
    for (const [name, path, headers] of pages) {
      const ask = async () => {
        const answer = await app.request(path, { headers });
        if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
        await answer.arrayBuffer();
      };
      figures.push(...(await measure(name, ask, database.cpuMs)));
    }
    return figures;
  } finally {
    await web.end();
    await database.close();
  }
}

async function measure(name: string, ask: () => Promise<void>, databaseCpuMs: () => number): Promise<Figure[]> {
  for (let round = 0; round < warmUp; round += 1) await ask();
  const began = process.cpuUsage();
  const databaseBegan = databaseCpuMs();
  for (let round = 0; round < rounds; round += 1) await ask();
  const { user, system } = process.cpuUsage(began);
  const databaseMs = databaseCpuMs() - databaseBegan;
  const reach = `≤ ${reachMs} together`;
  return [
    { name: `${name}, CPU of the server`, value: (user + system) / 1000 / rounds, unit: "ms", reach },
    { name: `${name}, CPU of PostgreSQL`, value: databaseMs / rounds, unit: "ms", reach: "" },
  ];
}

/** A list like any other, only long; one feed in twenty has an error. Returns the subscription whose page is asked for. */
async function fill(pool: pg.Pool, personId: string): Promise<string> {
  await pool.query(
    `insert into feeds (id, url, enabled, polling, last_fetch_status, last_fetch_error, last_fetched_at, last_success_at)
     select gen_random_uuid(), 'https://host' || n || '.example/feed.xml', true, true,
       case when n % 20 = 0 then 'temporary_error' else 'success' end,
       case when n % 20 = 0 then 'Server error (HTTP 500)' end, now(), now() from generate_series(1, $1::int) n`,
    [feeds],
  );
  await pool.query(
    `insert into feed_schedules (feed_id, host, runnable, next_run_at, why_next)
     select id, url, true, now() + interval '1 hour', null from feeds`,
  );
  await pool.query(
    `insert into subscriptions (id, user_id, feed_id, name)
     select gen_random_uuid(), $1, id, 'Feed ' || row_number() over () from feeds`,
    [personId],
  );
  await pool.query(
    `insert into items (id, feed_id, hash, url, title, content, pub_date, fingerprint, analysis_status, rating)
     select gen_random_uuid(), f.id, encode(sha256((f.id::text || n)::bytea), 'hex'), 'https://example/' || n, 'Title ' || n,
       repeat('text ', 200), now() - n * interval '11 hours', ''::bytea, 'done', 0.3
     from feeds f cross join generate_series(1, $1::int) n`,
    [items / feeds],
  );
  await pool.query(
    `insert into fetch_logs (id, feed_id, started_at, completed_at, duration_ms, outcome, status, http_status, created)
     select gen_random_uuid(), f.id, at, at, 120, 'parsed', 'success', 200, 2
     from (select id from feeds limit 200) f
     cross join generate_series(now() - make_interval(days => $1), now(), interval '10 minutes') at`,
    [logDays],
  );
  await pool.query("analyze");
  const { rows } = await pool.query<{ id: string }>(
    "select s.id from subscriptions s join fetch_logs l on l.feed_id = s.feed_id limit 1",
  );
  return rows[0]?.id ?? randomUUID();
}
