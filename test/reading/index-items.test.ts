import assert from "node:assert/strict";
import { test } from "node:test";
import { analyseItems } from "../../src/analysis/analyse-items.ts";
import { indexItems } from "../../src/analysis/stories/index-items.ts";
import { loadStaleItems, saveIndex, settleStaleItems } from "../../src/analysis/stories/index-store.ts";
import { createStoryMemory } from "../../src/analysis/stories/story-memory.ts";
import { extractSigns } from "../../src/analysis/stories/story-signs.ts";
import { buildSearchVector } from "../../src/items/build-search-vector.ts";
import { eventually } from "../ground/eventually.ts";
import { type Reader, readingWorld } from "./reading-world.ts";

const world = await readingWorld();
const { worker } = world.database;
const now = () => new Date();
const dayMs = 86_400_000;

const quake = {
  title: "Magnitude 6.8 earthquake strikes off Chile's coast near Coquimbo",
  text: "Residents of La Serena left their homes after a tsunami warning that was lifted two hours later.",
};
const sameQuake = {
  title: "Tsunami warning lifted after strong earthquake near Coquimbo",
  text: "Thousands in Chile left homes after a 6.8 magnitude earthquake struck off the coast near La Serena.",
};

test("an analysed item is indexed, and indexed again after another analysis, in the same story", async () => {
  const feed = await world.addFeed([], "Gazette");
  const id = await world.addItem(feed, quake);
  assert.equal(await indexOf(id), null);
  await world.settle();
  const first = await indexOf(id);
  assert.deepEqual([first?.story_id, first?.analyzer, first?.found], [id, "heuristic", true]);

  await world.editItem(id, { title: "Council approves bridge", text: "In Leeds." });
  await world.settle();
  const second = await indexOf(id);
  assert.deepEqual([second?.story_id, second?.found], [id, false]);
  assert.equal(await waiting(), 0);
});

test("reports of one event in two feeds are one story, found across batches", async () => {
  const [one, other] = [await world.addFeed([], "One"), await world.addFeed([], "Other")];
  const first = await world.addItem(one, {
    ...quake,
    title: quake.title.replace("6.8", "7.1"),
    text: `${quake.text} Mendoza felt it.`,
  });
  await world.settle();
  const second = await world.addItem(other, { ...sameQuake, text: `${sameQuake.text} Mendoza felt it.` });
  await world.settle();
  assert.equal((await indexOf(second))?.story_id, (await indexOf(first))?.story_id);
});

test("reports of one event are one story, also if another process indexed the first of them a moment ago", async () => {
  const indexer = () => {
    const memory = createStoryMemory();
    return () => indexItems({ pool: worker, now, memory });
  };
  const [one, other] = [indexer(), indexer()];
  const add = async (feed: string, item: Parameters<typeof world.addItem>[1]) => {
    const id = await world.addItem(await world.addFeed([], feed), item);
    await analyseItems({ pool: worker, now, limits: { hasModel: false, ageDaysMax: 14 } });
    return id;
  };
  await add("Early", { title: "Harbour pilots of Gdynia reject the offer" });
  assert.equal(await other(), 1);
  const first = await add("First", { title: "Orlowo pier closed after storm tears off 140 planks" });
  assert.equal(await one(), 1);
  const second = await add("Second", { title: "Storm tears 140 planks off Orlowo pier, which is closed" });
  assert.equal(await other(), 1);
  const third = await add("Third", { title: "Closed: storm tears off 140 planks of the Orlowo pier" });
  assert.equal(await one(), 1);
  assert.deepEqual([(await indexOf(second))?.story_id, (await indexOf(third))?.story_id], [first, first]);
});

test("reports in two languages are one story, found across batches by their names and numbers", async () => {
  const [one, other] = [await world.addFeed([], "English"), await world.addFeed([], "German")];
  const first = await world.addItem(one, { title: "Train collision near Brzeg injures 23 people this morning" });
  await world.settle();
  const second = await world.addItem(other, { title: "Zugunglück bei Brzeg: Es gibt 23 Verletzte und einen Toten" });
  const later = await world.addItem(await world.addFeed([], "Third"), {
    title: "Zugunglück bei Brzeg: Es gibt 42 Verletzte und keinen Toten mehr",
    pubDate: new Date(Date.now() - 2 * dayMs),
  });
  await world.settle();
  const languages = await worker.query(
    "select id, analyzer_result ->> 'language' as language from items where id = any($1)",
    [[first, second]],
  );
  assert.deepEqual(new Set(languages.rows.map(({ language }) => language)), new Set(["en", "de"]));
  assert.deepEqual([(await indexOf(second))?.story_id, (await indexOf(later))?.story_id], [first, later]);
});

