import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { parse } from "parse5";
import { buildBookmarks, type Bookmark } from "../../src/items/build-bookmarks.ts";
import { movingWorld } from "./moving-world.ts";

const { run, createAccount, foldersOf } = await movingWorld();

test("what a person has is written as JSON, as OPML and as bookmarks", async () => {
  await createAccount("out@example.org");
  const fixture = (name: string) => join(import.meta.dirname, "fixtures", name);
  await run(["import", "opml", fixture("newsblur.opml"), "--account", "out@example.org"]);
  const stars = ["import", "freshrss", "--file", fixture("freshrss-starred.json"), "--account", "out@example.org"];
  assert.equal((await run(stars)).code, 0);

  const json = JSON.parse((await run(["export", "out@example.org"])).stdout) as Record<string, unknown[]>;
  assert.equal(json["subscriptions"]?.length, 5);
  assert.equal(json["item_states"]?.length, 2);

  const bookmarks = await run(["export", "--format", "bookmarks", "out@example.org"]);
  assert.deepEqual(
    [...bookmarks.stdout.matchAll(/<(?:H3|A HREF="([^"]+)" ADD_DATE="(\d+)")>([^<]+)/g)].map((m) => m.slice(1)),
    [
      [undefined, undefined, "C"],
      ["https://c.example.org/old-address", "1709280000", "Known"],
      [undefined, undefined, "D"],
      ["https://d.example.org/old", "1609280000", "Brought along"],
    ],
  );

  // The list of feeds makes the same folders for somebody else.
  const opml = await run(["export", "--format", "opml", "out@example.org"]);
  await createAccount("in@example.org");
  const back = await run(["import", "opml", "-", "--account", "in@example.org"], { input: opml.stdout });
  assert.equal(back.code, 0, back.stderr);
  assert.deepEqual(await foldersOf("in@example.org"), await foldersOf("out@example.org"));
  assert.match((await run(["export", "nobody@example.org"])).stderr, /^There is no account nobody@example\.org/);
});

test("a bookmark's title and address cannot become markup", async () => {
  const hostile: Bookmark = {
    url: 'https://example.org/?a="><script>alert(1)</script>',
    title: "</A><script>alert(2)</script>\u0000&amp;",
    folder: "<H3>",
    starredAt: new Date(0),
  };
  let text = "";
  for await (const piece of buildBookmarks("<b>", once(hostile))) text += piece;
  const document = JSON.stringify(parse(text), (key, value: unknown) => (key === "parentNode" ? undefined : value));
  assert.doesNotMatch(document, /"tagName":"(?:script|b)"/);
  assert.match(document, /"value":"https:\/\/example\.org\/\?a=\\"><script>alert\(1\)<\/script>"/);
});

async function* once(bookmark: Bookmark): AsyncGenerator<Bookmark> {
  yield await Promise.resolve(bookmark);
}
