import assert from "node:assert/strict";
import { test } from "node:test";
import { analyseItems } from "../../src/analysis/analyse-items.ts";
import { indexItems } from "../../src/analysis/stories/index-items.ts";
import { removeFilter, saveFilter, tryFilter } from "../../src/items/filters/change-filters.ts";
import { eventually } from "../ground/eventually.ts";
import { readingWorld } from "./reading-world.ts";

const world = await readingWorld();
const { worker } = world.database;
const now = () => new Date();

test("a rule that is deleted while a batch is judged by it hides nothing, and a new one hides what the batch has", async () => {
  const reader = await world.addReader();
  const feed = await world.addFeed([reader], "Busy");
  const rule = (title: string) => ({ name: title, rule: { title }, action: "hide" as const });
  await reader.as((tx) => saveFilter(tx, reader.id, rule("regatta"), now()));
  const { rows } = await worker.query("select id from filters where user_id = $1", [reader.id]);
  const shown = await world.addItem(feed, { title: "Regatta on the lake" });
  const hidden = await world.addItem(feed, { title: "Derby on the hill" });
  await analyseItems({ pool: worker, now, limits: { hasModel: false, ageDaysMax: 14 } });

  // The batch has read the rules and cannot save yet.
  const blocker = await worker.connect();
  await blocker.query("begin; lock table item_index in exclusive mode");
  const indexed = indexItems({ pool: worker, now });
  const waitingFor = (lock: string) =>
    eventually(async () => {
      const asked = "select count(*)::int as n from pg_locks where not granted and locktype = $1";
      assert.ok((await worker.query(asked, [lock])).rows[0].n > 0);
    });
  await waitingFor("relation");
  const changed = reader.as(async (tx) => {
    await removeFilter(tx, reader.id, rows[0].id, now());
    await saveFilter(tx, reader.id, rule("derby"), now());
  });
  await Promise.race([changed, waitingFor("advisory")]);
  await blocker.query("commit");
  blocker.release();
  await Promise.all([indexed, changed]);
  await world.settle();
  const { rows: states } = await worker.query(
    "select item_id from item_states where user_id = $1 and hidden_at is not null",
    [reader.id],
  );
  assert.deepEqual(states, [{ item_id: hidden }], `not ${shown}`);
});

test("an example of what a rule finds is not cut within an emoji", async () => {
  const reader = await world.addReader();
  const feed = await world.addFeed([reader], "Emoji");
  await world.addItem(feed, { title: `Harvests${"🌾".repeat(200)}` });
  const { examples } = await reader.as((tx) => tryFilter(tx, { title: "harvests" }, now()));
  assert.ok(examples[0]?.isWellFormed());
});
