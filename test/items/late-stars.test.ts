import assert from "node:assert/strict";
import { test } from "node:test";
import type pg from "pg";
import { markRead, markStarred } from "../../src/items/item-state-store.ts";
import { deleteOldItems, deleteSurplusItems } from "../../src/items/expired-item-store.ts";
import { eventually } from "../ground/eventually.ts";
import { readingWorld } from "../reading/reading-world.ts";

const world = await readingWorld();
const { worker, web, admin } = world.database;
const now = new Date();
const [first, last] = ["00000000-0000-0000-0000-000000000000", "ffffffff-ffff-ffff-ffff-ffffffffffff"];

/** Each deletes the older items of a feed, and not the starred ones. */
const deletions = {
  "items that are too old": () => deleteOldItems(worker, { after: first, before: last, count: 500 }),
  "items beyond a feed's limit": () =>
    deleteSurplusItems(worker, { after: first, feeds: 100, itemsMax: 1, count: 500 }),
};
const readBefore = { "was read": true, "was not read": false };

for (const [what, remove] of Object.entries(deletions)) {
  for (const [before, isRead] of Object.entries(readBefore)) {
    test(`an item that ${before} and is starred while ${what} are deleted is kept`, async (t) => {
      const reader = await world.addReader();
      const feed = await world.addFeed([reader], "Feed");
      await world.addItem(feed);
      const [starred, other] = [await world.addItem(feed), await world.addItem(feed)];
      if (isRead) for (const id of [starred, other]) await reader.as((tx) => markRead(tx, id, true, now));

      const person = await beginAs(reader.id);
      t.after(() => person.release(true));
      assert.equal(await markStarred(person, starred, true, now), true);
      const removed = remove();
      await eventually(async () => {
        const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
        assert.equal((await admin.query(waiting)).rowCount, 1);
      });
      await person.query("commit");
      await removed;

      const { rows } = await reader.as((tx) =>
        tx.query("select item_id from item_states where starred_at is not null"),
      );
      assert.deepEqual(rows, [{ item_id: starred }]);
      assert.equal((await worker.query("select from items where id = $1", [other])).rowCount, 0);
      // What is not starred any more goes.
      await reader.as((tx) => markStarred(tx, starred, false, now));
      await remove();
      assert.equal((await worker.query("select from items where id = $1", [starred])).rowCount, 0);
    });
  }
}

/** A person's transaction that stays open. */
async function beginAs(id: string): Promise<pg.PoolClient> {
  const client = await web.connect();
  await client.query("begin");
  await client.query("select set_config('role', 'authenticated', true), set_config('request.jwt.claims', $1, true)", [
    JSON.stringify({ sub: id, role: "authenticated" }),
  ]);
  return client;
}
