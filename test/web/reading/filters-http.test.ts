import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { type Reader, readingWorld } from "../../reading/reading-world.ts";

const world = await readingWorld();
const dayMs = 86_400_000;
const nothing = { title: "", feed: "", category: "", score: "", action: "hide" };

async function readerWithWeek(): Promise<Reader & { feed: string }> {
  const reader = await world.addReader();
  const feed = await world.addFeed([reader], "Gazette");
  for (const title of ["Lottery numbers", "LOTTERY win", "Council meets", "Rain"]) await world.addItem(feed, { title });
  await world.addItem(feed, { title: "Lottery of last month", pubDate: new Date(Date.now() - 30 * dayMs) });
  await world.settle();
  return { ...reader, feed };
}

test("a rule is tried on the last week before it is saved, then it applies", async () => {
  const reader = await readerWithWeek();
  const rule = { ...nothing, title: "lottery" };
  const tried = await (await reader.post("/filters/try", rule)).text();
  assert.match(tried, /Would hide 2 of 4 items of the last week\./);
  assert.match(tried, /<li dir="auto">Lottery numbers<\/li>/);
  assert.match(tried, /value="lottery"/);
  assert.match(tried, /formaction="\/filters#trial"/);
  // The browser goes to the result: the button to save it is there, before the examples.
  assert.match(tried, /action="\/filters\/try#trial"/);
  assert.match(tried, /id="trial" tabindex="-1".*Would hide 2.*Save this filter.*Lottery numbers/s);
  assert.equal((await titles(reader)).length, 5);

  const saved = await reader.post("/filters", rule);
  assert.deepEqual([saved.status, saved.headers.get("Location")], [303, "/filters?done=saved"]);
  assert.deepEqual(await titles(reader), ["Council meets", "Rain", "Lottery of last month"]);
  assert.deepEqual(await titles(reader, "?view=hidden"), ["Lottery numbers", "LOTTERY win"]);

  await world.addItem(reader.feed, { title: "Lottery again" });
  await world.settle();
  assert.equal((await titles(reader)).length, 3);

  const list = await (await reader.ask("/filters")).text();
  assert.match(list, /title contains “lottery”/);
  const id = /action="\/filters\/([\da-f-]+)\/delete"/.exec(list)?.[1] ?? "";
  const deleted = await reader.post(`/filters/${id}/delete`);
  assert.deepEqual([deleted.status, deleted.headers.get("Location")], [303, "/filters?done=deleted"]);
  assert.equal((await titles(reader)).length, 6);
  assert.equal((await reader.post(`/filters/${id}/delete`)).status, 404);
});

test("rules star and mark as read, by feed and score and category", async () => {
  const reader = await readerWithWeek();
  await reader.post("/filters", { ...nothing, title: "council", feed: reader.feed, action: "star" });
  await reader.post("/filters", { ...nothing, title: "rain", score: "0.00", action: "read" });
  assert.deepEqual(await titles(reader, "?view=starred"), ["Council meets"]);
  assert.ok(!(await titles(reader, "?view=unread")).includes("Rain"));
});

test("a rule that matches everything must be confirmed", async () => {
  const reader = await readerWithWeek();
  const rule = { ...nothing, title: "*" };
  assert.match(await (await reader.post("/filters/try", rule)).text(), /matches every item of the last week/);
  const refused = await reader.post("/filters", rule);
  assert.equal(refused.status, 400);
  assert.match(await refused.text(), /Please confirm that the rule should match every item/);
  assert.equal((await reader.post("/filters", { ...rule, everything: "yes" })).status, 303);
  assert.deepEqual(await titles(reader), ["Lottery of last month"]);
});

const wrong: [fields: Partial<typeof nothing>, sentence: RegExp][] = [
  [{}, /Choose at least one thing to match/],
  [{ title: "?!" }, /Please enter words or numbers/],
  [{ title: "x".repeat(201) }, /at most 200 characters/],
  [{ feed: randomUUID() }, /Please choose one of your feeds/],
  [{ feed: "' or 1=1" }, /Please choose one of your feeds/],
  [{ category: "weather" }, /Please choose a category from the list/],
  [{ score: "7" }, /Please choose a level from the list/],
  [{ title: "a", action: "burn" }, /Please choose what the filter does/],
];
for (const [fields, sentence] of wrong) {
  test(`a rule of ${JSON.stringify(fields).slice(0, 60)} is refused with a sentence`, async () => {
    const reader = await world.addReader();
    for (const path of ["/filters/try", "/filters"]) {
      const answer = await reader.post(path, { ...nothing, ...fields });
      assert.equal(answer.status, 400);
      assert.match(await answer.text(), sentence);
    }
  });
}

test("what would explode as a regular expression is only text", async () => {
  const reader = await world.addReader();
  const feed = await world.addFeed([reader], "Long titles");
  for (let n = 0; n < 20; n += 1) await world.addItem(feed, { title: "a".repeat(900) });
  const answer = await reader.post("/filters/try", { ...nothing, title: `${"(a*)*".repeat(30)}b` });
  assert.match(await answer.text(), /Would hide 0 of 20/);
});

test("what the database cannot store is left out", async () => {
  const reader = await readerWithWeek();
  assert.equal((await reader.post("/filters", { ...nothing, title: "lot\0tery" })).status, 303);
  assert.deepEqual(await titles(reader, "?view=hidden"), ["Lottery numbers", "LOTTERY win"]);
});

test("the number of rules is limited, and rules belong to one person", async () => {
  const [reader, stranger] = [await readerWithWeek(), await world.addReader()];
  await world.database.worker.query(
    "insert into filters (id, user_id, name, rule, action) select gen_random_uuid(), $1, 'n', '{\"title\":\"zzz\"}', 'hide' from generate_series(1, 100)",
    [reader.id],
  );
  const full = await reader.post("/filters", { ...nothing, title: "lottery" });
  assert.equal(full.status, 409);
  assert.match(await full.text(), /You have 100 filters\. Delete one first\./);
  const { rows } = await world.database.worker.query("select id from filters where user_id = $1 limit 1", [reader.id]);
  assert.equal((await stranger.post(`/filters/${rows[0].id}/delete`)).status, 404);
});

async function titles(reader: Reader, query = "?view=all"): Promise<(string | undefined)[]> {
  const text = await (await reader.ask(`/stream${query}`)).text();
  return [...text.matchAll(/<h2[^>]*>\s*<a[^>]*>([^<]*)<\/a/g)].map(([, title]) => title);
}
