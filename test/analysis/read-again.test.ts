import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { beforeEach, test } from "node:test";
import { readAgainSince, readOldReadings, wordReader, type WordReader } from "../../src/analysis/read-again.ts";
import { findOlderAnalyses } from "../../src/items/analysis-store.ts";
import { claimOldReadings } from "../../src/items/claim-items-store.ts";
import {
  ago,
  analyse,
  clock,
  current,
  find,
  forgetMarks,
  minuteMs,
  newItem,
  parts,
  pool,
  read,
  readBy,
} from "./old-readings.ts";

beforeEach(async () => {
  await pool.query("delete from items");
  await forgetMarks();
});

test("an item that an older version read is read again, and what the older one said stays as an older analysis", async () => {
  const item = await readBy("h1", { title: "Mayor slams bus plan" }, { title_corrected: "What h1 said", overall: 0.9 });
  clock.advance(minuteMs);
  assert.deepEqual(await read(), { took: 1, changed: 1 });

  const { result, rating, words_version } = await find(item);
  assert.deepEqual([result.analyzer_version, words_version], [wordReader.version, current]);
  assert.equal(result.title_corrected, "Mayor criticizes bus plan");
  assert.equal(rating, result.overall);
  const [older, ...others] = await findOlderAnalyses(pool, item);
  assert.deepEqual(
    [older?.analysis.analyzer_version, older?.analysis.title_corrected, older?.until, others],
    ["h1", "What h1 said", clock.now(), []],
  );
  assert.deepEqual(await read(), { took: 0, changed: 0 });
});

test("the version after the next one needs only its name: h10 is newer than h9, and an older program undoes nothing", async () => {
  const item = await readBy("h9", { title: "Council meets" });
  assert.deepEqual(await read(named("h10")), { took: 1, changed: 1 });
  assert.deepEqual(await read(named("h9")), { took: 0, changed: 0 });
  const { result, words_version } = await find(item);
  assert.deepEqual([result.analyzer_version, words_version], ["h10", 10]);
  assert.deepEqual(
    (await findOlderAnalyses(pool, item)).map(({ analysis }) => analysis.analyzer_version),
    ["h9"],
  );
  assert.deepEqual(await read(named("h11")), { took: 1, changed: 1 });
  assert.deepEqual(
    (await findOlderAnalyses(pool, item)).map(({ analysis }) => analysis.analyzer_version),
    ["h10", "h9"],
  );
});

test("an item about which the new version says the same is neither published nor indexed again, and has no older analysis", async () => {
  const item = await readBy("h1", { title: "Council meets on Monday" }, {});
  assert.deepEqual(await read(), { took: 1, changed: 0 });
  assert.equal((await find(item)).words_version, current);
  assert.equal((await find(item)).result.analyzer_version, wordReader.version);
  assert.deepEqual(await countMarks(), { feeds: 0, items: 0 });
  assert.deepEqual(await findOlderAnalyses(pool, item), []);

  await readBy("h1", { title: "Council meets on Tuesday" }, { summary: "Something else." });
  await read();
  assert.deepEqual(await countMarks(), { feeds: 1, items: 1 });
});

test("the newest items come first, and those published too long ago never", async () => {
  const old = await readBy("h1", { title: "Too old", pubDate: ago(15) });
  const items: string[] = [];
  for (let n = 0; n < 30; n += 1) items.push(await readBy("h1", { title: `Item ${n}`, pubDate: ago(n / 3) }));
  assert.deepEqual(await read(), { took: 20, changed: 20 });
  for (const [n, item] of items.entries()) assert.equal((await find(item)).words_version, n < 20 ? current : 1);
  assert.deepEqual(await read(), { took: 10, changed: 10 });
  assert.deepEqual(await read(), { took: 0, changed: 0 });
  assert.equal((await find(old)).words_version, 1);
});

test("nothing is read again while an item waits for its first reading", async () => {
  await readBy("h1", { title: "Council meets" });
  await newItem({ title: "New" });
  const look = await readOldReadings({ ...parts(), stopwatch: () => 0 });
  assert.deepEqual(look, { took: 0, changed: 0, againInMs: 1_000 });
  await analyse();
  assert.deepEqual(await read(), { took: 1, changed: 1 });
});

test("it runs for a tenth of the time: after a batch of 30 ms it rests for 270 ms, and with nothing to do it keeps its usual pace", async () => {
  await readBy("h1", { title: "Council meets" });
  let ms = 0;
  const stopwatch = () => (ms += 30);
  const look = await readOldReadings({ ...parts(), stopwatch });
  assert.equal(Math.round(look.againInMs ?? 0), 270);
  assert.deepEqual(await readOldReadings({ ...parts(), stopwatch }), { took: 0, changed: 0 });
});

test("what a model said stays, even if the item was read by an older version before", async () => {
  const item = await readBy("h1", { title: "Council meets" });
  await saveByModel(item);
  assert.deepEqual(await read(), { took: 0, changed: 0 });
  assert.deepEqual(await readSince(ago(14)), { items: 0, changed: 0 });
  assert.equal((await find(item)).result.analyzer, "llm");
});

test("an item that is edited while it is read again keeps its new text waiting, and no result for the old one", async () => {
  const item = await readBy("h1", { title: "Before" });
  const edits: WordReader = {
    ...wordReader,
    analyse: (input) => {
      edited = pool.query(
        "update items set title = 'After', analysis_status = 'pending', words_version = null, analysis_lease = null where id = $1",
        [item],
      );
      return wordReader.analyse(input);
    },
  };
  let edited: Promise<unknown> = Promise.resolve();
  const slow = { ...parts(edits), pool: waitingFor(() => edited) };
  assert.equal((await readOldReadings({ ...slow, stopwatch: () => 0 })).changed, 0);
  const { result, analysis_status } = await find(item);
  assert.deepEqual([result.analyzer_version, analysis_status], ["h1", "pending"]);
  assert.deepEqual(await findOlderAnalyses(pool, item), []);
});

