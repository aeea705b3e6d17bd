import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { readingWorld } from "../reading/reading-world.ts";
import { reportsOf } from "./reports-of.ts";

const world = await readingWorld();

const { report, headlines } = reportsOf(world);

test("more outlets come first, a story halves every eight hours, and no story comes twice", async () => {
  const one = await world.addReader();
  for (const name of ["A", "B"]) await report(one, { event: "Bridge opens in Holbeck", name, hoursAgo: 1 });
  await report(one, { event: "Library of Ossett moves", name: "C", hoursAgo: 1 });
  for (const name of ["D", "E", "F"]) await report(one, { event: "Harbour of Selby closes", name, hoursAgo: 20 });
  assert.deepEqual(await headlines(one), [
    "Bridge opens in Holbeck",
    "Library of Ossett moves",
    "Harbour of Selby closes",
  ]);
});

test("the largest story leads, read or not; other read ones come last, and 'unread' leaves them out", async () => {
  const one = await world.addReader();
  for (const name of ["A", "B"]) await report(one, { event: "Bridge opens in Batley", name });
  for (const name of ["D", "E", "F"]) await report(one, { event: "Harbour of Goole closes", name });
  const { itemId } = await report(one, { event: "Library of Morley moves", name: "C" });
  const all = ["Harbour of Goole closes", "Bridge opens in Batley", "Library of Morley moves"];
  assert.deepEqual(await headlines(one), all);
  const page = await (await one.ask("/dashboard")).text();
  const [largest = "", second = ""] = [...page.matchAll(/<h2[^>]*>\s*<a href="\/stories\/([\da-f-]+)"/g)].map(
    ([, id = ""]) => id,
  );
  const readOne = async (story: string) => {
    const reports = await (await one.ask(`/stories/${story}`)).text();
    const [readId = ""] = [...reports.matchAll(/id="item-([\da-f-]+)"/g)].map(([, id = ""]) => id);
    assert.notEqual(readId, itemId);
    await one.post(`/items/${readId}/read`, {});
  };
  await readOne(largest);
  assert.deepEqual(await headlines(one), all);
  assert.match(await (await one.ask("/dashboard")).text(), /<article class="lead is-read"/);
  await readOne(second);
  const [harbour, bridge, library] = all;
  assert.deepEqual(await headlines(one), [harbour, library, bridge]);
  assert.deepEqual(await headlines(one, "/dashboard?show=unread"), [library]);
});

test("a folder shows its own feeds, and a feed may stay out of Today", async () => {
  const one = await world.addReader();
  const { feedId } = await report(one, { event: "Bridge opens in Pudsey", name: "A" });
  const kept = await report(one, { event: "Library of Guiseley moves", name: "B" });
  const folder = randomUUID();
  const { worker } = world.database;
  await worker.query(
    "insert into folders (id, user_id, name, created_at, updated_at) values ($1, $2, 'Towns', now(), now())",
    [folder, one.id],
  );
  await worker.query("update subscriptions set folder_id = $1 where feed_id = $2", [folder, feedId]);
  assert.deepEqual(await headlines(one, `/dashboard?folder=${folder}`), ["Bridge opens in Pudsey"]);
  assert.match(await (await one.ask("/dashboard")).text(), />Towns\s*<b>1<\/b>/);
  await worker.query("update subscriptions set in_today = false where feed_id = $1", [kept.feedId]);
  assert.deepEqual(await headlines(one), ["Bridge opens in Pudsey"]);
});

test("nobody sees another person's stories or folders; a wrong address is told so", async () => {
  const [one, other] = [await world.addReader(), await world.addReader()];
  await report(one, { event: "Bridge opens in Otley", name: "A" });
  assert.deepEqual(await headlines(other), []);
  assert.match(await (await other.ask("/dashboard")).text(), /What do you like to read/);
  for (const query of ["?folder=x", "?page=0", "?show=maybe"]) {
    assert.equal((await one.ask(`/dashboard${query}`)).status, 400, query);
  }
});

