import assert from "node:assert/strict";
import { test } from "node:test";
import { type Reader, readingWorld } from "../reading/reading-world.ts";

const world = await readingWorld();

/** Adds a feed with one report for each score; the scores are set after the analysis. */
async function addOutlet(reader: Reader, name: string, scores: Partial<Scores>[]): Promise<string> {
  const feed = await world.addFeed([reader], name);
  const ids: string[] = [];
  for (const [place] of scores.entries()) ids.push(await world.addItem(feed, { title: `${name} reports ${place}` }));
  await world.settle();
  for (const [place, { framing = 0, clickbait = 0, speculative = 0 }] of scores.entries()) {
    await world.database.worker.query(
      "update item_index set framing = $2, clickbait = $3, speculative = $4 where item_id = $1",
      [ids[place], framing, clickbait, speculative],
    );
  }
  return feed;
}
type Scores = { framing: number; clickbait: number; speculative: number };

const text = async (reader: Reader, path: string) => (await reader.ask(path)).text();
const ranked = async (reader: Reader, path: string) =>
  [...(await text(reader, path)).matchAll(/<a class="name"[^>]*>[^]*?<bdi>([^<]*)</g)].map(([, name]) => name);

test("outlets are ranked by their typical report, by each kind", async () => {
  const one = await world.addReader();
  await addOutlet(one, "Calm", [
    { framing: 0, speculative: 0.9 },
    { framing: 0.1 },
    { framing: 0.9, speculative: 0.9 },
  ]);
  await addOutlet(one, "Loud", [{ framing: 0.7 }, { framing: 0.6 }, { framing: 0 }]);
  await addOutlet(one, "Teasing", [{ framing: 0.2, clickbait: 0.8 }]);
  assert.deepEqual(await ranked(one, "/sources"), ["Loud", "Teasing", "Calm"]);
  assert.equal((await ranked(one, "/sources?by=clickbait"))[0], "Teasing");
  assert.equal((await ranked(one, "/sources?by=hedging"))[0], "Calm");
  const page = await text(one, "/sources");
  assert.match(page, /aria-label="Typical 6\.0, half of the reports between 0\.0 and 7\.0"/);
  assert.match(page, /knows no left or right/);
});

test("what is measured has its own words: an outlet that hedges is not called loaded", async () => {
  const one = await world.addReader();
  const hedging = Array.from({ length: 5 }, () => ({ framing: 0, speculative: 0.5 }));
  await addOutlet(one, "Estuary Wire", hedging);
  const loadedness = /\b(?:plain|mild|loaded|heavy)</;
  const page = await text(one, "/sources?by=hedging");
  const table = /<table[^]*<\/table>/.exec(page)?.[0] ?? "";
  assert.match(table, /<span>hardly<\/span><span>5<\/span\s*><span>very often<\/span>/);
  assert.match(table, /<th scope="col" class="opt">Hedging<\/th>/);
  assert.match(table, /class="w w2">[^]*?often</);
  assert.doesNotMatch(table, loadedness);
  assert.match(page, /aria-label="Hedging in the reports of Estuary Wire, from 0 to 10: 0, 0, 0, 0, 0, 5, /);
  for (const path of ["/sources", "/sources?by=edits"]) assert.match(await text(one, path), loadedness);
});

test("an outlet's language stands next to its name, and its reports are counted by how loaded they are", async () => {
  const one = await world.addReader();
  const scores = [0, 0.05, 0.34, 0.45, 1];
  const feed = await addOutlet(
    one,
    "Kurier",
    scores.map((framing) => ({ framing })),
  );
  await addOutlet(one, "Seldom", [{ framing: 0.9 }]);
  await world.database.worker.query(
    `update items set analyzer_result = jsonb_set(analyzer_result, '{language}', '"pl"') where feed_id = $1`,
    [feed],
  );
  const page = await text(one, "/sources");
  assert.match(page, /<bdi>Kurier<\/bdi\s*> <small>Polish<\/small>/);
  assert.match(page, /aria-label="Wording in the reports of Kurier, from 0 to 10: 2, 0, 0, 1, 1, 0, 0, 0, 0, 1"/);
  assert.doesNotMatch(page, /reports of Seldom/);
  assert.match(page, /1 outlet with fewer than 5 reports is left out/);
  assert.match(await text(one, `/sources/${feed}`), /<span>Polish<\/span>/);
});

test("a page of the ranking beyond the last leads to the first", async () => {
  const one = await world.addReader();
  await addOutlet(one, "Only", [{ framing: 0.5 }]);
  const answer = await one.ask("/sources?page=7");
  assert.deepEqual([answer.status, answer.headers.get("Location")], [303, "/sources"]);
});

test("an outlet's edits count, and rank it among those that edit", async () => {
  const one = await world.addReader();
  await addOutlet(one, "Steady", [{ framing: 0.9 }, {}]);
  const feed = await addOutlet(one, "Changing", [{}, {}]);
  await world.database.worker.query(
    `insert into item_versions (item_id, version, title, content, seen_until)
     select id, 1, 'Before', '', now() from items where feed_id = $1 limit 1`,
    [feed],
  );
  assert.deepEqual(await ranked(one, "/sources?by=edits"), ["Changing", "Steady"]);
  assert.match(await text(one, `/sources/${feed}`), /1 of 2 reports changed after publication/);
});

test("an outlet's page shows its weeks, the words it likes and its titles before and after", async () => {
  const one = await world.addReader();
  const feed = await world.addFeed([one], "Daily Flare");
  await world.addItem(feed, { title: "SHOCK: Motorists slam outrageous bridge decision!" });
  await world.settle();
  assert.match(await text(one, `/sources/${feed}`), /The line begins with the second week/);
  await world.addItem(feed, { title: "Bridge opens", pubDate: new Date(Date.now() - 14 * 86_400_000) });
  await world.settle();
  const page = await text(one, `/sources/${feed}`);
  assert.match(page, /<th scope="row">Monday,? \d+ \w+<\/th>/);
  assert.match(page, /outrageous<b>1<\/b>/);
  assert.match(page, /<del>SHOCK/);
  assert.equal((await (await world.addReader()).ask(`/sources/${feed}`)).status, 404);
});

test("wrong parameters are told so, and the old addresses lead here", async () => {
  const one = await world.addReader();
  for (const query of ["?by=left", "?period=day", "?page=0"])
    assert.equal((await one.ask(`/sources${query}`)).status, 400);
  const old = await one.ask("/framing/x%2Fy");
  assert.deepEqual([old.status, old.headers.get("Location")], [303, "/sources/x%2Fy"]);
  assert.match(await text(one, "/sources"), /Nothing to compare yet/);
});
