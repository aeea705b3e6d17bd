import assert from "node:assert/strict";
import { test } from "node:test";
import { createFeedCache, type FeedCache, type Found } from "../../src/publishing/feed-cache.ts";

const limits = { bytesMax: 1_000_000, entriesMax: 100, missingForMs: 5_000 };

test("a document is loaded once, however many ask at once and afterwards", async () => {
  const { cache, loader } = parts();
  const asked = [1, 2, 3].map(() => cache.get("a", loader.load));
  loader.answer(found("a", "1"));
  assert.deepEqual(await Promise.all(asked), [found("a", "1"), found("a", "1"), found("a", "1")]);
  assert.deepEqual(await cache.get("a", loader.load), found("a", "1"));
  assert.equal(loader.count(), 1);
});

test("a failed load rejects all who wait, and is not cached", async () => {
  const { cache, loader } = parts();
  const asked = [cache.get("a", loader.load), cache.get("a", loader.load)];
  loader.fail(new Error("database gone"));
  for (const one of asked) await assert.rejects(one, /database gone/);
  const again = cache.get("a", loader.load);
  loader.answer(found("a", "1"));
  assert.deepEqual(await again, found("a", "1"));
});

test("a changed feed is loaded again in every format, other feeds are not", async () => {
  const { cache } = parts();
  for (const key of ["a rss", "a atom", "b rss"]) await cache.get(key, async () => found(key[0]!, "old"));
  cache.invalidate("a");
  const fresh = await Promise.all(
    ["a rss", "a atom", "b rss"].map((key) => cache.get(key, async () => found(key[0]!, "new"))),
  );
  assert.deepEqual(fresh.map(etag), ["new", "new", "old"]);
});

test("a document loaded before a change is loaded again, for requests before and after the change", async () => {
  const { cache, loader } = parts();
  const before = cache.get("a", loader.load);
  cache.invalidate("a");
  const after = cache.get("a", loader.load);
  assert.equal(loader.count(), 1, "one load at a time");
  loader.answer(found("a", "old"));
  await loader.called(2);
  loader.answer(found("a", "new"));
  assert.deepEqual([await before, await after].map(etag), ["new", "new"]);
  assert.equal(etag(await cache.get("a", loader.load)), "new");
  assert.equal(loader.count(), 2);
});

test("a change of another feed does not repeat a load", async () => {
  const { cache, loader } = parts();
  const asked = cache.get("a", loader.load);
  cache.invalidate("b");
  loader.answer(found("a", "1"));
  await asked;
  await cache.get("a", loader.load);
  assert.equal(loader.count(), 1);
});

test("a feed that changes during every load is served as last loaded, and not cached", async () => {
  const { cache, loader } = parts();
  const asked = cache.get("a", loader.load);
  for (const times of [1, 2, 3]) {
    await loader.called(times);
    cache.invalidate("a");
    loader.answer(found("a", String(times)));
  }
  assert.equal(etag(await asked), "3");
  const again = cache.get("a", loader.load);
  assert.equal(loader.count(), 4);
  loader.answer(found("a", "4"));
  assert.equal(etag(await again), "4");
});

test("clearing the cache also discards loads in progress", async () => {
  const { cache, loader } = parts();
  await cache.get("b", async () => found("b", "old"));
  const asked = cache.get("a", loader.load);
  cache.clear();
  cache.invalidate("b");
  loader.answer(found("a", "old"));
  await loader.called(2);
  loader.answer(found("a", "new"));
  assert.equal(etag(await asked), "new");
  assert.equal(etag(await cache.get("b", async () => found("b", "new"))), "new");
});

test("a missing feed is looked up again after a while, not before", async () => {
  const { cache, clock } = parts();
  assert.equal(await cache.get("a", async () => "missing"), "missing");
  clock.ms += limits.missingForMs - 1;
  assert.equal(await cache.get("a", notAsked), "missing");
  clock.ms += 1;
  assert.equal(etag(await cache.get("a", async () => found("a", "1"))), "1");
});

test("any change forgets the missing feeds, because one of them may have been built", async () => {
  const { cache, loader } = parts();
  await cache.get("a", async () => "missing");
  cache.invalidate("a");
  const asked = cache.get("a", loader.load);
  cache.invalidate("a");
  loader.answer("missing");
  await loader.called(2);
  loader.answer(found("a", "1"));
  assert.equal(etag(await asked), "1");
});

test("no more missing feeds are remembered than documents", async () => {
  const { cache } = parts({ ...limits, entriesMax: 2 });
  for (const key of ["a", "b", "c"]) await cache.get(key, async () => "missing");
  assert.equal(etag(await cache.get("a", async () => found("a", "1"))), "1");
  assert.equal(await cache.get("b", notAsked), "missing");
  assert.equal(await cache.get("c", notAsked), "missing");
});

function parts(its = limits): { cache: FeedCache; clock: { ms: number }; loader: ReturnType<typeof handLoader> } {
  const clock = { ms: 1_000_000 };
  return { cache: createFeedCache(() => clock.ms, its), clock, loader: handLoader() };
}

/** A loader whose answers the test gives, so that the order of things is the test's and not the clock's. */
function handLoader() {
  const calls: PromiseWithResolvers<Found>[] = [];
  const starts = [0, 1, 2, 3, 4, 5].map(() => Promise.withResolvers<void>());
  return {
    load: () => {
      calls.push(Promise.withResolvers());
      starts[calls.length]!.resolve();
      return calls.at(-1)!.promise;
    },
    called: (times: number) => starts[times]!.promise,
    count: () => calls.length,
    answer: (answer: Found) => calls.at(-1)!.resolve(answer),
    fail: (error: Error) => calls.at(-1)!.reject(error),
  };
}

function found(feedId: string, version: string): Found {
  return { feedId, body: Buffer.from(version), gzip: Buffer.from(version), etag: version, updatedAt: new Date(0) };
}

function etag(answer: Found): string {
  return answer === "missing" ? answer : answer.etag;
}

async function notAsked(): Promise<never> {
  throw new Error("the database was asked");
}
