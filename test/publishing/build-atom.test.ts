import assert from "node:assert/strict";
import { test } from "node:test";
import { parseAtomFeed } from "feedsmith";
import { buildAtom } from "../../src/publishing/build-xml-feed.ts";
import { exampleFeed, exampleItem, updatedAt } from "./published-examples.ts";
import { validateAtom } from "./validate-atom.ts";

const full = exampleItem({ enclosures: [{ url: "https://harbour.example/a.mp3", type: "audio/mpeg", bytes: 7 }] });

test("an Atom feed is valid, whole or with everything optional left out", () => {
  const bare = exampleItem({
    id: "0195a1b2-0000-7e5f-8a9b-0c1d2e3f4a5b",
    url: null,
    title: "",
    author: null,
    categories: [],
    text: null,
  });
  const nameless = exampleFeed({ title: null, siteUrl: null, description: null, language: null });
  assert.deepEqual(validateAtom(buildAtom(exampleFeed(), [full, bare], updatedAt)), []);
  assert.deepEqual(validateAtom(buildAtom(nameless, [bare], updatedAt)), []);
});

const planted: [string, string, string][] = [
  ["an entry without an id", "<id>urn:uuid:0195a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b</id>", ""],
  ["a feed without an author", "<author><name>Harbour Gazette</name></author>", ""],
  ["a feed that does not name itself", 'rel="self"', 'rel="via"'],
  ["a date without a zone", "2026-03-04T05:06:07.890Z", "2026-03-04T05:06:07.890"],
  ["a relative link", 'href="https://harbour.example/ferry', 'href="/ferry'],
  ["an entry without content", '<content type="html">', '<content type="text">'],
  ["an enclosure of no length", 'length="7"', 'length="0"'],
];
for (const [what, from, to] of planted) {
  test(`the validator of these tests notices ${what}`, () => {
    const document = buildAtom(exampleFeed(), [full], updatedAt);
    assert.ok(document.includes(from), from);
    assert.notDeepEqual(validateAtom(document.replace(from, to)), []);
  });
}

test("another program's parser reads the same things from Atom", () => {
  const read = parseAtomFeed(buildAtom(exampleFeed(), [full], updatedAt));
  const [entry] = read.entries ?? [];
  assert.equal(read.updated, updatedAt.toISOString());
  assert.equal(entry?.id, "urn:uuid:0195a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b");
  assert.equal(typeof entry?.title === "object" ? entry.title.value : entry?.title, "Ferry & crane in clash");
  assert.equal(entry?.published, "2026-03-03T20:00:00.000Z");
  assert.deepEqual(
    entry?.links?.map(({ rel }) => rel),
    ["alternate", "enclosure"],
  );
});
