import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { test } from "node:test";
import { placeOf } from "../../extension/src/place-of.ts";
import { type Asked, loadReports, lookUpPages, type PageCache } from "../../extension/src/look-up.ts";
import { parseServer } from "../../extension/src/settings.ts";
import { patternOf, siteOf } from "../../extension/src/sites.ts";
import { appsWorld } from "../web/apps/apps-world.ts";

const world = await appsWorld();

/** A reader with an extension: it asks the real server, and every question is kept. */
async function addExtension() {
  const reader = await world.addReader();
  const { password } = await world.addPassword(reader, { protocol: "api", readOnly: true });
  const questions: string[] = [];
  const ask = async (path: string): Promise<Asked> => {
    questions.push(path);
    const answer = await world.request(path, { headers: { Authorization: `Bearer ${password}` } });
    return { kind: "answer", body: await answer.json() };
  };
  const cache: PageCache = { length: null, pages: new Map() };
  let nowMs = Date.now();
  const parts = { ask, cache, nowMs: () => nowMs };
  return { reader, questions, parts, wait: (ms: number) => (nowMs += ms) };
}

test("links with tracking parameters find their pages, and only beginnings of hashes are sent", async () => {
  const { reader, questions, parts } = await addExtension();
  const feed = await world.addNumberedFeed(reader, "Harbour Gazette");
  const url = "https://harbour.example/bridge?id=7";
  await world.addItem(feed.feedId, { title: "Mayor slams bridge plan!", url });
  await world.settle();
  const link = `${url}&utm_campaign=front#comments`;
  const found = await lookUpPages(parts, [link, "https://harbour.example/unknown"]);
  assert.ok(found.kind === "found");
  assert.deepEqual(Object.keys(found.pages), [link]);
  assert.equal(found.pages[link]?.title, "Mayor criticizes bridge plan");
  assert.deepEqual(questions, ["/api/me/pages", "/api/me/pages?prefixes="]);
});

test("hits and misses are remembered for ten minutes", async () => {
  const { questions, parts, wait } = await addExtension();
  const urls = ["https://harbour.example/1", "https://harbour.example/2"];
  await lookUpPages(parts, urls);
  const asked = questions.length;
  await lookUpPages(parts, urls.toReversed());
  assert.equal(questions.length, asked);
  wait(10 * 60_000);
  await lookUpPages(parts, urls);
  assert.equal(questions.length, asked + 1);
});

test("a prefix length that has changed is followed, once", async () => {
  const url = "https://wire.example/1";
  const page = {
    hash: hash("sha256", url),
    item: "1",
    title: "A",
    original_title: "B",
    level: null,
    words: [],
    story: null,
  };
  const questions: string[] = [];
  const parts = (answers: object[]) => ({
    ask: async (path: string): Promise<Asked> => {
      questions.push(path);
      return { kind: "answer", body: answers.shift() };
    },
    cache: { length: 2, pages: new Map() } as PageCache,
    nowMs: () => 0,
  });
  const longer = { prefix_length: 3, pages: [] };
  const found = await lookUpPages(parts([longer, { prefix_length: 3, pages: [page] }]), [url]);
  assert.deepEqual(found, { kind: "found", pages: { [url]: page } });
  assert.deepEqual(
    questions.map((path) => path.split("=")[1]),
    [page.hash.slice(0, 2), page.hash.slice(0, 3)],
  );
  const restless = await lookUpPages(parts([longer, { prefix_length: 4, pages: [] }]), [url]);
  assert.deepEqual(restless, { kind: "found", pages: {} });
});

test("with a full memory the pages of this question stay, and the oldest others go", async () => {
  const url = "https://wire.example/known";
  const page = {
    hash: hash("sha256", url),
    item: "1",
    title: "A",
    original_title: "B",
    level: null,
    words: [],
    story: null,
  };
  const cache: PageCache = { length: 2, pages: new Map([[page.hash, { page, untilMs: 1 }]]) };
  for (let n = 1; n < 3_000; n += 1) cache.pages.set(hash("sha256", `other ${n}`), { page: null, untilMs: 1 });
  const parts = {
    ask: async (): Promise<Asked> => ({ kind: "answer", body: { prefix_length: 2, pages: [] } }),
    cache,
    nowMs: () => 0,
  };
  const found = await lookUpPages(parts, [url, "https://wire.example/new"]);
  assert.deepEqual(found, { kind: "found", pages: { [url]: page } });
  assert.ok(cache.pages.size <= 3_000);
});

