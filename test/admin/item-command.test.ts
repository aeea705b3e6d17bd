import assert from "node:assert/strict";
import { after, test } from "node:test";
import { eventually } from "../ground/eventually.ts";
import { startCommand } from "../ground/run-command.ts";
import { chatBehaviours } from "../ground/stub-chat-server-behaviours.ts";
import { startStubChat } from "../ground/stub-chat-server.ts";
import { commandLine } from "./command-line.ts";
import { countByStatus, storeItems } from "./stored-items.ts";

const { run, json, pool, env: settings, createFeed } = await commandLine();
// Words alone: no page is asked for.
const quiet = { fullText: "never" as const, firstRunAt: null };

type Shown = { id: string; feedUrl: string; analysisStatus: string; analyzerResult: { overall: number } | null };
type Analysed = { items: number; pending: number; due: number; later: number; laterAt: string | null };

test("analyse --pending analyses all waiting items, and says when there are none", async () => {
  const { id: feedId } = await createFeed(quiet);
  const [item] = await storeItems(pool, feedId, 60);
  assert.equal((await json<Shown>(["item", "show", item?.url ?? ""])).analyzerResult, null);
  const analysed = await run(["analyse", "--pending"]);
  assert.deepEqual([analysed.code, analysed.stdout, analysed.stderr], [0, "Analysed 60 items.\n", ""]);
  assert.deepEqual(await countByStatus(pool, feedId), { done: 60 });
  assert.equal((await run(["analyse", "--pending"])).stdout, "Nothing to analyse.\n");
  assert.deepEqual(await json<Analysed>(["analyse", "--pending"]), {
    items: 0,
    pending: 0,
    due: 0,
    later: 0,
    laterAt: null,
    stopped: null,
  });
  const bare = await run(["analyse"]);
  assert.deepEqual([bare.code, bare.stdout], [2, ""]);
  assert.match(bare.stderr, /^Write --pending/);
});

test("analyse --since reads items again that were published since then, and says how many changed", async () => {
  const { id: feedId } = await createFeed(quiet);
  const items = await storeItems(pool, feedId, 30);
  const of = (from: number, to: number) => items.slice(from, to).map(({ id }) => id);
  await run(["analyse", "--pending"]);
  await pool.query("update items set pub_date = now() - interval '100 days' where feed_id <> $1", [feedId]);
  await pool.query("update items set pub_date = now() - interval '9 days' where id = any($1)", [of(0, 5)]);
  await pool.query(
    `update items set words_version = 1, analyzer_result = analyzer_result || '{"analyzer_version": "h1", "title_corrected": "Said by h1"}'
     where id = any($1)`,
    [of(0, 12)],
  );
  const read = await run(["analyse", "--since", "8d"]);
  assert.deepEqual([read.code, read.stdout, read.stderr], [0, "Read 25 items again; 7 changed.\n", ""]);
  const { since, ...again } = await json<{ since: string }>(["analyse", "--since", "2w"]);
  assert.deepEqual(again, { items: 30, changed: 5, isStopped: false });
  assert.ok(Math.abs(Date.parse(since) - (Date.now() - 14 * 86_400_000)) < 600_000);
  assert.equal(
    (await run(["analyse", "--since", "1h"], { isTerminal: true })).output.includes("Offline ["),
    true,
    "a terminal has a progress bar",
  );
  assert.match(
    (await run(["item", "show", items[0]?.id ?? ""])).stdout,
    /\nOlder version +h1, until \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC: [01]\.\d\d {2}Said by h1\n/,
  );
  await pool.query("update items set pub_date = now() - interval '100 days'");
  assert.equal(
    (await run(["analyse", "--since", "1d"])).stdout,
    "Nothing to read again: no item of that time was analysed offline.\n",
  );
});

for (const [written, sentence] of [
  ["yesterday", '"yesterday" is not a time: write a day (2026-11-03), a time (2026-11-03T06:00Z), or 36h, 7d, 2w.'],
  ["2026-02-31", '"2026-02-31" is not a time:'],
  ["2026-11-03T06:00", '"2026-11-03T06:00" is not a time:'],
  ["-7d", '"-7d" is not a time:'],
  ["0d", '"0d" is not in the past.'],
  ["2999-01-01", '"2999-01-01" is not in the past.'],
] as const) {
  test(`analyse --since=${written} is refused with a sentence`, async () => {
    const refused = await run(["analyse", `--since=${written}`]);
    assert.deepEqual([refused.code, refused.stdout], [2, ""]);
    assert.ok(refused.stderr.startsWith(sentence), refused.stderr);
  });
}

