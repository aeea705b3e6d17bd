import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import fc from "fast-check";
import { createStemCounts } from "../../src/analysis/stories/stem-counts.ts";
import { createBackground } from "../../src/analysis/stories/story-memory.ts";
import { countStems, measureRarity, type Rarity, type Stems } from "../../src/analysis/stories/story-signs.ts";
import { checkProperty } from "../ground/check-property.ts";
import { testDatabase } from "../ground/test-database.ts";

const { worker: pool } = await testDatabase();
const minuteMs = 60_000;

test("what is common these days is asked for once in five minutes; what this process indexes counts at once", async () => {
  let nowMs = 0;
  const background = createBackground(() => nowMs);
  const weightOf = async (stem: number, fresh: Stems[] = []) =>
    weightIn(await background.rarityWith(pool, fresh), stem);
  await addSigns([4, 8], [12]);
  assert.equal(await weightOf(4), Math.log(1 + 1 / 1));
  assert.equal(await weightOf(4, [{ titleStems: [4], leadStems: [] }]), Math.log(1 + 2 / 2));

  await addSigns([8], []);
  nowMs = 4 * minuteMs;
  assert.equal(await weightOf(8), Math.log(1 + 2 / 1));
  nowMs = 6 * minuteMs;
  assert.equal(await weightOf(8), Math.log(1 + 2 / 2));
  assert.equal(await weightOf(4), Math.log(1 + 2 / 1));
});

test("what is too old counts no longer", async () => {
  const background = createBackground(() => 0);
  const old = Array.from({ length: 2_000 }, () => ({ titleStems: [16], leadStems: [20] }));
  const fresh = Array.from({ length: 1_999 }, () => ({ titleStems: [24], leadStems: [] }));
  await background.rarityWith(pool, old);
  await background.rarityWith(pool, fresh);
  const rarity = await background.rarityWith(pool, []);
  assert.equal(weightIn(rarity, 16), Math.log(1 + 2_000 / 1));
  assert.equal(rarity.isRare(rarity.countOf(20)), true);
  assert.equal(weightIn(rarity, 24), 0);
});

test("stems that are removed count as if they had never been added", () => {
  const [one, two] = [
    { titleStems: [4, 8], leadStems: [12] },
    { titleStems: [4], leadStems: [16] },
  ];
  const counted = countStems();
  for (const stems of [one, two, one]) counted.add(stems);
  counted.remove(one);
  const [left, measured] = [counted.rarity(), measureRarity([one, two])];
  for (const stem of [4, 8, 12, 16, 20]) assert.equal(weightIn(left, stem), weightIn(measured, stem));
});

test("stems are counted as in a Map, however many there are and go again", () => {
  // Negative ones, zero, and so many that the table has to grow.
  const key = fc.oneof(
    fc.integer({ min: -20, max: 20 }).map((n) => 4 * n),
    fc.integer().map((n) => n & ~3),
  );
  const many = Array.from({ length: 3_000 }, (_, n) => Math.imul(n, 0x85ebca6b) & ~3);
  checkProperty(
    fc.property(fc.array(fc.oneof(fc.array(key), fc.constant(many)), { maxLength: 6 }), (added) => {
      const [counts, expected] = [createStemCounts(), new Map<number, number>()];
      const change = (keys: readonly number[], by: 1 | -1) => {
        for (const one of keys) {
          counts.change(one, by);
          expected.set(one, (expected.get(one) ?? 0) + by);
        }
      };
      for (const [at, keys] of added.entries()) {
        change(keys, 1);
        if (at > 1) change(added[at - 2]!, -1);
      }
      for (const [one, count] of expected) assert.equal(counts.countOf(one), count);
      assert.equal(counts.countOf(0x7ffffffc), expected.get(0x7ffffffc) ?? 0);
    }),
  );
});

function weightIn({ countOf, weightOf }: Rarity, key: number): number {
  return weightOf(countOf(key));
}

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
