import assert from "node:assert/strict";
import { test } from "node:test";
import { downloadPage } from "../../src/analysis/page/download-page.ts";
import { createPageExtractor } from "../../src/analysis/page/page-extractor.ts";
import { decodeBody } from "../../src/fetching/decode-body.ts";
import { feedOrigin } from "../ground/feed-origin.ts";
import { testDatabase } from "../ground/test-database.ts";
import { testParts } from "../ground/test-parts.ts";

const items = 4;

test("with several pages of one host at once, robots.txt is fetched once and shared", async (context) => {
  const database = await testDatabase();
  const origin = await feedOrigin();
  const extractor = createPageExtractor();
  context.after(() => extractor.close());
  origin.serve("/robots.txt", {
    headers: { "content-type": "text/plain" },
    body: "User-agent: *\nDisallow: /private\n",
  });
  origin.serve("/page", { headers: { "content-type": "text/html" }, body: "<html><p>Hello" });
  const { client } = testParts(database);
  const turns = oneAtATime();
  await Promise.all(
    Array.from({ length: items }, async () => {
      const stay = turns.arrive();
      const parts = {
        db: database.worker,
        get: client.get,
        extract: extractor.extract,
        decodeBody,
        enterHost: stay.enter,
        keepPause: () => undefined,
        userAgent: "Plainwire",
        now: () => new Date(),
      };
      await downloadPage(parts, origin.url("/page", "127.13.0.1"), new AbortController().signal);
      stay.leave();
    }),
  );
  assert.deepEqual(origin.log.map(({ path }) => path).toSorted(), [
    ...Array.from({ length: items }, () => "/page"),
    "/robots.txt",
  ]);
  // Each waited once, and the first once more, for its page: a turn in which nothing was asked is still good.
  assert.equal(turns.taken(), items + 1);
});

/** Turns at one host, as the lanes give them. The first is given when all are waiting: none of them knows anything yet. */
function oneAtATime() {
  const all = Promise.withResolvers<void>();
  let free = all.promise;
  let taken = 0;
  return {
    taken: () => taken,
    arrive: () => {
      let leave = () => {};
      return {
        leave: () => leave(),
        enter: async () => {
          leave();
          const before = free;
          const mine = Promise.withResolvers<void>();
          free = mine.promise;
          taken += 1;
          if (taken === items) all.resolve();
          await before;
          leave = mine.resolve;
          return "go" as const;
        },
      };
    },
  };
}
