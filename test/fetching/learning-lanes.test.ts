import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, test } from "node:test";
import { fetchLimitsOf } from "../../src/assemble.ts";
import { loadConfig } from "../../src/load-config.ts";
import { describeWhyNext, type WhyNext } from "../../src/schedule/policy/why-next.ts";
import { dayMs, hourMs, minuteMs } from "../../src/time.ts";
import { rss } from "../ground/feed-origin.ts";
import { fakeClock, fetchDriver } from "../ground/fetch-driver.ts";
import { testDatabase } from "../ground/test-database.ts";

const database = await testDatabase();
const { worker: pool } = database;

type Asked = { path: string; at: Date };

/** Answers as told, and remembers who asked when. All of 127.0.0.0/8 is this origin. */
async function origin(now: () => Date, statusOf: (n: number) => number, headers: Record<string, string> = {}) {
  const log: Asked[] = [];
  const server = createServer((request, response) => {
    log.push({ path: request.url ?? "", at: now() });
    const status = statusOf(log.length);
    response.writeHead(status, status === 200 ? { etag: '"a"', ...headers } : {});
    response.end(status === 200 ? rss([{ title: "One", link: "http://x.example/1" }]) : undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, "0.0.0.0", resolve));
  after(() => {
    server.close();
    server.closeAllConnections();
  });
  return { log, port: (server.address() as AddressInfo).port };
}

async function laneOfFeed(id: string) {
  const { rows } = await pool.query<Record<string, unknown>>(
    "select l.* from lanes l join feed_schedules s using (lane) where s.feed_id = $1",
    [id],
  );
  return rows[0] ?? {};
}

test("a refusal slows all feeds of the host: the next ones come one by one with a longer pause", async () => {
  const clock = fakeClock(new Date("2026-03-02T08:00:00Z"));
  const { log, port } = await origin(clock.now, (n) => (n <= 2 ? 429 : 200));
  const driver = fetchDriver(database, {}, clock);
  const ids: string[] = [];
  for (let n = 0; n < 5; n += 1) ids.push(await driver.add(`http://127.20.0.1:${port}/${n}`));

  for (let n = 0; n < 5; n += 1) {
    await driver.fetchDue();
    await driver.skipToNext();
  }
  const pauses = log.slice(1).map(({ at }, n) => (at.getTime() - (log[n]?.at.getTime() ?? 0)) / 1_000);
  // Five minutes after each refusal without a time, then 12 s instead of 3: doubled twice, hardly forgiven in an hour.
  assert.deepEqual(pauses.slice(0, 2), [300, 300]);
  assert.ok(
    pauses.slice(2).every((seconds) => seconds > 11.5 && seconds <= 12),
    pauses.join(", "),
  );
  const lane = await laneOfFeed(ids[0] ?? "");
  assert.ok(Number(lane["slow_ms"]) > 11_900 && Number(lane["slow_ms"]) <= 12_000, String(lane["slow_ms"]));
  assert.deepEqual([lane["requests"], lane["early"]], ["5", "0"]);
});

test("a host gets no more requests in a day than set; its feeds share them, and the reason is told", async () => {
  const clock = fakeClock(new Date("2026-03-02T00:00:00Z"));
  const settings = { FETCHER_HOST_REQUESTS_PER_DAY: "12", FETCHER_JITTER_PERCENT: "0" };
  const { config } = loadConfig(settings, {});
  // Each feed alone would be asked every five minutes.
  const { log, port } = await origin(clock.now, () => 200, { "cache-control": "max-age=60" });
  const changes = { limits: fetchLimitsOf(config), hostRequestsPerDay: config.fetcherHostRequestsPerDay };
  const driver = fetchDriver(database, changes, clock);
  const own = { adaptive: false, intervalMinutes: 5 };
  const ids: string[] = [];
  for (let n = 0; n < 3; n += 1) ids.push(await driver.add(`http://127.21.0.1:${port}/${n}`, own));

  const end = clock.now().getTime() + 2 * dayMs;
  while (clock.now().getTime() < end) {
    await driver.fetchDue();
    await driver.skipToNext();
  }
  const within = log.filter(({ at }) => at.getTime() < end);
  const perDay = Map.groupBy(within, ({ at }) => at.getUTCDate());
  assert.deepEqual(
    [...perDay.values()].map(({ length }) => length),
    [12, 12],
  );
  assert.deepEqual(
    [...Map.groupBy(within, ({ path }) => path).values()].map(({ length }) => length),
    [8, 8, 8],
  );
  const gaps = within.slice(1).map(({ at }, n) => at.getTime() - (within[n]?.at.getTime() ?? 0));
  assert.ok(Math.min(...gaps) >= 2 * hourMs - minuteMs, `${Math.min(...gaps) / minuteMs} min`);

  const lane = await laneOfFeed(ids[0] ?? "");
  assert.equal(lane["reason"], "At most 12 requests a day, spread over the day");
  const last = await driver.feed(ids[(log.length - 1) % 3] ?? "");
  assert.match(describeWhyNext(last["why_next"] as WhyNext)[0] ?? "", /its host's requests of the day/);
});

test("what a lane counts: requests, 304s, bytes, and none of them early", async () => {
  const clock = fakeClock(new Date("2026-03-02T08:00:00Z"));
  const { log, port } = await origin(clock.now, (n) => (n === 1 ? 200 : 304));
  const driver = fetchDriver(database, {}, clock);
  const id = await driver.add(`http://127.22.0.1:${port}/f`);
  for (let n = 0; n < 3; n += 1) {
    await driver.fetchDueOf(id);
    await driver.skipToNext();
  }
  const lane = await laneOfFeed(id);
  assert.deepEqual([lane["requests"], lane["not_modified"], lane["early"]], [String(log.length), "2", "0"]);
  assert.ok(Number(lane["received_bytes"]) > 100);
});

test("a request before the server's time is counted as early, unless a person asked for it", async () => {
  const clock = fakeClock(new Date("2026-03-02T08:00:00Z"));
  const { port } = await origin(clock.now, () => 200, { "cache-control": "max-age=7200" });
  const driver = fetchDriver(database, {}, clock);
  const id = await driver.add(`http://127.23.0.1:${port}/f`);
  await driver.fetchDueOf(id);
  const makeDue = async (why: string) => {
    clock.advance(10 * minuteMs);
    await pool.query(`update feed_schedules set next_run_at = $2 ${why} where feed_id = $1`, [id, clock.now()]);
    await pool.query(
      "update lanes set ready_at = free_at where lane = (select lane from feed_schedules where feed_id = $1)",
      [id],
    );
    await driver.fetchDueOf(id);
    return (await laneOfFeed(id))["early"];
  };
  assert.equal(await makeDue(""), "0");
  // As if the schedule itself had planned it for then.
  assert.equal(await makeDue(", why_next = jsonb_set(why_next, '{at}', to_jsonb($2::timestamptz))"), "1");
});
