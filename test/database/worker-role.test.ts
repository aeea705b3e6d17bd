import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { asAnybody, asPerson } from "../../src/database/transaction.ts";
import { testDatabase } from "../ground/test-database.ts";

const { worker, web } = await testDatabase();

test("jobs see every feed, while a person who reads none and a stranger see none", async () => {
  const id = randomUUID();
  await worker.query("insert into feeds (id, url) values ($1, 'https://unread.example/feed')", [id]);
  const ask = "select id from feeds";
  assert.deepEqual((await worker.query(ask)).rows, [{ id }]);
  assert.equal((await asPerson(web, randomUUID(), (tx) => tx.query(ask))).rowCount, 0);
  assert.equal((await asAnybody(web, (tx) => tx.query(ask))).rowCount, 0);
});
