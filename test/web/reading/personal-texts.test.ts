import assert from "node:assert/strict";
import { test } from "node:test";
import { parseAtomFeed, parseJsonFeed, parseRssFeed } from "feedsmith";
import { buildRss } from "../../../src/publishing/build-xml-feed.ts";
import { loadFeedToPublish } from "../../../src/publishing/cached-feed-store.ts";
import { createFullText } from "../../../src/web/reading/full-text.ts";
import { bodyOf } from "../../../src/web/apps/present-app-item.ts";
import { loadAppItems } from "../../../src/items/app-stream-store.ts";
import type { PersonalItem } from "../../../src/items/personal-feed-store.ts";
import { connectionFrom } from "../../ground/signed-in.ts";
import { exampleItem } from "../../publishing/published-examples.ts";
import { childrenOf, parseStrictXml, textOf } from "../../publishing/strict-xml.ts";
import { validateAtom } from "../../publishing/validate-atom.ts";
import { validateRss } from "../../publishing/validate-rss.ts";
import { type Reader, readingWorld } from "../../reading/reading-world.ts";

const world = await readingWorld();
const { worker } = world.database;
const origin = world.parts.publicOrigin;

const article =
  '<p>The council of the town met on Monday to speak of the old bridge. <a href="/more?a=1&amp;b=2">More</a> ]]&gt; <b>5 &lt; 6</b> &amp;amp; caf&eacute; ]]></p>' +
  '<script>alert("x")</script><style>p{}</style><p onclick="x()" hidden>Unseen.</p>' +
  `<p>${"The bridge stays closed until March, the office said. ".repeat(20)}</p><p>The end of the text.</p>`;
const pictured = `${article}<figure><img src="../a.jpg" onerror="x()"><figcaption>The bridge</figcaption></figure><iframe src="https://x.example"></iframe><video src="/v.mp4"></video>`;

test("a personal feed has the whole cleaned text, the same in three formats and as apps get it", async () => {
  const { reader, feed } = await readerOf("Gazette");
  const id = await world.addItem(feed, { title: "Council meets", text: article, url: "https://news.example/town/1" });
  await world.settle();
  const { rss, atom, json } = await documentsOf(reader);
  const { rows } = await worker.query<{ number: string }>("select number from items where id = $1", [id]);
  const [inApps] = await reader.as((tx) => loadAppItems(tx, [rows[0]?.number ?? ""]));
  const text = bodyOf(inApps ?? assert.fail());
  assert.match(text, /The end of the text\.<\/p>$/);
  assert.match(text, /<a href="https:\/\/news\.example\/more\?a=1&amp;b=2"/);
  assert.doesNotMatch(text, /script|style|onclick|Unseen/);

  assert.deepEqual([...validateRss(rss), ...validateAtom(atom)], []);
  const inRss = textOf(
    childrenOf(childrenOf(childrenOf(parseStrictXml(rss), "channel")[0]!, "item")[0]!, "description")[0],
  );
  assert.equal(inRss, text);
  assert.equal(parseRssFeed(rss).items?.[0]?.description, text);
  const [entry] = parseAtomFeed(atom).entries ?? [];
  assert.equal(typeof entry?.content === "object" ? entry.content.value : entry?.content, text);
  assert.equal(parseJsonFeed(JSON.parse(json)).items?.[0]?.content_html, text);
});

test("pictures come from this server, if the person wants pictures; sound and video do not", async () => {
  const { reader, feed } = await readerOf("Gazette");
  await world.addItem(feed, { title: "Council meets", text: pictured, url: "https://news.example/town/1" });
  await world.settle();
  const { rss } = await documentsOf(reader);
  const shown = parseRssFeed(rss).items?.[0]?.description ?? "";
  const address = /<img src="([^"]+)"/.exec(shown)?.[1] ?? "";
  assert.ok(address.startsWith(`${origin}/media/picture/`), address);
  const [signature = "", coded = ""] = address.split("/").slice(-2);
  assert.equal(world.parts.media.addresses.read("picture", signature, coded), "https://news.example/a.jpg");
  assert.match(shown, /<figcaption>The bridge<\/figcaption>/);
  assert.match(shown, /The end of the text\./);
  assert.doesNotMatch(shown, /onerror|iframe|video|script|Unseen|src="(?!http:\/\/127\.0\.0\.1:8080\/media)/);

  await worker.query(`update accounts.users set preferences = '{"pictures": false}' where id = $1`, [reader.id]);
  const without = parseRssFeed((await documentsOf(reader)).rss).items?.[0]?.description ?? "";
  assert.doesNotMatch(without, /<img/);
  assert.match(without, /The end of the text\./);
});

