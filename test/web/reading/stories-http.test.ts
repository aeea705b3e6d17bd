import assert from "node:assert/strict";
import { test } from "node:test";
import { readingWorld } from "../../reading/reading-world.ts";

const world = await readingWorld();

test("a story says which figures differ, and that a fact of one report may be in another without text", async () => {
  const one = await world.addReader();
  const url = "https://news.example/differing";
  const report = async (name: string, text: string) =>
    world.addItem(await world.addFeed([one], name), {
      url: `${url}?utm_source=${name}`,
      title: "Crash in Holbeck",
      text,
    });
  const story = await report(
    "Alpha",
    "<p>The crash in Holbeck injured 23 passengers on Sunday. A crane lifted 4 wagons back onto the rails in Leeds on Monday.</p>",
  );
  await world.settle();
  await report("Beta", "<p>On Sunday the crash in Holbeck injured 24 passengers.</p>");
  await world.settle();
  const compared = async () => (await one.ask(`/stories/${story}`)).text();
  assert.match(
    await compared(),
    /Figures that differ[^]*<strong>2[34] \((?:Alpha|Beta)\), 2[34] \((?:Alpha|Beta)\)<\/strong>/,
  );
  assert.match(await compared(), /In only one report[^]*A crane lifted 4 wagons/);
  await report("Gamma", "");
  await world.settle();
  assert.match(await compared(), /In one report; others have no text here[^]*A crane lifted 4 wagons/);
  assert.doesNotMatch(await compared(), /In only one report/);
});
