import assert from "node:assert/strict";
import { test } from "node:test";
import { readingWorld } from "../../reading/reading-world.ts";

const world = await readingWorld();

test("a story says which figures differ, and that a fact of one report may be in another without text", async () => {
  const one = await world.addReader();
  const url = "https://news.example/differing";
  const report = async (name: string, text: string) =>
    world.addItem(await world.addFeed([one], name), {
      url: `${url}?utm_source=${name}`,
      title: "Crash in Holbeck",
      text,
    });
  const story = await report(
    "Alpha",
    "<p>The crash in Holbeck injured 23 passengers on Sunday. A crane lifted 4 wagons back onto the rails in Leeds on Monday.</p>",
  );
  await world.settle();
  await report("Beta", "<p>On Sunday the crash in Holbeck injured 24 passengers.</p>");
  await world.settle();
  const compared = async () => (await one.ask(`/stories/${story}`)).text();
  assert.match(
    await compared(),
    /Figures that differ[^]*<dt>24<\/dt>\s*<dd[^>]*>Beta<\/dd>\s*<dt>23<\/dt>\s*<dd[^>]*>Alpha</,
  );
  assert.match(await compared(), /In only one report[^]*A crane lifted 4 wagons/);
  for (const name of ["Alpha", "Beta"]) {
    assert.match(
      await compared(),
      new RegExp(`<th scope="col" class="x" title="${name}">\\s*<span class="who" dir="auto">${name}<`),
    );
  }
  await report("Gamma", "");
  await world.settle();
  assert.match(await compared(), /In one report; others have no text here[^]*A crane lifted 4 wagons/);
  assert.doesNotMatch(await compared(), /In only one report/);
});

test("a report that says what may be is told apart from one that says what is", async () => {
  const one = await world.addReader();
  const url = "https://news.example/hedged";
  const report = async (name: string, title: string) =>
    world.addItem(await world.addFeed([one], name), { url: `${url}?utm_source=${name}`, title, text: "" });
  const plain = await report("Plain", "Holbeck heat pump supplies 5,400 flats");
  await world.settle();
  const hedged = await report("Hedged", "Holbeck heat pump could supply more flats, insiders say");
  await world.settle();
  const text = await (await one.ask(`/stories/${plain}`)).text();
  const rowOf = (id: string) => new RegExp(`<tr id="item-${id}">[^]*?</tr>`).exec(text)?.[0] ?? "";
  assert.match(rowOf(hedged), /<small>Hedging\.<\/small>/);
  assert.match(rowOf(plain), /Holbeck heat pump supplies/);
  assert.doesNotMatch(rowOf(plain), /Hedging/);
});

test("the plainest report leads a story, in the list and as the title of its page; of equals the earliest", async () => {
  const one = await world.addReader();
  const url = "https://news.example/plainest";
  const report = async (name: string, title: string, minutes: number) =>
    world.addItem(await world.addFeed([one], name), {
      url: `${url}?utm_source=${name}`,
      title,
      pubDate: new Date(Date.now() - minutes * 60_000),
    });
  const plain = await report("Plain", "Council of Holbeck approves budget", 30);
  const loud = await report("Loud", "SHOCK! Outrageous Holbeck council SLAMMED over disgraceful budget!", 20);
  const later = await report("Later", "Budget of Holbeck approved by council", 10);
  await world.settle();
  const rate = (id: string, rating: number) =>
    world.database.worker.query(
      `update items set rating = $2::real, analyzer_result = jsonb_set(analyzer_result, '{overall}', to_jsonb($2::real))
       where id = $1`,
      [id, rating],
    );
  const shown = async (path: string) => /id="item-([\da-f-]+)"/.exec(await (await one.ask(path)).text())?.[1];
  const heading = async () => /<h1[^>]*>([^<]*)</.exec(await (await one.ask(`/stories/${plain}`)).text())?.[1];

  for (const [id, rating] of [
    [plain, 0.1],
    [loud, 0.9],
    [later, 0.1],
  ] as const)
    await rate(id, rating);
  await world.database.worker.query("update item_index set clickbait = 0 where item_id = any($1)", [
    [plain, loud, later],
  ]);
  assert.deepEqual([await shown("/stream?view=all"), await shown("/stream")], [plain, plain]);
  await world.database.worker.query("update item_index set clickbait = 0.4 where item_id = $1", [plain]);
  assert.equal(await shown("/stream?view=all"), later);
  await rate(later, 0.05);
  assert.deepEqual(
    [await shown("/stream?view=all"), await heading()],
    [later, "Budget of Holbeck approved by council"],
  );
  await one.post(`/items/${loud}/star`, { back: "/stream" });
  assert.equal(await shown("/stream?view=starred"), loud);
});

