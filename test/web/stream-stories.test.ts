import assert from "node:assert/strict";
import { test } from "node:test";
import { minuteMs } from "../../src/time.ts";
import { type Reader, readingWorld } from "../reading/reading-world.ts";
import { pageOf, rowIds } from "./stream-rows.ts";

const world = await readingWorld();
const { worker } = world.database;

type Report = { event: string; title: string; minutesAgo: number; language?: string };

/** Each in a feed of its own; reports of the same event become one story. */
async function addReports(reader: Reader, reports: readonly Report[]): Promise<string[]> {
  const ids: string[] = [];
  for (const [place, { event, title, minutesAgo }] of reports.entries()) {
    const feed = await world.addFeed([reader], `Feed ${place}`);
    const pubDate = new Date(Date.now() - minutesAgo * minuteMs);
    ids.push(await world.addItem(feed, { url: `https://${event}.example/?utm_source=${place}`, title, pubDate }));
  }
  await world.settle();
  for (const [place, { language = "en" }] of reports.entries()) {
    await worker.query(
      "update items set analyzer_result = jsonb_set(analyzer_result, '{language}', to_jsonb($2::text)) where id = $1",
      [ids[place], language],
    );
  }
  return ids;
}

test("what a search finds of one story is one row, led by the plainest report that was found", async () => {
  const reader = await world.addReader();
  const [plain, , unfound] = await addReports(reader, [
    { event: "selby", title: "Harbour of Selby closes", minutesAgo: 90 },
    { event: "selby", title: "SHOCK: Outrageous harbour disgrace in Selby!", minutesAgo: 10 },
    { event: "selby", title: "Port closes in Selby", minutesAgo: 95 },
  ]);
  assert.deepEqual(await rowIds(reader, "/stream?search=harbour"), [plain]);
  assert.deepEqual(await rowIds(reader, "/stream?search=port"), [unfound]);
});

test("a story is one row of a search, also where its reports are pages apart", async () => {
  const reader = await world.addReader();
  const between = Array.from({ length: 55 }, (_, n) => ({
    event: `other-${n}`,
    title: `Harbour number ${n} of the bay`,
    minutesAgo: 20 + n,
  }));
  const [first, last] = await addReports(reader, [
    { event: "goole", title: "Harbour of Goole opens", minutesAgo: 5 },
    { event: "goole", title: "Harbour in Goole opens now", minutesAgo: 200 },
    ...between,
  ]);
  const text = await pageOf(reader, "/stream?search=harbour");
  const next = /rel="next"[^>]*href="([^"]+)"/s.exec(text)?.[1]?.replaceAll("&amp;", "&") ?? "";
  const rows = [...(await rowIds(reader, "/stream?search=harbour")), ...(await rowIds(reader, next))];
  assert.equal(rows.filter((id) => id === first || id === last).length, 1);
  assert.equal(new Set(rows).size, 56);
});

test("of two plain reports the one in the reader's language leads, as on Today", async () => {
  const reader = await world.addReader();
  const [, english] = await addReports(reader, [
    { event: "thorne", title: "Die Brücke von Thorne ist offen", minutesAgo: 90, language: "de" },
    { event: "thorne", title: "Bridge of Thorne is open", minutesAgo: 10 },
  ]);
  await worker.query("update items set rating = 0");
  await worker.query("update item_index set speculative = 0, clickbait = 0");
  assert.deepEqual(await rowIds(reader, "/stream"), [english]);
});

test("next and previous of an article are the rows next to its story's row", async () => {
  const reader = await world.addReader();
  const [first, plain, , second, third] = await addReports(reader, [
    { event: "first", title: "Museum of Hessle opens", minutesAgo: 5 },
    { event: "hull", title: "Dock of Hull opens", minutesAgo: 100 },
    { event: "hull", title: "SHOCK: Outrageous dock disgrace in Hull!", minutesAgo: 10 },
    { event: "second", title: "Council of Otley meets", minutesAgo: 20 },
    { event: "third", title: "Library of Morley moves", minutesAgo: 120 },
  ]);
  assert.deepEqual(await rowIds(reader, "/stream?view=all"), [first, plain, second, third]);
  const neighbours = async (id: string | undefined, list: string) => {
    const text = await pageOf(reader, `/items/${id}?list=${encodeURIComponent(list)}`);
    const find = (mark: string) => new RegExp(`href="/items/([\\da-f-]+)[^"]*"\\s+${mark}`).exec(text)?.[1] ?? null;
    return [find("data-previous"), find("data-next")];
  };
  assert.deepEqual(await neighbours(plain, "view=all"), [first, second]);
  assert.deepEqual(await neighbours(second, "view=all"), [plain, third]);
  assert.deepEqual(await neighbours(third, "view=all"), [second, null]);
  assert.deepEqual(await neighbours(plain, "view=all&sort=oldest"), [second, first]);
});
