import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { moveFeed } from "../../../src/feeds/change-url-store.ts";
import { deleteExpired } from "../../../src/retention.ts";
import { appsWorld, state } from "./apps-world.ts";

const world = await appsWorld();
const { worker } = world.database;
const dayMs = 86_400_000;
type App = Awaited<ReturnType<typeof world.addApp>>;
type Answers = { items: { id: string }[]; saved_item_ids: string; entries: { id: number }[] };
type Feed = { feedId: string; url: string };

/** Two feeds, each with a reader of its own, and an item of the first that its reader starred long ago and the second does not have. */
async function keptItem() {
  const [app, other] = [await world.addApp(), await world.addApp()];
  const [from, to] = [await world.addNumberedFeed(app.reader, "Old"), await world.addNumberedFeed(other.reader, "New")];
  const seenAt = new Date(Date.now() - 100 * dayMs);
  const item = { pubDate: seenAt, seenAt, text: "<p>The saxophone was found.</p>" };
  const id = await world.addItem(from.feedId, { ...item, title: "Kept for later" });
  await world.addItem(from.feedId, { ...item, title: "Of no interest" });
  await world.addItem(to.feedId);
  await world.settle();
  await app.reader.post(`/items/${id}/star`);
  return { app, other, from, to, id, number: await world.numberOf(id) };
}

const merge = async (from: Feed, to: Feed) =>
  assert.deepEqual(await moveFeed(worker, { id: from.feedId, url: from.url }, to.url, 4), {
    kind: "merged",
    into: to.feedId,
  });

const purge = (days = 2) =>
  deleteExpired({
    db: worker,
    now: new Date(Date.now() + days * dayMs),
    retention: { itemDays: 30, itemsPerFeedMax: 1, summaryDays: 0, fetchLogDays: 30 },
    stopping: new AbortController().signal,
  });

const text = async (app: App, path: string) => {
  const answer = await app.reader.ask(path);
  assert.equal(answer.status, 200, path);
  return answer.text();
};

/** By number, as each of the apps' protocols lists what is starred. */
async function starredIn({ reader, json }: App): Promise<Record<string, string[]>> {
  const fever = await world.addPassword(reader, { protocol: "fever" });
  const key = createHash("md5").update(`${reader.email.toLowerCase()}:${fever.password}`).digest("hex");
  const body = new URLSearchParams({ api_key: key });
  const fetched = async (answer: Promise<Response>) => (await answer).json() as Promise<Answers>;
  const saved = await fetched(world.request("/fever/?api&saved_item_ids", { method: "POST", body }));
  const { password } = await world.addPassword(reader, { protocol: "miniflux" });
  const headers = { "X-Auth-Token": password };
  const entries = await fetched(world.request("/v1/entries?starred=true", { headers }));
  const stream = (await json(`stream/contents/${state("starred")}`)) as Answers;
  return {
    greader: stream.items.map((item) => String(Number.parseInt(item.id.slice(-16), 16))),
    fever: saved.saved_item_ids.split(",").filter(Boolean),
    miniflux: entries.entries.map((entry) => String(entry.id)),
  };
}

test("a starred article that the other feed does not have outlives its feed, and is found everywhere", async () => {
  const { app, from, to, id, number } = await keptItem();
  await merge(from, to);
  await purge();
  assert.equal((await worker.query("select from feeds where id = $1", [from.feedId])).rowCount, 0);
  await world.settle();

  assert.match(await text(app, "/stream?view=starred"), /Kept for later/);
  assert.match(await text(app, "/stream?search=saxophone"), /Kept for later/);
  assert.match(await text(app, `/items/${id}`), /The saxophone was found/);
  assert.match(await text(app, "/account/starred.html"), /Kept for later/);
  assert.deepEqual(await starredIn(app), { greader: [number], fever: [number], miniflux: [number] });

  await app.reader.post(`/items/${id}/unstar`);
  assert.doesNotMatch(await text(app, "/stream?view=starred"), /Kept for later/);
  await purge();
  assert.equal((await app.reader.ask(`/items/${id}`)).status, 404);
});

test("readers of the other feed find it read, and what each feed has is counted", async () => {
  const { app, other, from, to, id } = await keptItem();
  await merge(from, to);
  const { rows } = await worker.query(
    "select user_id as person, feed_id as feed, read_at is not null as read from item_states where item_id = $1 order by read",
    [id],
  );
  assert.deepEqual(rows, [
    { person: app.reader.id, feed: to.feedId, read: false },
    { person: other.reader.id, feed: to.feedId, read: true },
  ]);
  const counts = await worker.query(
    "select feed_id, items from item_counts where feed_id = any($1) order by items, feed_id",
    [[from.feedId, to.feedId]],
  );
  assert.deepEqual(counts.rows, [
    { feed_id: from.feedId, items: 1 },
    { feed_id: to.feedId, items: 2 },
  ]);
});

test("what was starred while its feed was merged, and merged again, follows before the feeds are purged", async () => {
  const { app, from, to, id } = await keptItem();
  const last = await world.addNumberedFeed(app.reader, "Last");
  await worker.query("update item_states set starred_at = null where item_id = $1", [id]);
  await merge(from, to);
  await merge(to, last);
  await worker.query("update item_states set starred_at = now() where item_id = $1", [id]);
  await purge();
  assert.match(await text(app, "/stream?view=starred"), /Kept for later/);
});
