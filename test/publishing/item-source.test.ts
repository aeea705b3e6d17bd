import assert from "node:assert/strict";
import { test } from "node:test";
import { parseAtomFeed, parseRssFeed } from "feedsmith";
import type { ItemSource, PublishedItem } from "../../src/items/published-item.ts";
import { buildJsonFeed } from "../../src/publishing/build-json-feed.ts";
import { buildAtom, buildRss } from "../../src/publishing/build-xml-feed.ts";
import { exampleFeed, exampleItem, updatedAt } from "./published-examples.ts";
import { childrenOf, parseStrictXml, textOf } from "./strict-xml.ts";
import { validateAtom } from "./validate-atom.ts";
import { validateRss } from "./validate-rss.ts";

const source = { name: "Gazette & Post", url: "https://harbour.example/feed.xml", siteUrl: "https://harbour.example/" };
const mine = exampleFeed({ title: "My news", siteUrl: "https://plainwire.example/stream" });

type JsonItem = {
  authors?: { name: string; url?: string }[];
  _plainwire: { source?: { name: string; url?: string; site_url?: string } };
};

test("an item of several feeds names its outlet in RSS, Atom and JSON, next to its own author", () => {
  const item = exampleItem({ source });
  const { rss, atom, json } = built(item);
  assert.equal(textOf(childrenOf(rss, "source")[0]), "Gazette & Post");
  assert.equal(childrenOf(rss, "source")[0]?.attributes.get("url"), source.url);
  assert.deepEqual(childrenOf(rss, "dc:creator").map(textOf), ["Ida Lund, Gazette & Post"]);

  const [from] = childrenOf(atom, "source");
  assert.deepEqual(
    ["id", "title", "updated"].map((name) => textOf(childrenOf(from!, name)[0])),
    [source.url, "Gazette & Post", item.updatedAt.toISOString()],
  );
  assert.equal(childrenOf(from!, "link")[0]?.attributes.get("href"), source.siteUrl);
  assert.deepEqual(
    childrenOf(atom, "author").map((author) => textOf(childrenOf(author, "name")[0])),
    ["Ida Lund, Gazette & Post"],
  );

  assert.deepEqual(json.authors, [{ name: "Ida Lund" }, { name: "Gazette & Post", url: source.siteUrl }]);
  assert.deepEqual(json._plainwire.source, { name: source.name, url: source.url, site_url: source.siteUrl });
});

test("without an author the outlet stands alone, and an author that names it is left as it is", () => {
  const bylines: [string | null, string][] = [
    [null, "Gazette & Post"],
    [" \n", "Gazette & Post"],
    ["GAZETTE & POST", "GAZETTE & POST"],
    ["Ida Lund, Gazette & Post", "Ida Lund, Gazette & Post"],
  ];
  for (const [author, byline] of bylines) {
    const { rss, json } = built(exampleItem({ author, source }));
    assert.equal(textOf(childrenOf(rss, "dc:creator")[0]), byline);
    assert.equal(json.authors?.map(({ name }) => name).join(", "), byline);
  }
});

test("a feed's own document does not repeat its name in each item", () => {
  const { rss, atom, json } = built(exampleItem());
  assert.deepEqual([childrenOf(rss, "source"), childrenOf(atom, "source")], [[], []]);
  assert.deepEqual(childrenOf(rss, "dc:creator").map(textOf), ["Ida Lund"]);
  assert.deepEqual([json.authors, json._plainwire.source], [[{ name: "Ida Lund" }], undefined]);
});

// A query may be the key to a private feed, and readers pass a source on with what they share.
const addresses: [string, Partial<ItemSource>, string][] = [
  ["a feed", {}, "https://harbour.example/feed.xml"],
  ["a feed with a key", { url: "https://harbour.example/feed?key=s3cret" }, "https://harbour.example/"],
  ["one without a site", { url: "https://harbour.example/feed?key=s3cret", siteUrl: null }, "https://harbour.example/"],
  ["one with a login", { url: "https://ida:s3cret@harbour.example/feed" }, "https://harbour.example/feed"],
  ["a newsletter with a site", { url: "newsletter:0195a1b2" }, "https://harbour.example/"],
];
for (const [what, changes, url] of addresses) {
  test(`the address of a source is one that may be passed on: ${what}`, () => {
    const { rss, atom, json } = built(exampleItem({ source: { ...source, ...changes } }));
    assert.equal(childrenOf(rss, "source")[0]?.attributes.get("url"), url);
    assert.equal(textOf(childrenOf(childrenOf(atom, "source")[0]!, "id")[0]), url);
    assert.equal(json._plainwire.source?.url, url);
    assert.doesNotMatch(JSON.stringify([json, [...textsIn(rss)]]), /s3cret/);
  });
}

test("a newsletter without any address is named as the author alone", () => {
  const { rss, atom, json } = built(exampleItem({ source: { ...source, url: "newsletter:0195a1b2", siteUrl: null } }));
  assert.deepEqual([childrenOf(rss, "source"), childrenOf(atom, "source")], [[], []]);
  assert.equal(textOf(childrenOf(rss, "dc:creator")[0]), "Ida Lund, Gazette & Post");
  assert.deepEqual(json.authors, [{ name: "Ida Lund" }, { name: "Gazette & Post" }]);
  assert.deepEqual(json._plainwire.source, { name: "Gazette & Post" });
});

test("another program's parser reads the outlet", () => {
  const item = exampleItem({ source: { ...source, name: "]]> <b>Gazette</b> &amp;\u0007" } });
  const [fromRss] = parseRssFeed(buildRss(mine, [item], updatedAt).xml).items ?? [];
  assert.equal(fromRss?.source?.url, source.url);
  const [fromAtom] = parseAtomFeed(buildAtom(mine, [item], updatedAt)).entries ?? [];
  assert.equal(fromAtom?.source?.id, source.url);
  const { rss } = built(item);
  assert.equal(textOf(childrenOf(rss, "source")[0]), "]]> <b>Gazette</b> &amp;");
});

function built(item: PublishedItem) {
  const rss = buildRss(mine, [item], updatedAt).xml;
  const atom = buildAtom(mine, [item], updatedAt);
  assert.deepEqual([...validateRss(rss), ...validateAtom(atom)], []);
  const json = JSON.parse(buildJsonFeed(mine, [item])) as { items: JsonItem[] };
  return {
    rss: childrenOf(childrenOf(parseStrictXml(rss), "channel")[0]!, "item")[0]!,
    atom: childrenOf(parseStrictXml(atom), "entry")[0]!,
    json: json.items[0]!,
  };
}

function textsIn(node: ReturnType<typeof parseStrictXml>): string[] {
  return [
    ...node.attributes.values(),
    ...node.children.flatMap((child) => (typeof child === "string" ? [child] : textsIn(child))),
  ];
}
