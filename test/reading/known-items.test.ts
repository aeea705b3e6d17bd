import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import type pg from "pg";
import type { Queryable } from "../../src/database/transaction.ts";
import { createKnownItems } from "../../src/analysis/stories/known-items.ts";
import { loadSigns } from "../../src/analysis/stories/index-store.ts";
import type { StoryItem } from "../../src/analysis/stories/group-items.ts";
import { extractSigns, measureRarity } from "../../src/analysis/stories/story-signs.ts";
import { testDatabase } from "../ground/test-database.ts";

const { worker } = await testDatabase();
const minuteMs = 60_000;

const pier = "Orlowo pier closed after storm tears off 140 planks";
const samePier = "Storm tears 140 planks off Orlowo pier, which is closed";
const strike = "Lufthansa pilots walk out for two days over pensions";
const days = { rarity: measureRarity([pier, samePier, strike].map(signsOf)), oldest: new Date(0) };

test("stored items are found that are like one of the new ones, and also those that were added later", async () => {
  await worker.query("delete from story_signs");
  const known = createKnownItems(() => 0);
  const [one, two] = [await addSigns(pier), await addSigns(strike)];
  const [fresh, other] = [storyItem(samePier), storyItem(strike)];
  assert.deepEqual(
    await known.findAlike(worker, [fresh, other], days),
    new Map([
      [one, [fresh]],
      [two, [other]],
    ]),
  );

  const added = await addSigns(samePier);
  const again = storyItem(pier);
  assert.deepEqual(
    await known.findAlike(worker, [fresh, again], days),
    new Map([
      [one, [fresh, again]],
      [added, [fresh, again]],
    ]),
  );
});

test("a common pair of words is not enough, unless nothing else is known of the item", async () => {
  await worker.query("delete from story_signs");
  const known = createKnownItems(() => 0);
  const unlike = "Concert at Orlowo pier delights visitors";
  const number = await addSigns(pier);
  const fresh = storyItem(unlike);
  const pairs = new Set(storyItem(pier).signs.pairs);
  assert.ok(fresh.signs.pairs.some((pair) => pairs.has(pair)));
  assert.deepEqual(await known.findAlike(worker, [fresh], days), new Map());

  // Only its pairs are kept of an item that is not among the newest: whoever loads it compares it.
  await addSigns(strike);
  assert.deepEqual(
    await createKnownItems(() => 0, { stemsMax: 1, olderMax: 9, itemsPerPage: 5 }).findAlike(worker, [fresh], days),
    new Map([[number, [fresh]]]),
  );
});

test("only what was added is read again; all of it after an hour, and without what is gone", async () => {
  let nowMs = 0;
  let read = 0;
  const counting = {
    query: async (query: pg.QueryConfig) => {
      const answer = await worker.query(query);
      if (query.name === "load-signs") read += answer.rows.length;
      return answer;
    },
  } as Queryable;
  const known = createKnownItems(() => nowMs);
  const item = storyItem(samePier);
  const readFor = async () => {
    read = 0;
    return { found: [...(await known.findAlike(counting, [item], days)).keys()].toSorted((a, b) => a - b), read };
  };
  await worker.query("delete from story_signs");
  const [gone, stays] = [await addSigns(pier), await addSigns(pier)];
  assert.deepEqual(await readFor(), { found: [gone, stays], read: 2 });
  await worker.query("delete from story_signs where number = $1", [gone]);
  const added = await addSigns(pier);
  nowMs = 59 * minuteMs;
  assert.deepEqual(await readFor(), { found: [gone, stays, added], read: 1 });
  assert.deepEqual(await readFor(), { found: [gone, stays, added], read: 0 });
  nowMs = 61 * minuteMs;
  assert.deepEqual(await readFor(), { found: [stays, added], read: 2 });
});

test("all pages are read, in the order of the numbers and not of the table", async () => {
  await worker.query("delete from story_signs");
  const numbers = [905, 902, 904, 901, 903];
  for (const number of numbers) await addSigns(pier, number);
  const known = createKnownItems(() => 0, { stemsMax: 100, olderMax: 9, itemsPerPage: 2 });
  const found = await known.findAlike(worker, [storyItem(samePier)], days);
  assert.deepEqual([...found.keys()].toSorted(), numbers.toSorted());
});

test("a page of signs is read along the index of their numbers", async () => {
  const client = await worker.connect();
  try {
    await client.query("begin; set local enable_seqscan = off; set local enable_bitmapscan = off");
    const plans: string[] = [];
    const explaining = {
      query: async (query: pg.QueryConfig) => {
        const { rows } = await client.query<{ "QUERY PLAN": string }>(`explain ${query.text}`, query.values);
        plans.push(rows.map((row) => row["QUERY PLAN"]).join("\n"));
        return { rows: [] };
      },
    } as unknown as Queryable;
    await loadSigns(explaining, { after: 0, stemsFrom: 0, countMax: 5 });
    assert.match(plans[0] ?? "", /Index Scan using story_signs_number/u);
    assert.doesNotMatch(plans[0] ?? "", /Sort/u);
  } finally {
    await client.query("rollback");
    client.release();
  }
});

test("of a flood of items only the newest keep their stems", async () => {
  await worker.query("delete from story_signs");
  const known = createKnownItems(() => 0, { stemsMax: 2, olderMax: 9, itemsPerPage: 5 });
  const unlike = storyItem("Concert at Orlowo pier delights visitors");
  const first = await addSigns(pier);
  assert.deepEqual([...(await known.findAlike(worker, [unlike], days)).keys()], []);
  for (let more = 0; more < 4; more += 1) await addSigns(strike);
  await known.findAlike(worker, [unlike], days);
  await addSigns(strike);
  // Read again: of the first one only the pairs are known, so the one who loads it compares it.
  assert.deepEqual([...(await known.findAlike(worker, [unlike], days)).keys()], [first]);
});

test("of many items that only their pairs are known of, the newest are taken for alike", async () => {
  await worker.query("delete from story_signs");
  const numbers: number[] = [];
  for (let more = 0; more < 5; more += 1) numbers.push(await addSigns(pier));
  const known = createKnownItems(() => 0, { stemsMax: 1, olderMax: 2, itemsPerPage: 5 });
  const found = await known.findAlike(worker, [storyItem(samePier)], days);
  assert.deepEqual([...found.keys()].toSorted(), numbers.slice(2));
});

async function addSigns(title: string, number: number | null = null): Promise<number> {
  const { titleStems, leadStems, pairs } = signsOf(title);
  const { rows } = await worker.query<{ number: number }>(
    `insert into story_signs (item_id, pub_date, title_stems, lead_stems, pairs, language, number)
     values ($1, now(), $2, $3, $4, 'en', ${number ?? "default"})
     returning number::float8 as number`,
    [randomUUID(), titleStems, leadStems, pairs],
  );
  return rows[0]?.number ?? 0;
}

function storyItem(title: string): StoryItem {
  const [id, feedId] = [randomUUID(), randomUUID()];
  return { id, feedId, pubDate: new Date(), page: null, language: "en", signs: signsOf(title) };
}

function signsOf(title: string) {
  return extractSigns({ title, lead: "", language: "en" });
}
