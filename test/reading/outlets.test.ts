import assert from "node:assert/strict";
import { test } from "node:test";
import { type Reader, readingWorld } from "./reading-world.ts";

const world = await readingWorld();
const { worker } = world.database;

/** A feed of this outlet, as its first document says. */
async function addSection(reader: Reader, outlet: string, name: string): Promise<string> {
  const feedId = await world.addFeed([reader], name);
  await worker.query("update feeds set outlet = $2 where id = $1", [feedId, outlet]);
  return feedId;
}

async function report(feedId: string, event: string, page = event): Promise<string> {
  return world.addItem(feedId, { title: event, url: `https://news.example/${encodeURIComponent(page)}` });
}

const page = async (reader: Reader, path: string) => (await reader.ask(path)).text();

async function storyOf(itemId: string): Promise<string> {
  const { rows } = await worker.query("select story_id from item_index where item_id = $1", [itemId]);
  return rows[0]?.story_id;
}

test("a page in two feeds of one site is one report of one outlet, and opens itself", async () => {
  const one = await world.addReader();
  const item = await report(await addSection(one, "paper.example", "Paper – World"), "Bridge opens in Holbeck");
  await report(await addSection(one, "paper.example", "Paper – Politics"), "Bridge opens in Holbeck");
  await world.settle();
  const today = await page(one, "/dashboard");
  assert.match(today, /class="count only"[^>]*>Paper – Politics</);
  assert.doesNotMatch(today, /href="\/stories\//);
  const story = await page(one, `/stories/${await storyOf(item)}`);
  assert.match(story, /1 outlet</);
  assert.equal([...story.matchAll(/<tr id="item-/g)].length, 1);
  assert.doesNotMatch(await page(one, `/items/${item}`), /other outlet/);
  assert.doesNotMatch(await page(one, "/stream"), /class="also"/);
});

test("two outlets with three feeds are two outlets on Today, Stream, Story and Article", async () => {
  const one = await world.addReader();
  const event = "Harbour of Selby closes";
  await report(await addSection(one, "herald.example", "Herald – World"), event);
  await report(await addSection(one, "herald.example", "Herald – Coast"), event);
  const other = await report(await addSection(one, "wire.example", "Wire"), event);
  await world.settle();
  const today = await page(one, "/dashboard");
  assert.match(today, /2 outlets</);
  assert.equal([...(/<ul class="put"[^]*?<\/ul>/.exec(today)?.[0] ?? "").matchAll(/<li>/g)].length, 2);
  assert.match(await page(one, "/stream"), /class="also"[^>]*>[^<]*\+?1/);
  assert.match(await page(one, `/stories/${await storyOf(other)}`), /2 outlets</);
  assert.match(await page(one, `/items/${other}`), /One other outlet reports this/);
});

test("more outlets lead, not more feeds of one", async () => {
  const one = await world.addReader();
  for (const name of ["A", "B", "C"])
    await report(await addSection(one, "loud.example", name), "Library of Ossett moves");
  for (const name of ["D", "E"]) await report(await addSection(one, `${name}.example`, name), "Market of Batley burns");
  await world.settle();
  const titles = [...(await page(one, "/dashboard")).matchAll(/<h2[^>]*>\s*<a href="[^"]+">([^<]*)</g)].map(
    ([, title]) => title,
  );
  assert.deepEqual(titles, ["Market of Batley burns", "Library of Ossett moves"]);
});

test("Sources rank an outlet once, with the reports of all its feeds, and a page in two of them once", async () => {
  const one = await world.addReader();
  const world1 = await addSection(one, "post.example", "Post – World");
  const sport = await addSection(one, "post.example", "Post – Sport");
  for (const feed of [world1, sport]) await report(feed, "Ferry of Goole moves");
  await report(world1, "Council of Thorne meets");
  await report(sport, "Cup of Howden won");
  await report(await addSection(one, "else.example", "Else"), "Road of Snaith closed");
  await world.settle();
  const sources = await page(one, "/sources");
  const names = [...sources.matchAll(/<a class="name"[^>]*>[^]*?<bdi>([^<]*)</g)].map(([, name]) => name);
  assert.deepEqual(names.toSorted(), ["Else", "Post"]);
  const row = sources.split("<tr>").find((line) => line.includes(">Post<")) ?? "";
  assert.match(row, /<td class="r num opt">3<\/td>/);
  const outlet = await page(one, `/sources/${sport}`);
  assert.match(outlet, /<h1[^>]*>Post<\/h1>/);
  assert.match(outlet, /3 reports in four weeks/);
  assert.match(outlet, new RegExp(`<a href="/stream\\?feed=${world1}" dir="auto">Post – World</a>`));
  assert.match(outlet, new RegExp(`<a href="/stream\\?feed=${sport}" dir="auto">Post – Sport</a>`));
  assert.equal((await one.ask("/sources/00000000-0000-0000-0000-000000000000")).status, 404);
});

test("a subscription follows its feed to another outlet, and another feed brings its own", async () => {
  const one = await world.addReader();
  const feed = await addSection(one, "before.example", "Moving");
  const other = await addSection(await world.addReader(), "other.example", "Other");
  const outletOf = async () =>
    (await worker.query("select outlet from subscriptions where user_id = $1", [one.id])).rows[0]?.outlet;
  assert.equal(await outletOf(), "before.example");
  await worker.query("update feeds set outlet = 'after.example' where id = $1", [feed]);
  assert.equal(await outletOf(), "after.example");
  await worker.query("update subscriptions set feed_id = $2 where user_id = $1", [one.id, other]);
  assert.equal(await outletOf(), "other.example");
});

test("a person's first twelve feeds have twelve colours, the same on every page", async () => {
  const one = await world.addReader();
  for (let n = 0; n < 12; n += 1) await report(await world.addFeed([one], `${n}th paper`), `Event ${n} in Holbeck`);
  await world.settle();
  const tiles = async (path: string) =>
    new Set(
      [...(await page(one, path)).matchAll(/class="o (o-\d+)" aria-hidden="true">(\d)/g)].map(
        ([, colour, letter]) => `${letter} ${colour}`,
      ),
    );
  const today = await tiles("/dashboard");
  assert.equal(new Set([...today].map((tile) => tile.slice(2))).size, 12);
  assert.deepEqual(await tiles("/stream"), today);
  assert.deepEqual(await tiles("/sources"), today);
});

test("a fact that reports tell in two languages is listed once, in the reader's own", async () => {
  const one = await world.addReader();
  const [german, english] = [await world.addFeed([one], "Küstenbote"), await world.addFeed([one], "Ledger")];
  const url = "https://news.example/solveig";
  const first = await world.addItem(german, {
    title: "Fähre Solveig fährt seit einem Monat",
    text: "<p>Die Fähre Solveig befördert 320 Fahrgäste und 40 Autos über die Bucht. Die Stadt hat das Schiff im Frühjahr bestellt.</p>",
    url,
    pubDate: new Date(Date.now() - 7_200_000),
  });
  await world.addItem(english, {
    title: "Ferry Solveig completes its first month",
    text: "<p>The ferry Solveig carries 320 passengers and 40 cars across the bay. The town ordered the ship in the spring.</p>",
    url,
  });
  await world.settle();
  const story = await page(one, `/stories/${await storyOf(first)}`);
  const facts = [...story.matchAll(/<summary dir="auto">([^<]*)<\/summary>/g)].map(([, fact]) => fact);
  assert.deepEqual(
    facts.filter((fact) => fact?.includes("320")),
    ["The ferry Solveig carries 320 passengers and 40 cars across the bay."],
  );
});