test("for an item without plain sentences the plainest report of its story speaks, and the page says so", async () => {
  const one = await world.addReader();
  const url = "https://news.example/silent";
  const report = async (name: string, text: string) =>
    world.addItem(await world.addFeed([one], name), {
      url: `${url}?utm_source=${name}`,
      title: "Holbeck dock opens",
      text,
    });
  const told = "The dock in Holbeck took 17 months to build, the port authority said on Sunday.";
  const silent = await report("Silent", "");
  const speaking = await report("Speaking", `<p>${told}</p>`);
  await world.settle();
  const page = async (id: string) => (await one.ask(`/items/${id}`)).text();
  const note = new RegExp(
    `In short[^]*another report of the story:[^]*href="/items/${speaking}"[^]*Speaking[^]*${told}`,
  );
  assert.match(await page(silent), note);
  assert.doesNotMatch(await page(speaking), /another report of the story/);
});

test("the outlets stand on a scale from plain to heavy; those at one place are stacked; one report alone needs none", async () => {
  const one = await world.addReader();
  const ids: string[] = [];
  const story = async () => (await one.ask(`/stories/${ids[0]}`)).text();
  for (const [name, rating] of [
    ["Calm", 0.1],
    ["Even", 0.1],
    ["Loud", 0.9],
  ] as const) {
    const feed = await world.addFeed([one], name);
    const url = `https://news.example/scale?utm_source=${name}`;
    const id = await world.addItem(feed, { title: "Council of Goole approves budget", url });
    await world.settle();
    await world.database.worker.query(
      `update items set rating = $2::real, analyzer_result = jsonb_set(analyzer_result, '{overall}', to_jsonb($2::real)) where id = $1`,
      [id, rating],
    );
    ids.push(id);
    if (ids.length === 1) assert.doesNotMatch(await story(), /<svg\s+class="scale/);
  }
  const text = await story();
  assert.match(text, /aria-label="Outlets from plain to heavy: Even: plain, Calm: plain, Loud: heavy"/);
  const tiles = [...text.matchAll(/<rect class="tile" x="([\d.]+)" y="([\d.]+)"/g)].map(([, x, y]) => [
    Number(x),
    Number(y),
  ]);
  assert.deepEqual(tiles, [
    [77.8, 22],
    [77.8, 0],
    [700.2, 22],
  ]);
});

test("a story tells when each outlet reported and what it changed later, the newest first", async () => {
  const one = await world.addReader();
  const report = async (name: string, minutes: number) =>
    world.addItem(await world.addFeed([one], name), {
      url: `https://news.example/edited?utm_source=${name}`,
      title: "Bridge of Batley opens",
      pubDate: new Date(Date.now() - minutes * 60_000),
    });
  const [first, second] = [await report("First", 90), await report("Second", 60)];
  await world.settle();
  await world.database.worker.query(
    `insert into item_versions (item_id, version, title, content, seen_until) values
     ($1, 1, 'Bridge of Batley closes', '', now() - interval '50 minutes'),
     ($1, 2, 'Bridge of Batley opens', '', now() - interval '20 minutes'),
     ($2, 1, 'Bridge of Batley opens', '', now() - interval '30 minutes')`,
    [first, second],
  );
  const text = await (await one.ask(`/stories/${first}`)).text();
  const [, list = ""] = /<ol class="timeline"[^>]*>([^]*?)<\/ol>/.exec(text) ?? [];
  const lines = list.split("<li").slice(1);
  const said = lines.map((line) => /<b>(\w+)<\/b><\/a>\s*([^<]*?)\s*</.exec(line)?.slice(1, 3).join(" "));
  assert.deepEqual(said, [
    "First changed its text",
    "Second changed its text",
    "First changed its headline",
    "Second reports",
    "First reports first",
  ]);
  assert.match(lines[2] ?? "", /<del>closes<\/del>\s*<ins>opens<\/ins>/);
});
