import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { claimUpgrades } from "../../src/items/claim-items-store.ts";
import { hourMs, later } from "../../src/time.ts";
import { readingWorld } from "../reading/reading-world.ts";

const world = await readingWorld();
const { worker } = world.database;
const now = new Date();

type Report = { feedId: string; event: string; hoursAgo: number };

async function report({ feedId, event, hoursAgo }: Report): Promise<string> {
  const pubDate = new Date(now.getTime() - hoursAgo * hourMs);
  const url = `https://news.example/${encodeURIComponent(event)}?utm_source=${feedId}`;
  return world.addItem(feedId, { url, title: event, pubDate });
}

async function claimTitles(count: number): Promise<string[]> {
  const claim = { now, until: later(now, hourMs), leaseId: randomUUID(), count, ageDaysMax: 14 };
  const ids = (await claimUpgrades(worker, claim)).map(({ itemId }) => itemId);
  const { rows } = await worker.query<{ title: string }>("select title from items where id = any($1) order by title", [
    ids,
  ]);
  return rows.map(({ title }) => title);
}

test("stories that lead the front pages are asked about first, then what is unread, then what nobody waits for", async () => {
  const reader = await world.addReader();
  const [a, b, c] = [
    await world.addFeed([reader], "A"),
    await world.addFeed([reader], "B"),
    await world.addFeed([reader], "C"),
  ];
  const nobodys = await world.addFeed([], "N");
  for (const feedId of [a, b, c]) await report({ feedId, event: "Harbour of Selby closes", hoursAgo: 3 });
  for (const feedId of [a, b]) await report({ feedId, event: "Bridge opens in Holbeck", hoursAgo: 2 });
  const readId = await report({ feedId: a, event: "Library of Ossett moves", hoursAgo: 1 });
  await report({ feedId: c, event: "School of Batley is painted", hoursAgo: 40 });
  await report({ feedId: nobodys, event: "Nobody reads about Pudsey", hoursAgo: 0.5 });
  await world.settle();
  await reader.post(`/items/${readId}/read`, {});
  await worker.query("update items set upgrade_at = $1, model_why = 'waiting', page_at = null", [now]);

  assert.deepEqual(
    await claimTitles(3),
    Array.from({ length: 3 }, () => "Harbour of Selby closes"),
  );
  assert.deepEqual(
    await claimTitles(2),
    Array.from({ length: 2 }, () => "Bridge opens in Holbeck"),
  );
  assert.deepEqual(await claimTitles(1), ["School of Batley is painted"]);
  assert.deepEqual(await claimTitles(1), ["Nobody reads about Pudsey"]);
  assert.deepEqual(await claimTitles(9), ["Library of Ossett moves"]);
  assert.deepEqual(await claimTitles(9), []);
});

test("workers that claim at the same time share what waits, and none gets what another has", async () => {
  const feedId = await world.addFeed([await world.addReader()], "Z");
  for (let n = 0; n < 12; n += 1) await report({ feedId, event: `Council of Elmsford meets ${n}`, hoursAgo: n });
  await world.settle();
  await worker.query("update items set upgrade_at = null");
  await worker.query("update items set upgrade_at = $1, page_at = null where feed_id = $2", [now, feedId]);
  const claimed = await Promise.all(Array.from({ length: 4 }, () => claimTitles(3)));
  const titles = claimed.flat();
  assert.equal(new Set(titles).size, titles.length);
  assert.equal(titles.length + (await claimTitles(12)).length, 12);
});