test("of a story's plain reports the one that hedges does not lead", async () => {
  const one = await world.addReader();
  const hedged = await report(one, {
    event: "Ferry timetable",
    name: "A",
    title: "Ferry of Goole appears to hold its timetable",
  });
  await report(one, { event: "Ferry timetable", name: "B", title: "Ferry of Goole holds its timetable" });
  await world.database.worker.query("update item_index set speculative = 0.7 where item_id = $1", [hedged.itemId]);
  assert.deepEqual(await headlines(one), ["Ferry of Goole holds its timetable"]);
});

test("what each outlet wrote stands under its name, and feeds that were added together differ in colour", async () => {
  const one = await world.addReader();
  for (const name of ["Bay News", "Bay Post"]) await report(one, { event: "Bridge opens in Goole", name });
  const page = await (await one.ask("/dashboard")).text();
  for (const name of ["Bay News", "Bay Post"]) assert.match(page, new RegExp(`<small class="who" dir="auto">${name}<`));
  const story = /\/stories\/[\da-f-]{36}/.exec(page)?.[0] ?? "";
  assert.match(await (await one.ask(story)).text(), /Bay Post/);
});

test("one report's own words are offered only where they differ from the headline", async () => {
  const one = await world.addReader();
  const { itemId } = await report(one, { event: "Bridge opens in Wetherby", name: "Bay News" });
  const page = async () => (await one.ask("/dashboard")).text();
  const plain = await page();
  assert.match(plain, />Bay News</);
  assert.doesNotMatch(plain, /Its own words|<details class="more"/);
  await world.database.worker.query(
    "update items set title = 'SHOCK: Bridge opens in Wetherby', analyzer_result = jsonb_set(analyzer_result, '{title_corrected}', '\"Bridge opens in Wetherby\"') where id = $1",
    [itemId],
  );
  const loud = await page();
  assert.match(loud, />Bay News</);
  assert.match(loud, /Its own words/);
  assert.match(loud, /<del>SHOCK:\s*<\/del>/);
});

test("the summary of a story ends where a sentence ends", async () => {
  const one = await world.addReader();
  const { itemId } = await report(one, { event: "Bridge opens in Thorne", name: "A" });
  const sentences = [
    "The bridge opens on Monday after two years of work.",
    "The town paid four million crowns for it.",
    `${"X".repeat(90)}.`,
  ];
  await world.database.worker.query(
    "update items set analyzer_result = jsonb_set(analyzer_result, '{summary}', to_jsonb($2::text)) where id = $1",
    [itemId, sentences.join(" ")],
  );
  const page = await (await one.ask("/dashboard")).text();
  assert.match(page, /<p class="sum"[^>]*>The bridge opens on Monday[^<]* crowns for it\.<\/p>/);
});

test("a broken feed is named with its fault; of several, the first three are", async () => {
  const one = await world.addReader();
  const breakFeed = async (name: string) => {
    const feedId = await world.addFeed([one], name);
    await world.database.worker.query(
      "update feeds set last_fetch_status = 'permanent_error', last_fetch_error = 'Feed no longer available', failure_class = 'gone' where id = $1",
      [feedId],
    );
  };
  const line = async () => {
    const page = await (await one.ask("/dashboard")).text();
    const [, shown = ""] = /<span class="state warn">([^]*?)<\/p>/.exec(page) ?? [];
    return {
      shown,
      words: shown
        .replace(/<[^>]*>/g, "")
        .replace(/\s+/g, " ")
        .trim(),
    };
  };
  await breakFeed("Evening Mail");
  const { shown, words } = await line();
  assert.equal(words, "One feed needs a lookEvening Mail: Feed no longer available");
  const { rows } = await world.database.worker.query("select id from subscriptions where user_id = $1", [one.id]);
  assert.ok(shown.includes(`href="/feeds/${rows[0]?.id}"`));
  for (const name of ["Bay News", "Dawn", "Flare"]) await breakFeed(name);
  assert.equal((await line()).words, "4 feeds need a lookBay News, Dawn, Evening Mail … See why");
});

