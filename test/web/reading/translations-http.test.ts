import assert from "node:assert/strict";
import { test } from "node:test";
import { type Reader, readingWorld } from "../../reading/reading-world.ts";

const world = await readingWorld();
const { worker } = world.database;
const german = "Stadtrat von Elmsford stimmt gegen das neue Parkhaus";
const english = "Council of Elmsford votes against the new car park";
const germanShort = "Der Stadtrat von Elmsford hat am Montag gegen das neue Parkhaus gestimmt.";
const englishShort = "On Monday the council of Elmsford voted against the new car park.";
const text = `${germanShort} ${"Die Kosten waren den Räten zu hoch, und die Nachbarn hatten sich beschwert. ".repeat(8)}`;

async function choose(reader: Reader, into: string): Promise<number> {
  const answer = await reader.post("/settings/language", { language: "en", zone: "UTC", translate_into: into });
  return answer.status;
}

/** Two outlets report it; the translation of one of them is stored, as the stage stores it. */
async function translatedStory(readers: Reader[]): Promise<{ itemId: string; storyId: string }> {
  const url = `https://news.example/${crypto.randomUUID()}`;
  const ids = [];
  for (const name of ["Kurier", "Bote"]) {
    const feedId = await world.addFeed(readers, name);
    ids.push(await world.addItem(feedId, { title: german, text, url: `${url}?utm_source=${name}` }));
  }
  await world.settle();
  await worker.query(
    `update items set analyzer_result = jsonb_set(analyzer_result, '{summary}', to_jsonb($2::text)) where id = any($1)`,
    [ids, germanShort],
  );
  await worker.query(
    `insert into translations (item_id, language, state, input_hash, title, summary, not_before)
     select id, 'en', 'done', sha256(convert_to($2 || E'\\n' || $3, 'UTF8')), $4, $5, now() from items where id = any($1)`,
    [ids, german, germanShort, english, englishShort],
  );
  const { rows } = await worker.query("select story_id from item_index where item_id = $1", [ids[0]]);
  return { itemId: ids[0]!, storyId: rows[0].story_id };
}

const mark = /<details class="translated">\s*<summary>Translated from German<svg/;

test("Today, Stream, article and story show translations, say so, and have the original one click away", async () => {
  const reader = await world.addReader();
  assert.equal(await choose(reader, "en"), 303);
  const { itemId, storyId } = await translatedStory([reader]);
  for (const path of ["/dashboard", "/stream?view=all", `/items/${itemId}`, `/stories/${storyId}`]) {
    const page = await (await reader.ask(path)).text();
    assert.match(page, new RegExp(`lang="en" dir="auto">\\s*(<a[^>]*>)?\\s*${english}`), path);
    assert.ok(page.includes(englishShort), path);
    const [, originals = ""] = /<details class="translated">([^]*?)<\/details>/.exec(page) ?? [];
    assert.match(page, mark, path);
    assert.match(originals, new RegExp(`<p lang="de" dir="auto">(${german}|${germanShort})</p>`), path);
    assert.ok(page.includes(german), path);
  }
});

test("an article that was just marked keeps its translation in the list", async () => {
  const reader = await world.addReader();
  await choose(reader, "en");
  const { itemId } = await translatedStory([reader]);
  const row = await (await reader.post(`/items/${itemId}/read`, {}, { "hx-request": "true" })).text();
  assert.ok(row.includes(english));
  assert.match(row, mark);
});

test("a person who did not choose it, and one who chose another language, read the original", async () => {
  const [off, polish] = [await world.addReader(), await world.addReader()];
  await choose(off, "off");
  await choose(polish, "pl");
  const { itemId, storyId } = await translatedStory([off, polish]);
  for (const reader of [off, polish]) {
    for (const path of ["/dashboard", "/stream?view=all", `/items/${itemId}`, `/stories/${storyId}`]) {
      const page = await (await reader.ask(path)).text();
      assert.ok(page.includes(german), path);
      assert.ok(!page.includes(english) && !page.includes("Translated from"), path);
    }
  }
});

test("once the item says something else, its old translation is not shown", async () => {
  const reader = await world.addReader();
  await choose(reader, "en");
  const { itemId } = await translatedStory([reader]);
  await worker.query(
    `update items set analyzer_result = jsonb_set(analyzer_result, '{title_corrected}', '"Neues Parkhaus"') where id = $1`,
    [itemId],
  );
  const page = await (await reader.ask(`/items/${itemId}`)).text();
  assert.ok(page.includes("Neues Parkhaus") && !page.includes(english));
});

test("the setting is off at first, is kept, and takes only languages it offers", async () => {
  const reader = await world.addReader();
  const chosen = async () =>
    /name="translate_into" value="(\w+)" checked/.exec(await (await reader.ask("/settings/language")).text())?.[1];
  assert.equal(await chosen(), "off");
  await choose(reader, "pl");
  assert.equal(await chosen(), "pl");
  assert.equal(await choose(reader, "fr"), 400);
  assert.equal(await chosen(), "pl");
  // A form that was open before there was this field.
  assert.equal((await reader.post("/settings/language", { language: "en", zone: "UTC" })).status, 303);
  assert.equal(await chosen(), "pl");
  await choose(reader, "off");
  assert.equal(await chosen(), "off");
});
