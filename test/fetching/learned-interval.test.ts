import assert from "node:assert/strict";
import { test } from "node:test";
import { fetchLimitsOf } from "../../src/assemble.ts";
import { loadConfig } from "../../src/load-config.ts";
import { openPace } from "../../src/schedule/pack-pace.ts";
import { describeWhyNext, type WhyNext } from "../../src/schedule/policy/why-next.ts";
import { dayMs, earlier, hourMs, minuteMs } from "../../src/time.ts";
import { feedOrigin, rss } from "../ground/feed-origin.ts";
import { fakeClock, fetchDriver } from "../ground/fetch-driver.ts";
import { testDatabase } from "../ground/test-database.ts";

const database = await testDatabase();
const origin = await feedOrigin();
const clock = fakeClock();
const driverWith = (policy: string) => {
  const settings = { FETCHER_ADAPTIVE: policy, FETCHER_JITTER_PERCENT: "0" };
  return fetchDriver(database, { limits: fetchLimitsOf(loadConfig(settings, {}).config) }, clock);
};
const [learned, factors] = [driverWith("learned"), driverWith("factors")];

/** One item a week, the newest `newestDays` old. */
function weekly(newestDays: number, count = 10): string {
  return rss(
    Array.from({ length: count }, (_, week) => {
      const date = earlier(clock.now(), newestDays * dayMs + week * 7 * dayMs);
      return { title: `Item ${date.toISOString()}`, guid: date.toISOString(), date };
    }),
  );
}

type Driver = typeof learned;

/** Minutes to the next run after one fetch at the time the feed is due. */
async function waitOf(driver: Driver, id: string): Promise<number> {
  const due = new Date(Number((await driver.feed(id))["next_run_at"]));
  if (due > clock.now()) clock.set(due);
  await driver.fetchDueOf(id);
  return (Number((await driver.feed(id))["next_run_at"]) - clock.now().getTime()) / 60_000;
}

async function paceOf(id: string) {
  const { rows } = await database.worker.query<{ pace: Buffer | null }>("select pace from feeds where id = $1", [id]);
  return openPace(rows[0]?.pace ?? null);
}

test("FETCHER_ADAPTIVE is learned from a feed's dates, or goes by the factors", async () => {
  const url = (path: string) => origin.url(path, "127.4.7.1");
  origin.serve("/learned", { body: weekly(1) });
  origin.serve("/factors", { body: weekly(1) });
  const slow = await learned.add(url("/learned"));
  const byFactors = await factors.add(origin.url("/factors", "127.4.7.2"));

  assert.equal(await waitOf(factors, byFactors), 60);
  assert.equal(await waitOf(factors, byFactors), 75);
  const first = await waitOf(learned, slow);
  assert.ok(first > 120 && first < 480, `${first} minutes`);

  const { why_next: why } = await learned.feed(slow);
  const sentences = describeWhyNext(why as WhyNext);
  assert.match(String(sentences[0]), /decided by the interval learned from when the feed publishes\.$/);
  assert.equal(sentences[1], "The feed usually publishes about one item a week.");
});

test("what is learned is kept between fetches, and news makes the next one come sooner", async () => {
  origin.serve("/kept", { body: weekly(1) });
  const id = await learned.add(origin.url("/kept", "127.4.7.3"));
  const quiet = await waitOf(learned, id);
  const before = await paceOf(id);

  const news = Array.from({ length: 4 }, (_, n) => ({
    title: `News ${n}`,
    guid: `news-${n}`,
    date: new Date(clock.now().getTime() + quiet * minuteMs - (n + 0.5) * 0.25 * hourMs),
  }));
  origin.serve("/kept", { body: rss(news) });
  const excited = await waitOf(learned, id);
  assert.ok(excited < quiet / 1.5, `${excited} after ${quiet} minutes`);
  const gained = Number((await paceOf(id))?.items) - Number(before?.items);
  assert.ok(gained > 3.9 && gained < 4, `${gained} items`);
});

test("an item that only changes its text is no news", async () => {
  const date = earlier(clock.now(), hourMs);
  const saying = (text: string) => rss([{ title: "One", guid: "1", text, date }]);
  origin.serve("/edited", { body: saying("first") });
  const id = await learned.add(origin.url("/edited", "127.4.7.4"));
  await waitOf(learned, id);
  const before = await paceOf(id);
  origin.serve("/edited", { body: saying("second") });
  await waitOf(learned, id);
  assert.equal((await paceOf(id))?.newsMinute, before?.newsMinute);
  assert.ok(Number((await paceOf(id))?.items) < Number(before?.items));
});

test("a feed from before the upgrade goes on by the factors, and learns from its whole next document", async () => {
  origin.serve("/old", { body: weekly(1) });
  const id = await learned.add(origin.url("/old", "127.4.7.5"));
  await waitOf(learned, id);
  // As an upgrade finds it: no pace, the interval of the factors, the fingerprints of its last document.
  await database.worker.query("update feeds set pace = null, interval_minutes = 100 where id = $1", [id]);
  assert.equal(await waitOf(learned, id), 125);
  assert.equal(await paceOf(id), null);

  origin.serve("/old", { body: weekly(0, 11) });
  assert.ok((await waitOf(learned, id)) > 125);
  const pace = await paceOf(id);
  assert.ok(Number(pace?.hours) > 400, "as if watched since the oldest item");
});
