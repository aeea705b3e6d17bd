import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { readFeed } from "../../../src/feeds/find-feed-store.ts";
import { makeDeadLetter, makeFeed, operatorWorld } from "./operator-world.ts";

const { ask, operator, person, database } = await operatorWorld();
const { worker } = database;
const boss = await operator();
const get = (path: string) => ask(boss.headers, `GET /operator${path}`);
const post = (path: string, form: Record<string, string> = {}) => ask(boss.headers, `POST /operator${path}`, form);

test("dead letters are retried or dropped, one by one or all", async () => {
  const feedId = await makeFeed(database);
  await worker.query("update feeds set suspended = true where id = $1", [feedId]);
  const [first, second] = [
    await makeDeadLetter(database, feedId, "It <b>broke</b>"),
    await makeDeadLetter(database, feedId, "It broke again"),
  ];
  const listed = await get("/dead-letters");
  assert.match(listed.text, /It &lt;b&gt;broke&lt;\/b&gt;/);
  const replayed = await post(`/dead-letters/${first}/replay`);
  assert.deepEqual([replayed.status, replayed.headers.get("Location")], [303, "/operator/dead-letters?done=replay"]);
  assert.equal((await readFeed(worker, feedId))?.suspended, false);
  assert.match((await get("/dead-letters?done=replay")).text, /Queued for a retry\./);
  assert.equal((await post(`/dead-letters/${first}/replay`)).status, 404);
  assert.equal((await post(`/dead-letters/${second}/drop`)).status, 303);
});

test('"all" means the dead letters on the page: later ones stay', async () => {
  const feedId = await makeFeed(database);
  const seen = [await makeDeadLetter(database, feedId, "a"), await makeDeadLetter(database, feedId, "b")];
  const { text } = await get("/dead-letters");
  const unseen = await makeDeadLetter(database, feedId, "It came a moment later");
  const shown = /dead-letters\/drop".*?name="ids" value="([^"]*)"/.exec(text)?.[1] ?? "";
  assert.ok(seen.every((id) => shown.split(",").includes(id)));
  assert.equal((await post("/dead-letters/drop", { ids: shown })).status, 303);
  const left = (await get("/dead-letters")).text;
  assert.match(left, /It came a moment later/);
  assert.ok(seen.every((id) => !left.includes(id)));
  for (const ids of [shown, "", `${randomUUID()},nonsense,\0`]) {
    assert.equal((await post("/dead-letters/drop", { ids })).status, 404);
  }
  assert.equal((await post("/dead-letters/replay", { ids: unseen })).status, 303);
  assert.match((await get("/dead-letters")).text, /No failed jobs\./);
});

test("a dead letter of a personal feed names neither feed nor item, and can be retried", async () => {
  const url = "https://private.example/inbox.xml?key=theirs";
  const feedId = await makeFeed(database, { url, published: false, ownerId: (await person()).id });
  const itemId = randomUUID();
  await worker.query(
    `insert into items (id, feed_id, hash, url, content, pub_date, fingerprint)
     values ($1, $2, repeat('0', 64), 'https://private.example/letter?key=theirs', '', now(), '')`,
    [itemId, feedId],
  );
  const letters = [
    await makeDeadLetter(database, feedId, "Its worker died"),
    await makeDeadLetter(database, feedId, "The model failed", itemId),
  ];
  const { text } = await get("/dead-letters");
  assert.match(text, /Its worker died/);
  assert.match(text, /The model failed/);
  assert.doesNotMatch(text, /private\.example|key=theirs/);
  assert.ok(!text.includes(feedId));
  for (const id of letters) assert.equal((await post(`/dead-letters/${id}/replay`)).status, 303);
});