test("one page in two feeds is one story, with or without tracking parameters", async () => {
  const [one, other] = [await world.addFeed([], "One"), await world.addFeed([], "Other")];
  const page = { url: "https://news.example/page", pubDate: new Date(Date.now() - 90 * dayMs) };
  const first = await world.addItem(one, page);
  const second = await world.addItem(other, {
    ...page,
    url: `${page.url}?utm_source=x#top`,
    title: "Quite another title",
  });
  await world.settle();
  assert.equal((await indexOf(second))?.story_id, (await indexOf(first))?.story_id);
});

test("items that share a guid but no address are not one page", async () => {
  const [one, other] = [await world.addFeed([], "One"), await world.addFeed([], "Other")];
  const ids = [await world.addItem(one, { url: null }), await world.addItem(other, { url: null })];
  await worker.query("update items set hash = repeat('a', 64) where id = any($1)", [ids]);
  await world.settle();
  const stories = await Promise.all(ids.map(async (id) => (await indexOf(id))?.story_id));
  assert.deepEqual(stories, ids);
});

test("only one process indexes items at a time", async () => {
  const feed = await world.addFeed([], "Busy");
  for (let n = 0; n < 5; n += 1) await world.addItem(feed);
  const client = await worker.connect();
  try {
    await client.query("begin");
    await client.query("select pg_advisory_xact_lock(7246012)");
    await worker.query("update items set analysis_status = 'done' where feed_id = $1", [feed]);
    assert.equal(await indexItems({ pool: worker, now }), 0);
    assert.equal(await waiting(), 5);
  } finally {
    await client.query("rollback");
    client.release();
  }
  assert.equal(await indexItems({ pool: worker, now }), 5);
});

test("an item marked again during indexing is indexed again, and marking it never waits", async () => {
  const feed = await world.addFeed([], "Edited");
  const id = await world.addItem(feed);
  await world.settle();
  await worker.query("update items set analysis_status = 'done' where id = $1", [id]);
  const before = await worker.query("select since::text from stale_items where item_id = $1", [id]);
  await worker.query("update items set analysis_status = 'done' where id = $1", [id]);
  const after = await worker.query("select since::text from stale_items where item_id = $1", [id]);
  assert.notEqual(after.rows[0].since, before.rows[0].since);
  await worker.query("delete from stale_items where item_id = $1 and since = $2", [id, before.rows[0].since]);
  assert.equal(await waiting(), 1);
  await world.settle();
  assert.equal(await waiting(), 0);
});

test("as many characters of a text are searched, however many bytes they take", async () => {
  const feed = await world.addFeed([], "Long");
  // Five characters and eight bytes each; 12,000 characters are read.
  const [short, long] = [
    await world.addItem(feed, { title: "Short", text: `${"żółw ".repeat(2_390)}needle` }),
    await world.addItem(feed, { title: "Long", text: `${"żółw ".repeat(2_400)}needle` }),
  ];
  await world.settle();
  const { rows } = await worker.query(
    "select item_id as id from item_index where item_id = any($1) and words @@ 'needle'",
    [[short, long]],
  );
  assert.deepEqual(rows, [{ id: short }]);
});

test("an item without an analysis is compared by the words of the language that its feed states", async () => {
  const feed = await world.addFeed([], "Unread");
  await worker.query("update feeds set language = 'EN-gb' where id = $1", [feed]);
  const title = "The ferry was out of the harbour";
  const id = await world.addItem(feed, { title });
  await world.settle();
  await worker.query("delete from item_index where item_id = $1", [id]);
  await worker.query("delete from story_signs where item_id = $1", [id]);
  await worker.query("update items set analyzer_result = null, analysis_status = 'skipped' where id = $1", [id]);
  await world.settle();
  const { rows } = await worker.query("select title_stems, language from story_signs where item_id = $1", [id]);
  const { titleStems } = extractSigns({ title, lead: "", language: "en" });
  assert.deepEqual(rows, [{ title_stems: titleStems, language: "und" }]);
});

