import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { test } from "node:test";
import { pagesAnswer } from "../../../src/web/apps/own/own-answers.ts";
import { appsWorld } from "./apps-world.ts";

const world = await appsWorld();
type Page = {
  hash: string;
  item: string;
  title: string;
  original_title: string;
  words: string[];
  story: string | null;
};
type Pages = { prefix_length: number; pages: Page[] };

async function addLookup() {
  const reader = await world.addReader();
  const { password } = await world.addPassword(reader, { protocol: "api", readOnly: true });
  const send = (query = "") =>
    world.request(`/api/me/pages${query}`, { headers: { Authorization: `Bearer ${password}` } });
  const lookUp = async (query = "") => (await (await send(query)).json()) as Pages;
  return { reader, send, lookUp };
}

const hashOf = (url: string) => hash("sha256", url);

test("a page is found by the beginning of its hash, with its plain title, its loaded words and its story", async () => {
  const { reader, lookUp } = await addLookup();
  const feed = await world.addNumberedFeed(reader, "Harbour Gazette");
  const url = "https://harbour.example/bridge?id=7";
  const title = "Mayor slams bridge plan!";
  const item = await world.addItem(feed.feedId, { title, url: `${url}&utm_source=rss#top` });
  await world.settle();
  // One page: no digit may single it out.
  assert.deepEqual(await lookUp(), { prefix_length: 0, pages: [] });
  const { pages } = await lookUp("?prefixes=");
  const [page] = pages;
  assert.ok(page !== undefined && pages.length === 1);
  assert.deepEqual([page.hash, page.item, page.original_title], [hashOf(url), item, title]);
  assert.equal(page.title, "Mayor criticizes bridge plan");
  assert.match(page.words.join(), /slams/);
  assert.deepEqual(pagesAnswer.parse({ prefix_length: 0, pages }), { prefix_length: 0, pages });
});

test("at least twenty pages share a prefix, and a prefix of another length finds nothing and tells the right one", async () => {
  const { reader, lookUp } = await addLookup();
  const feed = await world.addNumberedFeed(reader, "Wire");
  // Sixteen digits with 20 to 30 pages each, so that one digit is the answer and two are too many.
  const urls = new Map<string, string[]>();
  for (let number = 0; [...urls.values()].filter(({ length }) => length >= 20).length < 16; number += 1) {
    const url = `https://wire.example/${number}`;
    const digit = hashOf(url)[0] ?? "";
    const known = urls.get(digit) ?? [];
    if (known.length < 20) urls.set(digit, [...known, url]);
  }
  await world.database.worker.query(
    `insert into items (id, feed_id, hash, fingerprint, url, title, content, text, pub_date, first_seen_at, updated_at, analysis_status)
     select gen_random_uuid(), $1, encode(sha256(convert_to(u, 'UTF8')), 'hex'), '\\x00'::bytea, u, 'A page', '', '', now(), now(), now(), 'skipped'
     from unnest($2::text[]) u`,
    [feed.feedId, [...urls.values()].flat()],
  );
  assert.deepEqual(await lookUp("?prefixes=ab"), { prefix_length: 1, pages: [] });
  const { pages } = await lookUp("?prefixes=a,b,a");
  assert.equal(pages.length, 40);
  assert.ok(pages.every(({ hash: found }) => /^[ab]/.test(found)));
});

test("pages of feeds that somebody else reads are not answered", async () => {
  const [mine, other] = [await addLookup(), await addLookup()];
  const feed = await world.addNumberedFeed(other.reader, "Secret letters");
  await world.addItem(feed.feedId, { title: "A private report", url: "https://letters.example/1" });
  await world.settle();
  assert.equal((await other.lookUp("?prefixes=")).pages.length, 1);
  assert.deepEqual((await mine.lookUp("?prefixes=")).pages, []);
});

test("rubbish is refused with a sentence", async () => {
  const { send } = await addLookup();
  const many = Array.from({ length: 61 }, () => "a").join(",");
  for (const prefixes of ["xyz", "A", "a;b", "a".repeat(65), many]) {
    const refused = await send(`?prefixes=${encodeURIComponent(prefixes)}`);
    assert.equal(refused.status, 400, prefixes);
    assert.match(((await refused.json()) as { detail: string }).detail, /^prefixes is wrong: /);
  }
});
