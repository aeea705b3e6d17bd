import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { type Reader, readingWorld } from "./reading-world.ts";

const world = await readingWorld();
const { worker } = world.database;
const page = async (reader: Reader, path: string) => {
  const answer = await reader.ask(path);
  assert.equal(answer.status, 200, path);
  return answer.text();
};
const rowsOf = (text: string) => [...text.matchAll(/<li class="item/g)].length;

/** As a fetch with a very long document leaves them, read and indexed. */
async function addManyItems(feedId: string, count: number): Promise<void> {
  await worker.query(
    `with made as (
       insert into items (id, feed_id, hash, url, title, content, pub_date, fingerprint, analysis_status, rating)
       select gen_random_uuid(), $1::uuid, encode(sha256(convert_to($1::uuid::text || n, 'UTF8')), 'hex'), 'https://many.example/' || n, 'Report ' || n || ' of the harbour', '',
         now() - n * interval '10 seconds', '', 'done', 0.1
       from generate_series(1, $2) n returning id, feed_id, pub_date)
     insert into item_index (item_id, feed_id, pub_date, story_id, framing, clickbait, speculative, analyzer, words)
     select id, feed_id, pub_date, id, 0.1, 0, 0, 'heuristic', '' from made`,
    [feedId, count],
  );
}

test("5,000 items at once: pages stay pages, and one feed does not push the others out of Today", async () => {
  const one = await world.addReader();
  await addManyItems(await world.addFeed([one], "Flood"), 5_000);
  const quiet = await world.addFeed([one], "Quiet");
  await world.addItem(quiet, { title: "Ferry of Goole moves", pubDate: new Date() });
  await world.settle();
  const today = await page(one, "/dashboard");
  assert.match(today, /Ferry of Goole moves/);
  assert.equal([...today.matchAll(/<article /g)].length, 24);
  // Of a feed that sends thousands, the last hundred count.
  assert.match(today, /<b>101<\/b>/);
  assert.ok(rowsOf(await page(one, "/stream")) <= 50);
  assert.match(await page(one, "/stream"), /100\+/);
  await one.post("/dashboard/read", { until: new Date().toISOString() });
  assert.match(await page(one, "/dashboard?show=unread"), /You have read everything/);
  assert.equal(rowsOf(await page(one, "/stream")), 0);
});

test("5,000 feeds in 200 folders: every page answers, and the shelf and the list stay short", async () => {
  const one = await world.addReader();
  await worker.query(
    `with folder as (
       insert into folders (id, user_id, name, place, created_at, updated_at)
       select gen_random_uuid(), $1, 'Folder ' || n, n, now(), now() from generate_series(1, 200) n returning id, place),
     feed as (
       insert into feeds (id, url, title) select gen_random_uuid(), 'https://f' || n || '.example/', 'Feed ' || n
       from generate_series(1, 5000) n returning id, title)
     insert into subscriptions (id, user_id, feed_id, name, folder_id)
     select gen_random_uuid(), $1, feed.id, feed.title, folder.id
     from feed join folder on folder.place = 1 + substr(feed.title, 6)::int % 200`,
    [one.id],
  );
  const { rows } = await worker.query("select folder_id from subscriptions where user_id = $1 limit 1", [one.id]);
  const folder = rows[0]?.folder_id;
  for (const path of ["/dashboard", "/stream", "/feeds", "/feeds/folders", "/sources", `/dashboard?folder=${folder}`]) {
    assert.match(await page(one, path), /<main/, path);
  }
  const shelf = await page(one, "/stream");
  assert.equal([...shelf.matchAll(/Folder \d+</g)].length >= 200, true);
  // Feeds of a folder come when it is opened.
  assert.ok([...shelf.matchAll(/href="\/stream\?feed=/g)].length <= 100);
  assert.equal([...(await page(one, `/stream/shelf?in=${folder}`)).matchAll(/\?feed=/g)].length, 25);
});

test("items without titles are named by their text, their address, or 'Untitled', on every page", async () => {
  const one = await world.addReader();
  const [first, second] = [await world.addFeed([one], "A"), await world.addFeed([one], "B")];
  const url = `https://news.example/${randomUUID()}`;
  const withText = await world.addItem(first, {
    title: "",
    text: "<p>The harbour of Selby closes on Monday.</p>",
    url,
  });
  await world.addItem(second, { title: "", text: "", url });
  await world.addItem(first, { title: "", text: "", url: null });
  await world.settle();
  const { rows } = await worker.query("select story_id from item_index where item_id = $1", [withText]);
  for (const path of ["/dashboard", "/stream", `/stories/${rows[0]?.story_id}`, `/items/${withText}`]) {
    const text = await page(one, path);
    // A story in the list is led by the report that says least here.
    if (path !== "/stream") assert.match(text, /The harbour of Selby closes on Monday/, path);
    const [empty] = /<h[12][^>]*>\s*<a[^>]*>\s*<\/a>|<q[^>]*>\s*<\/q>/.exec(text) ?? [];
    assert.equal(empty, undefined, path);
  }
  assert.match(await page(one, "/stream"), /Untitled/);
});