test("where a page was read its text is shown, and where nothing is cleaned yet the feed's", async () => {
  const { reader, feed } = await readerOf("Gazette");
  const [paged, fresh] = [
    await world.addItem(feed, { title: "Paged", text: '<p>Teaser.</p><img src="/t.jpg">' }),
    await world.addItem(feed, { title: "Fresh", text: "<p>Just <script>x</script>came.</p>" }),
  ];
  await world.settle();
  await worker.query(
    "update items set input_kind = 'page', clean_html = '<p>The page.</p>', text = 'The page.' where id = $1",
    [paged],
  );
  await worker.query("update items set analysis_status = 'pending', clean_html = null, text = null where id = $1", [
    fresh,
  ]);
  const { rss } = await documentsOf(reader);
  const descriptions = new Map(parseRssFeed(rss).items?.map(({ title, description }) => [title, description]));
  assert.equal(descriptions.get("Paged"), "<p>The page.</p>");
  assert.equal(descriptions.get("Fresh"), "<p>Just came.</p>");
});

test("nobody gets the texts of another person's feeds, and a published feed has none", async () => {
  const [one, other] = [await readerOf("Gazette"), await readerOf("Post")];
  await world.addItem(one.feed, { title: "Mine", text: "<p>Only mine.</p>" });
  const theirs = await world.addItem(other.feed, { title: "Theirs", text: `${article}<p>Only theirs.</p>` });
  await world.settle();
  assert.doesNotMatch((await documentsOf(one.reader)).rss, /Only theirs/);
  assert.match((await documentsOf(other.reader)).rss, /Only theirs/);
  assert.match((await documentsOf(other.reader)).rss, new RegExp(theirs));
  const published = (await loadFeedToPublish(worker, other.feed, 50)) ?? assert.fail();
  const { xml } = buildRss({ ...published.feed, selfUrl: `${origin}/rss` }, published.items, new Date());
  const clean = parseRssFeed(xml).items?.[0]?.description ?? "";
  assert.match(clean, /^<p>The bridge stays closed until March, the office said\.<\/p>/);
  assert.doesNotMatch(clean, /Only theirs|end of the text|Score/);
});

test("a text without its pictures is shown where they cannot be, as with MEDIA_PROXY=false", () => {
  const item: PersonalItem = {
    ...exampleItem({ cleanHtml: "<p>The text.</p>" }),
    source: { name: "Gazette", url: "https://news.example/feed", siteUrl: null },
    raw: '<img src="/a.jpg">\u0001',
    base: "https://news.example/1",
  };
  const write = createFullText(() => null, origin);
  assert.equal(write(item, { hasPictures: true }), "<p>The text.</p>");
  const signed = createFullText((url, kind) => `/${kind}/${url}`, "https://plainwire.example");
  assert.match(
    signed(item, { hasPictures: true }),
    /^<img src="https:\/\/plainwire\.example\/picture\/https:\/\/news\.example\/a\.jpg"[^>]*>$/,
  );
});

async function readerOf(name: string) {
  const reader = await world.addReader();
  return { reader, feed: await world.addFeed([reader], name) };
}

async function documentsOf(reader: Reader) {
  const page = await (await reader.post("/personal-feeds", { name: "Mine" })).text();
  const paths = [...page.matchAll(/<code>([^<]+)<\/code>/g)].map(([, address]) => new URL(address ?? "").pathname);
  const read = async (path = "") => (await world.app.request(path, {}, connectionFrom("127.0.0.1"))).text();
  return { rss: await read(paths[0]), atom: await read(paths[1]), json: await read(paths[2]) };
}