test("analyse --since goes with neither --pending nor --again", async () => {
  const refused = await run(["analyse", "--since", "7d", "--pending"]);
  assert.deepEqual([refused.code, refused.stderr], [2, "Write --since without --pending and --again.\n"]);
});

test("analyse --pending says that the AI service refuses us, and why", async () => {
  const chat = await startStubChat();
  after(() => chat.close());
  chat.willAnswer(...Array.from({ length: 50 }, () => chatBehaviours.badKey));
  const { id: feedId } = await createFeed(quiet);
  await storeItems(pool, feedId, 9);
  const env = { AI_TYPE: "openai", AI_API_KEY: "secret-key-1", AI_BASE_URL: chat.baseUrl, AI_CONCURRENCY: "1" };
  const refused = await run(["analyse", "--pending"], { env });
  assert.deepEqual([refused.code, chat.questions.length], [1, 1]);
  assert.match(
    refused.stdout,
    /^Analysed offline only: no model is asked\. The AI service does not accept the key: \(401\)/,
  );
  assert.match(refused.stdout, /'plainwire analyse --again'/);
  await pool.query("delete from model_stops");
  await pool.query("update items set upgrade_at = null");
});

test("analyse --again asks a model again that refused us, and says whether one had", async () => {
  const { id: feedId } = await createFeed(quiet);
  const [item] = await storeItems(pool, feedId, 1);
  await run(["analyse", "--pending"]);
  await pool.query(
    "insert into model_stops (fingerprint, why, message, stopped_at) values ('f', 'auth', 'It does not accept the key.', now())",
  );
  await pool.query("update items set upgrade_at = now() + interval '1 hour', model_why = 'stopped' where id = $1", [
    item?.id,
  ]);
  assert.match(
    (await run(["item", "show", item?.id ?? ""])).stdout,
    /\nModel +No language model has read it yet: the AI service refuses us/,
  );
  assert.equal((await run(["analyse", "--again"])).stdout, "Models are asked again.\n");
  const { rows } = await pool.query("select upgrade_at <= now() as due, model_why from items where id = $1", [
    item?.id,
  ]);
  assert.deepEqual(rows, [{ due: true, model_why: "waiting" }]);
  assert.equal((await run(["analyse", "--again"])).stdout, "No model had refused us: models are asked as usual.\n");
  await pool.query("update items set upgrade_at = null");
});

test("item show finds an item by id or URL, and ignores tracking parameters", async () => {
  const { id: feedId, url: feedUrl } = await createFeed(quiet);
  const [item] = await storeItems(pool, feedId, 1);
  assert.ok(item !== undefined);
  await run(["analyse", "--pending"]);
  const text = (await run(["item", "show", `${item.url}?utm_source=mail#top`])).stdout;
  assert.match(text, new RegExp(`^Id +${item.id}\nFeed +${feedId} ${feedUrl}\n`));
  assert.match(text, /\nTitle +SHOCKING: /);
  assert.match(text, /\nAnalysis +done\n/);
  assert.match(text, /\nPage +Its page was not read: this feed’s pages are not asked for\.\n/);
  assert.match(text, /\nModel +No language model read it: none was set up when it came\.\n/);
  assert.match(text, /\nNeutral title +\S/);
  assert.match(text, /\nClickbait +[01]\.\d\d  \S/);
  const shown = await json<Shown>(["item", "show", item.id]);
  assert.deepEqual([shown.id, shown.feedUrl, shown.analysisStatus], [item.id, feedUrl, "done"]);
  assert.ok((shown.analyzerResult?.overall ?? 0) > 0.3);
});

