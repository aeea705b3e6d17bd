import assert from "node:assert/strict";
import { test } from "node:test";
import type { ClaimedFeed } from "../../src/schedule/lease.ts";
import type { Completion, CompletionResult } from "../../src/fetching/completion-store.ts";
import { type FetchHooks, noHooks, processItems, runHooks } from "../../src/fetching/hooks.ts";
import type { NewItem } from "../../src/items/save-items-store.ts";

const feed = { feedId: "feed" } as ClaimedFeed;
const item = (id: string, title = id) => ({ id, title }) as NewItem;
const titled = (items: NewItem[]) => items.map(({ id, title }) => [id, title]);

const add =
  (text: string): FetchHooks["itemProcessors"][number] =>
  (given) => ({ ...given, title: given.title + text });
const fail = () => {
  throw new Error("it fails");
};

test("processors run in order, and without any the items stay as they are", async () => {
  const processed = (...itemProcessors: FetchHooks["itemProcessors"]) =>
    processItems({ ...noHooks, itemProcessors }, feed, [item("a")], assert.fail);
  assert.deepEqual(titled(await processed()), [["a", "a"]]);
  assert.deepEqual(titled(await processed(add("1"))), [["a", "a1"]]);
  assert.deepEqual(titled(await processed(add("1"), async (given, of) => add(of.feedId)(given, of))), [
    ["a", "a1feed"],
  ]);
});

test("a processor that fails leaves the item as it was, and is reported", async () => {
  const failed: unknown[] = [];
  const hooks = { ...noHooks, itemProcessors: [add("1"), fail, add("2")] };
  const items = await processItems(hooks, feed, [item("a"), item("b")], (hook, error) =>
    failed.push([hook, String(error)]),
  );
  assert.deepEqual(titled(items), [
    ["a", "a12"],
    ["b", "b12"],
  ]);
  assert.deepEqual(failed, [
    ["itemProcessor", "Error: it fails"],
    ["itemProcessor", "Error: it fails"],
  ]);
});

test("hooks get created and updated items once, with their stored ids; a failing hook stops no other", async () => {
  const told: unknown[] = [];
  const hooks: FetchHooks = {
    itemProcessors: [],
    onItemCreated: [fail, ({ id }, { feedId }) => void told.push(["created", id, feedId])],
    onItemUpdated: [fail, ({ id, title }) => void told.push(["updated", id, title])],
    onFetchCompleted: [fail, (_, { created }) => void told.push(["completed", created.length])],
  };
  const completion = { claim: feed, items: [item("new"), item("offered"), item("same")] } as Completion;
  const result = {
    created: ["new"],
    updated: ["stored", "lost"],
    updatedFrom: ["offered", "nothing"],
  } as CompletionResult;
  const failed: string[] = [];
  await runHooks(hooks, completion, result, (hook) => failed.push(hook));
  assert.deepEqual(told, [
    ["created", "new", "feed"],
    ["updated", "stored", "offered"],
    ["completed", 1],
  ]);
  assert.deepEqual(failed, ["onItemCreated", "onItemUpdated", "onFetchCompleted"]);
});
