import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { createBackground } from "../../src/analysis/stories/index-items.ts";
import { testDatabase } from "../ground/test-database.ts";

const { worker: pool } = await testDatabase();
const minuteMs = 60_000;

test("what is common these days is asked for once in five minutes; what this process indexes counts at once", async () => {
  let nowMs = 0;
  const background = createBackground(() => nowMs);
  await addSigns([4, 8], [12]);
  assert.deepEqual(await background.load(pool), [{ titleStems: [4, 8], leadStems: [12] }]);

  background.add([{ titleStems: [16], leadStems: [] }]);
  await addSigns([20], []);
  nowMs = 4 * minuteMs;
  const fresh = { titleStems: [16], leadStems: [] };
  assert.deepEqual(await background.load(pool), [fresh, { titleStems: [4, 8], leadStems: [12] }]);

  nowMs = 6 * minuteMs;
  const stored = await background.load(pool);
  assert.deepEqual(stored.map(({ titleStems }) => titleStems).toSorted(), [[20], [4, 8]]);
});

async function addSigns(title: number[], lead: number[]): Promise<void> {
  const [feedId, itemId] = [randomUUID(), randomUUID()];
  await pool.query("insert into feeds (id, url) values ($1, $2)", [feedId, `http://a.example/${feedId}`]);
  await pool.query(
    "insert into items (id, feed_id, hash, content, pub_date, fingerprint) values ($1, $2, $3, '', now(), '')",
    [itemId, feedId, itemId.replaceAll("-", "").repeat(2)],
  );
  await pool.query(
    "insert into story_signs (item_id, pub_date, title_stems, lead_stems, pairs) values ($1, now(), $2, $3, '{}')",
    [itemId, title, lead],
  );
}
