import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { saveFilter } from "../../src/items/filters/change-filters.ts";
import { markRead, markStarred } from "../../src/items/item-state-store.ts";
import { deleteOldDeliveries } from "../../src/webhooks/delivery-store.ts";
import { queueTest } from "../../src/webhooks/webhook-store.ts";
import { startReceiver } from "./receiver.ts";
import { webhookWorld } from "./webhook-world.ts";

const world = await webhookWorld();
const { addHook, addDeliverer } = world;
const { worker } = world.database;

test("a feed that stays broken is told of once, also when old deliveries are deleted", async () => {
  const anna = await world.addReader();
  const receiver = await startReceiver();
  await addHook(anna, { url: receiver.url, events: ["feed.failing"] });
  const feed = await world.addFeed([anna], "Gazette");
  await worker.query(
    "update feeds set enabled = true, last_fetch_status = 'temporary_error', last_success_at = now() - interval '2 days' where id = $1",
    [feed],
  );
  const lookAgain = () => addDeliverer().runAll();
  await lookAgain();
  const tomorrow = new Date(Date.now() + 86_400_000);
  await deleteOldDeliveries(worker, tomorrow, 1_000);
  await lookAgain();
  assert.equal(receiver.received.length, 1);

  await worker.query("update feeds set last_fetch_status = 'success', last_success_at = now() where id = $1", [feed]);
  await deleteOldDeliveries(worker, tomorrow, 1_000);
  const { rowCount } = await worker.query("select from deliveries where feed_id = $1", [feed]);
  assert.equal(rowCount, 0);
});

test("a star is sent once, also when its item is marked as read after old deliveries are deleted", async () => {
  const anna = await world.addReader();
  const hook = await addHook(anna, { url: "https://hook.example.org/", events: ["item.starred"] });
  const item = await world.addItem(await world.addFeed([anna], "Gazette"));
  const count = async () => (await worker.query("select from deliveries where webhook_id = $1", [hook])).rowCount;
  await anna.as((tx) => markStarred(tx, item, true, new Date()));
  assert.equal(await count(), 1);
  // Two weeks later.
  await worker.query("delete from deliveries where webhook_id = $1", [hook]);
  await worker.query("update webhooks set created_at = created_at - interval '15 days' where id = $1", [hook]);
  await worker.query("update item_states set starred_at = starred_at - interval '14 days' where item_id = $1", [item]);
  await anna.as((tx) => markRead(tx, item, true, new Date()));
  assert.equal(await count(), 0);
});

test("what a person's filter hides is not sent as new", async () => {
  const anna = await world.addReader();
  const hook = await addHook(anna, { url: "https://hook.example.org/", events: ["item.new"] });
  const rule = { name: "No lottery", rule: { title: "lottery" }, action: "hide" as const };
  await anna.as((tx) => saveFilter(tx, anna.id, rule, new Date()));
  const feed = await world.addFeed([anna], "Gazette");
  await world.addItem(feed, { title: "Lottery numbers" });
  const shown = await world.addItem(feed, { title: "Council meets" });
  await world.settle();
  const { rows } = await worker.query("select item_id from deliveries where webhook_id = $1", [hook]);
  assert.deepEqual(rows, [{ item_id: shown }]);
});

test("a finger on the button Test fills no table: 200 wait at most", async () => {
  const anna = await world.addReader();
  const hook = await addHook(anna, { url: "https://hook.example.org/", events: ["item.saved"] });
  const count = async () => (await worker.query("select from deliveries where webhook_id = $1", [hook])).rowCount;
  await worker.query(
    `insert into deliveries (webhook_id, event, subject, created_at, due_at)
     select $1, 'test', n::text, now(), now() + interval '1 day' from generate_series(1, 199) n`,
    [hook],
  );
  for (const expected of [200, 200]) {
    assert.equal(await anna.as((tx) => queueTest(tx, hook, new Date())), true);
    assert.equal(await count(), expected);
  }
  assert.equal(await anna.as((tx) => queueTest(tx, randomUUID(), new Date())), false);
});
