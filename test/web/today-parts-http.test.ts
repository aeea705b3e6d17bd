import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { hourMs } from "../../src/time.ts";
import { readingWorld } from "../reading/reading-world.ts";
import { reportsOf } from "./reports-of.ts";

const world = await readingWorld();
const { report, headlines } = reportsOf(world);

test("the second page goes on where the first one ended, even where nothing came in for days", async () => {
  const one = await world.addReader();
  const feedId = await world.addFeed([one], "Quiet");
  for (let n = 0; n < 30; n += 1) {
    // Each its own letters, so that no two are one story.
    const title = randomUUID().replaceAll(/[\d-]/g, "");
    await world.addItem(feedId, { title, pubDate: new Date(Date.now() - (48 + n) * hourMs) });
  }
  await world.settle();
  const pages = [await headlines(one), await headlines(one, "/dashboard?page=2")];
  assert.deepEqual(
    pages.map((page) => page.length),
    [24, 6],
  );
  assert.equal(new Set(pages.flat()).size, 30);
});

test("since yesterday: older stories that go on, changed headlines, and large stories with nothing new", async () => {
  const one = await world.addReader();
  const panel = async () => {
    const text = await (await one.ask("/dashboard")).text();
    const list = /<ul class="changed" role="list">([^]*?)<\/ul>/.exec(text)?.[1] ?? "";
    const words = (line: string) =>
      line
        .replace(/<[^>]+>/g, " ")
        .replace(/\s+/g, " ")
        .trim();
    return [...list.matchAll(/<li data-sign="(.)">([^]*?)<\/li>/g)].map(([, sign, line = ""]) => [sign, words(line)]);
  };
  await report(one, { event: "Bridge opens in Ripon", name: "A", hoursAgo: 30 });
  assert.deepEqual(await panel(), []);
  for (const name of ["B", "C"]) await report(one, { event: "Bridge opens in Ripon", name, hoursAgo: 2 });
  for (const name of ["D", "E", "F"]) await report(one, { event: "Harbour of Whitby closes", name, hoursAgo: 26 });
  const { itemId } = await report(one, { event: "Library of Skipton moves", name: "G" });
  await world.editItem(itemId, { title: "Library of Skipton to move", text: "" });
  await world.editItem(itemId, { title: "Library of Skipton to move", text: "<p>Only the text.</p>" });
  await world.editItem(itemId, { title: "Library of Skipton stays", text: "" });
  await world.settle();
  assert.deepEqual(await panel(), [
    ["+", "Bridge opens in Ripon 2 new reports"],
    ["≠", "Library of Skipton stays G changed its headline twice"],
    ["–", "Harbour of Whitby closes No new reports"],
  ]);
  assert.doesNotMatch(await (await one.ask("/dashboard")).text(), /[4-9] outlets/);
});

test("no two controls of Today have the same name", async () => {
  const one = await world.addReader();
  await report(one, { event: "Ferry of Goole stops", name: "Ferry News" });
  await world.database.worker.query(
    "insert into folders (id, user_id, name, created_at, updated_at) values ($1, $2, 'Local', now(), now())",
    [randomUUID(), one.id],
  );
  const page = await (await one.ask("/dashboard")).text();
  const bar = /<nav class="tabs"[^]*?<nav class="seg"[^]*?<\/nav>/.exec(page)?.[0] ?? "";
  const names = [...bar.matchAll(/<a[^>]*>\s*([^<]*?)\s*</g)].map(([, name]) => name);
  assert.ok(names.includes("Everything") && names.includes("All"), names.join(", "));
  assert.equal(new Set(names).size, names.length, names.join(", "));
});