test("an unknown item, a name that is no id or URL, and a page in several feeds are refused", async () => {
  const [first, second] = [await createFeed(quiet), await createFeed(quiet)];
  const [item] = await storeItems(pool, first.id, 1);
  const [twin] = await storeItems(pool, second.id, 1);
  await pool.query("update items set url = o.url, hash = o.hash from items o where items.id = $1 and o.id = $2", [
    twin?.id,
    item?.id,
  ]);
  const several = await run(["item", "show", item?.url ?? ""]);
  assert.deepEqual([several.code, several.stdout], [1, ""]);
  assert.match(several.stderr, /^That page is in several feeds\. Use an id instead: .*\n$/);
  assert.ok([item?.id, twin?.id, first.url, second.url].every((part) => several.stderr.includes(part ?? "?")));

  const unknown = await run(["item", "show", "https://example.org/never"]);
  assert.deepEqual([unknown.code, unknown.stderr], [1, 'There is no item "https://example.org/never" in any feed.\n']);
  const wrong = await run(["item", "reanalyse", "nonsense"]);
  assert.deepEqual(
    [wrong.code, wrong.stderr],
    [2, '"nonsense" is not an item: use an id or a URL that starts with http:// or https://.\n'],
  );
});

test("reanalyse analyses one item, or all items of a feed, as if they were new", async () => {
  const { id: feedId, url: feedUrl } = await createFeed(quiet);
  const [item] = await storeItems(pool, feedId, 3);
  await run(["analyse", "--pending"]);
  await pool.query(
    "update items set analyzer_result = null, rating = null, attempts = 7, analysis_error = 'It broke' where feed_id = $1",
    [feedId],
  );

  const { id: otherId } = await createFeed(quiet);
  await storeItems(pool, otherId, 2);
  assert.equal((await run(["item", "reanalyse", item?.id ?? ""])).stdout, "Analysed 1 item.\n");
  assert.deepEqual(await countByStatus(pool, otherId), { pending: 2 }, "what was not asked for is left alone");
  await pool.query("delete from items where feed_id = $1", [otherId]);
  const judged = () =>
    pool.query(
      "select from items where feed_id = $1 and rating is not null and attempts = 0 and analysis_error is null",
      [feedId],
    );
  assert.equal((await judged()).rowCount, 1);
  assert.equal((await json<Analysed>(["item", "reanalyse", "--feed", feedUrl])).items, 3);
  assert.equal((await judged()).rowCount, 3);

  for (const words of [
    ["item", "reanalyse"],
    ["item", "reanalyse", item?.id ?? "", "--feed", feedId],
  ]) {
    const { code, stderr } = await run(words);
    assert.deepEqual([code, stderr], [2, "Name an item, or a feed with --feed.\n"]);
  }
  assert.match((await run(["item", "reanalyse", "--feed", "https://example.org/no-feed"])).stderr, /^There is no feed/);
});

test("items that the model cannot read now are tried again later, and counted", async () => {
  const { id: feedId } = await createFeed(quiet);
  const [item] = await storeItems(pool, feedId, 1);
  const { code, stdout } = await run(["item", "reanalyse", item?.id ?? ""], { env: { AI_TYPE: "fail" } });
  assert.equal(code, 0);
  assert.match(stdout, /^Analysed 1 item; to be tried again: 1 item, the first at [\d-]+ [\d:]+ UTC\.\n$/);
  await pool.query("update items set upgrade_at = null where id = $1", [item?.id]);
});

test("a terminal shows the progress", async () => {
  const { id: feedId } = await createFeed(quiet);
  await storeItems(pool, feedId, 2_000);
  const { output } = await run(["item", "reanalyse", "--feed", feedId], { isTerminal: true });
  assert.match(output, /Offline \[.*\] \d+\/2000/);
  assert.match(output, /Analysed 2000 items\./);
});

test("Ctrl-C stops between two batches, keeps finished work, and says what is left", async () => {
  const { id: feedId } = await createFeed(quiet);
  await storeItems(pool, feedId, 20_000);
  const analysis = startCommand(["analyse", "--pending", "--json"], { env: settings });
  await eventually(async () => assert.ok(((await countByStatus(pool, feedId))["done"] ?? 0) > 0));
  const { code, stdout, stderr } = await analysis.stop("SIGINT");
  assert.equal(code, 1);
  const left = JSON.parse(stdout) as Analysed;
  assert.match(stderr, /Stopping after this batch/);
  assert.ok(left.pending > 0 && left.pending < 20_000, JSON.stringify(left));
  assert.equal(
    (await countByStatus(pool, feedId))["done"],
    20_000 - ((await countByStatus(pool, feedId))["pending"] ?? 0),
  );
  await pool.query("delete from items where feed_id = $1", [feedId]);
});