test("what was made of an item goes with it, also if it is deleted while it is indexed", async () => {
  const feed = await world.addFeed([], "Gone");
  const [id, other] = [await world.addItem(feed), await world.addItem(feed)];
  await world.settle();
  const left = async () => {
    const counts = ["item_index", "story_signs", "stale_items"].map(
      (table) => `(select count(*) from ${table} where item_id = any($1))`,
    );
    const { rows } = await worker.query(`select (${counts.join(" + ")})::int as count`, [[id, other]]);
    return rows[0].count;
  };
  assert.equal(await left(), 4);
  await worker.query("delete from items where id = $1", [other]);
  assert.equal(await left(), 2);

  await worker.query("delete from item_index where item_id = $1", [id]);
  await worker.query("update items set analysis_status = 'done' where id = $1", [id]);
  const indexer = await worker.connect();
  try {
    await indexer.query("begin");
    const [stale] = await loadStaleItems(indexer, 10);
    assert.equal(stale?.id, id);
    const gone = worker.query("delete from items where id = $1", [id]);
    await eventually(async () => {
      const { rowCount } = await world.database.admin.query(
        "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
      );
      assert.equal(rowCount, 1);
    });
    await saveIndex(indexer, [{ item: stale, storyId: id, words: buildSearchVector([stale.title]) }]);
    await settleStaleItems(indexer, [stale]);
    await indexer.query("commit");
    await gone;
  } finally {
    indexer.release();
  }
  assert.equal(await left(), 0);
});

test("story signs are kept for three days only", async () => {
  const feed = await world.addFeed([], "Old");
  const [old, fresh] = [
    await world.addItem(feed, { pubDate: new Date(Date.now() - 4 * dayMs) }),
    await world.addItem(feed),
  ];
  await world.settle();
  const { rows } = await worker.query("select item_id from story_signs where item_id = any($1)", [[old, fresh]]);
  assert.deepEqual(rows, [{ item_id: fresh }]);
});

test("filter rules apply to new items, to newly subscribed feeds, and to new scores", async () => {
  const reader = await world.addReader();
  const filter = (rule: object, action: string) =>
    worker.query("insert into filters (id, user_id, name, rule, action) values (gen_random_uuid(), $1, 'x', $2, $3)", [
      reader.id,
      rule,
      action,
    ]);
  await filter({ title: "lottery" }, "hide");
  await filter({ title: "lottery*" }, "star");
  await filter({ title: "council" }, "read");
  const feed = await world.addFeed([], "Later read");
  const lottery = await world.addItem(feed, { title: "Lottery numbers of Saturday" });
  await world.settle();
  await world.subscribe(reader.id, feed, "Later read");
  const council = await world.addItem(feed, { title: "Council meets" });
  await world.settle();
  assert.deepEqual(await stateOf(reader.id, lottery), { hidden: true, read: false, starred: true });
  assert.deepEqual(await stateOf(reader.id, council), { hidden: false, read: true, starred: false });

  // What the person does by hand is not undone by the next look at the item; what the rules hide is.
  await worker.query("update item_states set read_at = null where item_id = $1", [council]);
  await world.editItem(council, { title: "Council meets about the lottery", text: "" });
  await world.editItem(lottery, { title: "Numbers of Saturday", text: "" });
  await world.settle();
  assert.deepEqual(await stateOf(reader.id, council), { hidden: true, read: false, starred: false });
  assert.deepEqual(await stateOf(reader.id, lottery), { hidden: false, read: false, starred: true });
});

test("even without a WHERE, a person sees only the index of their own feeds, and no internal tables", async () => {
  const [anna, ben] = [await world.addReader(), await world.addReader()];
  const item = await world.addItem(await world.addFeed([anna], "Anna's"));
  await world.settle();
  const seenBy = (reader: Reader) => reader.as(async (tx) => (await tx.query("select item_id from item_index")).rows);
  assert.deepEqual(await seenBy(anna), [{ item_id: item }]);
  assert.deepEqual(await seenBy(ben), []);
  for (const table of ["stale_items", "story_signs"]) {
    await assert.rejects(
      anna.as((tx) => tx.query(`select from ${table}`)),
      /permission denied/,
    );
  }
});

async function indexOf(id: string) {
  const { rows } = await worker.query<{ story_id: string; analyzer: string; found: boolean }>(
    "select story_id, analyzer, words @@ '''earthquake'''::tsquery as found from item_index where item_id = $1",
    [id],
  );
  return rows[0] ?? null;
}

async function waiting(): Promise<number> {
  const { rows } = await worker.query<{ count: number }>("select count(*)::int from stale_items");
  return rows[0]?.count ?? 0;
}

async function stateOf(personId: string, itemId: string) {
  const { rows } = await worker.query(
    `select hidden_at is not null as hidden, read_at is not null as read, starred_at is not null as starred
     from item_states where user_id = $1 and item_id = $2`,
    [personId, itemId],
  );
  return rows[0];
}