test("an answer that is not ours is a problem with a name, and nothing is remembered", async () => {
  for (const body of [null, [], "text", { prefix_length: "2", pages: [] }, { prefix_length: 1 }]) {
    const cache: PageCache = { length: null, pages: new Map() };
    const parts = { ask: async (): Promise<Asked> => ({ kind: "answer", body }), cache, nowMs: () => 0 };
    assert.deepEqual(await lookUpPages(parts, ["https://a.example/"]), { kind: "problem", problem: "wrong-answer" });
    assert.deepEqual(cache, { length: null, pages: new Map() });
  }
  const broken = { prefix_length: 0, pages: [null, { hash: 3 }, { hash: "a", item: "b", title: "c" }] };
  const parts = {
    ask: async (): Promise<Asked> => ({ kind: "answer", body: broken }),
    cache: { length: 0, pages: new Map() } as PageCache,
    nowMs: () => 0,
  };
  assert.deepEqual(await lookUpPages(parts, ["https://a.example/"]), { kind: "found", pages: {} });
});

test("a loaded word is found as a word, whatever letters stand before it", () => {
  assert.deepEqual(placeOf("slams", "Mayor Slams plan"), { start: 6, end: 11 });
  // One letter here, two in lower case.
  assert.deepEqual(placeOf("slams", "In İzmir and İstanbul the mayor slams"), { start: 32, end: 37 });
  assert.deepEqual(placeOf("war", "Warsaw warns of war"), { start: 16, end: 19 });
  assert.deepEqual(placeOf("“shock”", "A “Shock” for all"), { start: 2, end: 9 });
  assert.deepEqual(placeOf("c++ (really?)", "Why C++ (really?) wins"), { start: 4, end: 17 });
  assert.deepEqual(placeOf("Horror", "Der Horrorunfall von Horn"), { start: 4, end: 10 });
  for (const word of ["", "plan"]) assert.equal(placeOf(word, "The party starts"), null);
});

test("the panel gets the other reports of a story, never the page's own", async () => {
  const { reader, parts } = await addExtension();
  const [one, two] = [await world.addNumberedFeed(reader, "Gazette"), await world.addNumberedFeed(reader, "Herald")];
  const text = "<p>The harbour bridge in Brzegowo reopens on Monday after 14 months, Mayor Anna Nowak said.</p>";
  const title = "Brzegowo harbour bridge reopens on Monday after 14 months";
  await world.addItem(one.feedId, { title, text, url: "https://gazette.example/1" });
  await world.addItem(two.feedId, { title: `${title}, mayor says`, text, url: "https://herald.example/1" });
  await world.settle();
  const found = await lookUpPages(parts, ["https://gazette.example/1"]);
  const page = found.kind === "found" ? found.pages["https://gazette.example/1"] : undefined;
  assert.ok(page !== undefined && page.story !== null);
  const reports = await loadReports(parts.ask, page.story, page.item);
  assert.deepEqual(
    reports.map(({ feed }) => feed),
    ["Herald"],
  );
});

test("the address of a server is read as people write it", () => {
  for (const [written, origin] of [
    ["news.example", "https://news.example"],
    [" https://news.example:8443/dashboard?x ", "https://news.example:8443"],
    ["localhost:8080", "http://localhost:8080"],
    ["127.0.0.1:8080/", "http://127.0.0.1:8080"],
    ["HTTP://News.Example", "http://news.example"],
  ] as const) {
    assert.equal(parseServer(written), origin, written);
  }
  for (const written of ["", "   ", "https://user:word@news.example", "https://", "not an address"]) {
    assert.equal(parseServer(written), null, written);
  }
});

test("a site is allowed with its subdomains, and pages of the browser are no sites", () => {
  assert.equal(siteOf("https://www.news.example/a?b"), "news.example");
  assert.equal(patternOf("news.example"), "*://*.news.example/*");
  assert.equal(patternOf("127.0.0.11"), "*://127.0.0.11/*");
  for (const address of ["chrome://extensions", "about:blank", "file:///tmp/x.html", undefined]) {
    assert.equal(siteOf(address), null);
  }
});
