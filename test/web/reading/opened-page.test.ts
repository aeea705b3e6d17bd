import assert from "node:assert/strict";
import { test } from "node:test";
import { readingWorld } from "../../reading/reading-world.ts";

const world = await readingWorld();
const reader = await world.addReader();
const feed = await world.addFeed([reader], "Harbour Gazette");
const page = async (path: string) => (await reader.ask(path)).text();

test("opening an item fetches its page once, and shows how it was read", async () => {
  const state = async (id: string) => {
    const { rows } = await world.database.worker.query("select page_why, page_at from items where id = $1", [id]);
    return rows[0];
  };
  const long = await world.addItem(feed, { title: "Long", text: `<p>${"The council met on Monday. ".repeat(40)}</p>` });
  await world.settle();
  assert.deepEqual(await state(long), { page_why: "long-enough", page_at: null });

  const stranger = await world.addReader();
  assert.equal((await stranger.ask(`/items/${long}`)).status, 404);
  assert.equal((await state(long)).page_why, "long-enough");

  assert.match(await page(`/items/${long}`), /How it was analysed[^]*Its page waits to be read\.[^]*none was set up/);
  const { page_why, page_at } = await state(long);
  assert.equal(page_why, "waiting");
  // Before all that nobody waits for.
  assert.ok(page_at.getTime() < Date.now() - 3_600_000);

  for (const why of ["read", "failed"]) {
    await world.database.worker.query("update items set page_at = null, page_why = $2 where id = $1", [long, why]);
    await page(`/items/${long}`);
    assert.deepEqual(await state(long), { page_why: why, page_at: null });
  }
  await world.database.worker.query("update items set page_why = 'too-old' where id = $1", [long]);
  await world.database.worker.query("update feeds set full_text = 'never' where id = $1", [feed]);
  await page(`/items/${long}`);
  assert.deepEqual(await state(long), { page_why: "too-old", page_at: null });
  await world.database.worker.query("update feeds set full_text = 'auto' where id = $1", [feed]);
});

test("the item's page shows what an older version of the offline reader said, and that it is older", async () => {
  const item = await world.addItem(feed, { title: "Council meets", text: "<p>The council met on Monday.</p>" });
  await world.settle();
  assert.doesNotMatch(await page(`/items/${item}`), /What older versions said/);
  await world.database.worker.query(
    `insert into older_analyses (item_id, version, analyzer_result, until)
     select id, 1, analyzer_result || '{"analyzer_version": "h1", "title_corrected": "As h1 & co", "overall": 0.7}', '2026-11-01T10:00:00Z'
     from items where id = $1`,
    [item],
  );
  const shown = await page(`/items/${item}`);
  assert.match(
    shown,
    /What older versions said[^]*These results no longer count\.[^]*Version h1, until\s+<time datetime="2026-11-01T10:00:00.000Z"/,
  );
  assert.match(shown, /As h1 &amp; co[^]*Wording: heavy/);
});