test("two workers share the items: none is read twice", async () => {
  for (let n = 0; n < 40; n += 1) await readBy("h1", { title: `Item ${n}` });
  const seen: string[] = [];
  const counted: WordReader = {
    ...wordReader,
    analyse: (input) => {
      seen.push(input.title);
      return wordReader.analyse(input);
    },
  };
  const work = async () => {
    while ((await pool.query("select from items where words_version = 1")).rowCount !== 0) await read(counted);
  };
  await Promise.all([work(), work()]);
  assert.deepEqual([seen.length, new Set(seen).size], [40, 40]);
});

test("a worker that is killed in the middle loses nothing: its items are read when its lease has ended", async () => {
  const item = await readBy("h1", { title: "Council meets" });
  const claimed = await claimOldReadings(pool, {
    now: clock.now(),
    until: new Date(clock.now().getTime() + minuteMs),
    leaseId: randomUUID(),
    count: 20,
    version: current,
    since: ago(14),
  });
  assert.deepEqual(
    claimed.map(({ itemId }) => itemId),
    [item],
  );
  assert.deepEqual(await read(), { took: 0, changed: 0 });
  clock.advance(2 * minuteMs);
  assert.deepEqual(await read(), { took: 1, changed: 1 });
});

test("when its page or a model is to be asked for stays as it was", async () => {
  const item = await readBy("h1", { title: "Council meets" });
  const [pageAt, upgradeAt] = [new Date("2026-03-03T00:00:00Z"), new Date("2026-03-04T00:00:00Z")];
  await pool.query("update items set page_at = $2, upgrade_at = $3, page_why = 'waiting' where id = $1", [
    item,
    pageAt,
    upgradeAt,
  ]);
  await read();
  const found = await find(item);
  assert.deepEqual(
    [found.page_at, found.upgrade_at, found.page_why, found.words_version],
    [pageAt, upgradeAt, "waiting", current],
  );
});

test("the text of its page is what is read again, if the page was read", async () => {
  const text = "The council met on Monday and decided to repair the bridge for 2 million.";
  const item = await readBy("h1", { title: "Council meets" });
  await pool.query("update items set text = $2, input_kind = 'page' where id = $1", [item, text]);
  await read();
  const { result } = await find(item);
  assert.equal(result.input_kind, "article");
  assert.match(result.summary, /2 million/);
});

test("reanalysing an item keeps what the older version said about the same text", async () => {
  const item = await readBy("h1", { title: "Council meets" });
  await pool.query("update items set analysis_status = 'pending' where id = $1", [item]);
  await analyse();
  assert.equal((await findOlderAnalyses(pool, item)).length, 1);
  assert.equal((await find(item)).words_version, current);
});

test("readAgainSince reads every item since then once, of any version, in batches that may end within a millisecond", async () => {
  for (let n = 0; n < 50; n += 1) await readBy(n % 2 === 0 ? "h1" : wordReader.version, { title: `Item ${n}` });
  await pool.query("update items set pub_date = $1::timestamptz + interval '123456 microseconds'", [ago(2)]);
  const tooOld = await readBy("h1", { title: "Before", pubDate: ago(4) });
  clock.advance(minuteMs);
  const told = { total: 0, batches: [] as number[] };
  const read = await readAgainSince(parts(), ago(3), {
    stop: new AbortController().signal,
    onStart: (total) => (told.total = total),
    onBatch: (count) => told.batches.push(count),
  });
  assert.deepEqual(
    [read, told],
    [
      { items: 50, changed: 25 },
      { total: 50, batches: [20, 20, 10] },
    ],
  );
  assert.equal((await find(tooOld)).words_version, 1);
});

test("readAgainSince stops between two batches", async () => {
  for (let n = 0; n < 30; n += 1) await readBy("h1", { title: `Item ${n}` });
  clock.advance(minuteMs);
  const stopping = new AbortController();
  const onBatch = () => stopping.abort();
  const read = await readAgainSince(parts(), ago(3), { stop: stopping.signal, onStart: () => undefined, onBatch });
  assert.deepEqual(read, { items: 20, changed: 20 });
});

function readSince(since: Date) {
  clock.advance(minuteMs);
  const stop = new AbortController().signal;
  return readAgainSince(parts(), since, { stop, onStart: () => undefined, onBatch: () => undefined });
}

/** This analyzer as if it were called that, and its summaries say so. */
function named(version: string): WordReader {
  const analyse: WordReader["analyse"] = (input) => {
    return { ...wordReader.analyse(input), analyzer_version: version, summary: `Read by ${version}.` };
  };
  return { version, analyse };
}

/** The pool whose statements wait for something once the items are claimed. */
function waitingFor(something: () => Promise<unknown>): typeof pool {
  const query = async (...args: Parameters<typeof pool.query>) => {
    await something();
    return pool.query(...args);
  };
  return { query } as unknown as typeof pool;
}

async function saveByModel(item: string): Promise<void> {
  await pool.query(
    `update items set analyzer_result = analyzer_result || '{"analyzer": "llm"}', words_version = null where id = $1`,
    [item],
  );
}

async function countMarks(): Promise<{ feeds: number; items: number }> {
  const { rows } = await pool.query<{ feeds: number; items: number }>(
    "select (select count(*)::int from stale_feeds) as feeds, (select count(*)::int from stale_items) as items",
  );
  return rows[0] ?? { feeds: -1, items: -1 };
}
