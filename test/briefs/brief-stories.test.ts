import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { findBriefMaterial } from "../../src/briefs/brief-item-store.ts";
import { writeExtract } from "../../src/briefs/write-brief.ts";
import { asPerson } from "../../src/database/transaction.ts";
import { type Reader, readingWorld } from "../reading/reading-world.ts";

const world = await readingWorld();
const { worker, web } = world.database;
const now = () => new Date();

const quake = {
  title: "Magnitude 6.8 earthquake strikes off Chile's coast near Coquimbo",
  text: "Residents of La Serena left their homes after a tsunami warning that was lifted two hours later.",
};
const sameQuake = {
  title: "Tsunami warning lifted after strong earthquake near Coquimbo",
  text: "Thousands in Chile left homes after a 6.8 magnitude earthquake struck off the coast near La Serena.",
};

/** The paragraphs of a brief without a model. */
async function paragraphsFor(reader: Reader): Promise<string[]> {
  const inPerson = <Result>(id: string, work: Parameters<typeof asPerson<Result>>[2]) => asPerson(web, id, work);
  const outcome = await writeExtract({ now, inPerson }, reader.id);
  assert.ok(outcome.kind === "written");
  return outcome.brief.content.split("\n\n");
}

async function readerOf(...reports: { title: string; text: string }[]) {
  const reader = await world.addReader();
  const ids: string[] = [];
  for (const [index, report] of reports.entries()) {
    ids.push(await world.addItem(await world.addFeed([reader], `Feed ${index + 1}`), report));
  }
  await world.settle();
  return { reader, ids };
}

test("two reports that analysis put in one story are one paragraph of the brief", async () => {
  const { reader } = await readerOf(quake, sameQuake);
  const paragraphs = await paragraphsFor(reader);
  assert.equal(paragraphs.length, 1);
  assert.match(paragraphs[0] ?? "", / \[1\]\[2\]$/u);
});

test("two items that analysis kept apart are two paragraphs, however similar their titles are", async () => {
  const { reader, ids } = await readerOf(
    { title: "Council of Elmsford approves the budget of 2027", text: "" },
    { title: "Council of Elmsford approves the budget of 2027", text: "" },
  );
  // Analysis decides, not the brief: here each item has a story of its own.
  await worker.query("update item_index set story_id = item_id where item_id = any($1)", [ids]);
  const paragraphs = await paragraphsFor(reader);
  assert.equal(paragraphs.length, 2);
  assert.ok(paragraphs.every((paragraph) => paragraph.match(/\[\d\]/gu)?.length === 1));
});

test("items with nothing in common are one paragraph if analysis joined them", async () => {
  const { reader, ids } = await readerOf({ title: "Rain in Leeds", text: "" }, { title: "Bridge opens", text: "" });
  await worker.query("update item_index set story_id = $2 where item_id = any($1)", [ids, randomUUID()]);
  assert.equal((await paragraphsFor(reader)).length, 1);
});

test("an item that is not indexed yet is its own story", async () => {
  const { reader, ids } = await readerOf(quake, sameQuake);
  await worker.query("delete from item_index where item_id = any($1)", [ids]);
  const { items } = await reader.as((db) => findBriefMaterial(db, reader.id, now()));
  assert.deepEqual(items.map(({ id, storyId }) => [id, storyId]).toSorted(), ids.map((id) => [id, id]).toSorted());
});