test("a picture comes from our own address, and not at all for a person who wants none", async () => {
  const one = await world.addReader();
  const { itemId } = await report(one, { event: "Bridge opens in Snaith", name: "A" });
  const { worker } = world.database;
  await worker.query("update items set enclosures = $2 where id = $1", [
    itemId,
    JSON.stringify([{ url: "https://img.example/bridge.jpg", type: "image/jpeg", bytes: null }]),
  ]);
  const pictures = async () => [...(await (await one.ask("/dashboard")).text()).matchAll(/<img[^>]* src="([^"]*)"/g)];
  assert.match((await pictures())[0]?.[1] ?? "", /^\/media\/picture\//);
  await worker.query(`update accounts.users set preferences = '{"pictures": false}' where id = $1`, [one.id]);
  assert.deepEqual(await pictures(), []);
});

test("all of a folder is marked as read at once, without what came later, and can be undone", async () => {
  const one = await world.addReader();
  const { feedId } = await report(one, { event: "Bridge opens in Howden", name: "A" });
  await report(one, { event: "Library of Hessle moves", name: "B" });
  const folder = randomUUID();
  const { worker } = world.database;
  await worker.query(
    "insert into folders (id, user_id, name, created_at, updated_at) values ($1, $2, 'Towns', now(), now())",
    [folder, one.id],
  );
  await worker.query("update subscriptions set folder_id = $1 where feed_id = $2", [folder, feedId]);
  const unread = () => headlines(one, "/dashboard?show=unread");

  const early = await one.post("/dashboard/read", { folder, until: new Date(0).toISOString() });
  assert.match(early.headers.get("Location") ?? "", /marked=0/);
  assert.equal((await unread()).length, 2);

  const marked = await one.post("/dashboard/read", { folder });
  const address = marked.headers.get("Location") ?? "";
  assert.equal(marked.status, 303);
  assert.deepEqual(await unread(), ["Library of Hessle moves"]);
  const page = await (await one.ask(address)).text();
  assert.match(page, /1 item marked as read\./);
  const at = /name="at" value="([^"]+)"/.exec(page)?.[1] ?? "";
  await one.post("/dashboard/read/undo", { folder, at });
  assert.equal((await unread()).length, 2);
});

test("a story stays, though a filter hides its twelve plainest reports", async () => {
  const one = await world.addReader();
  const url = "https://news.example/hidden-story";
  const ids: string[] = [];
  for (let n = 0; n < 13; n += 1) {
    const feedId = await world.addFeed([one], `Outlet ${n}`);
    ids.push(await world.addItem(feedId, { url, title: "Bridge opens in Selby" }));
  }
  await world.settle();
  const { worker } = world.database;
  await worker.query(
    "update item_index set framing = array_position($1::uuid[], item_id) / 100.0 where item_id = any($1)",
    [ids],
  );
  await worker.query(
    "insert into item_states (user_id, item_id, hidden_at) select $1, id, now() from unnest($2::uuid[]) i(id)",
    [one.id, ids.slice(0, 12)],
  );
  assert.deepEqual(await headlines(one), ["Bridge opens in Selby"]);
});

test("what is kept out of Today stays unread when all of it is marked as read", async () => {
  const one = await world.addReader();
  await report(one, { event: "Bridge opens in Thorne", name: "A" });
  const kept = await report(one, { event: "Library of Goole moves", name: "B" });
  const { worker } = world.database;
  await worker.query("update subscriptions set in_today = false where feed_id = $1", [kept.feedId]);
  await one.post("/dashboard/read", { folder: "" });
  const { rows } = await worker.query(
    "select i.feed_id from item_states s join items i on i.id = s.item_id where s.user_id = $1 and s.read_at is not null",
    [one.id],
  );
  assert.equal(rows.length, 1);
  assert.notEqual(rows[0].feed_id, kept.feedId);
});
