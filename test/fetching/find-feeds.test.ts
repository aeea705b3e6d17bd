import assert from "node:assert/strict";
import { test } from "node:test";
import { findFeeds, type FindParts } from "../../src/fetching/find-feeds.ts";
import { feedOrigin, rss } from "../ground/feed-origin.ts";
import { fetchDriver } from "../ground/fetch-driver.ts";
import { testDatabase } from "../ground/test-database.ts";

const origin = await feedOrigin();
const driver = fetchDriver(await testDatabase());

/** Every host is the origin on loopback: `https://host/path` is its path `/host/path`. */
const parts: FindParts = {
  ...driver.parts,
  wantsSilence: async () => false,
  get: async (request) => {
    const { host, pathname, search } = new URL(request.url);
    const result = await driver.parts.get({ ...request, url: origin.url(`/${host}${pathname}${search}`) });
    return result.kind === "response" ? { ...result, url: request.url } : result;
  },
};
const feed = (title: string) => ({ body: rss([{ title: "One" }], title) });
const page = { headers: { "content-type": "text/html" }, body: "<html><head><title>Site</title></head></html>" };
const asked = (from: number) => origin.log.slice(from).map(({ path }) => path);

test("a page whose feeds are known is not asked itself, and only what answers as a feed is offered", async () => {
  origin.serve("/github.com/owner/repo/commits.atom", feed("Commits"));
  const from = origin.log.length;
  assert.deepEqual(await findFeeds(parts, "github.com/owner/repo"), {
    kind: "found",
    feeds: [{ url: "https://github.com/owner/repo/commits.atom", title: "Commits" }],
  });
  assert.deepEqual(asked(from), ["/github.com/owner/repo/releases.atom", "/github.com/owner/repo/commits.atom"]);
});

test("if none of them answers, the page is asked after all", async () => {
  const links = `<link rel="alternate" type="application/rss+xml" title="Blog" href="/blog">`;
  origin.serve("/github.com/gone", { ...page, body: page.body.replace("</head>", `${links}</head>`) });
  const found = await findFeeds(parts, "https://github.com/gone");
  assert.deepEqual(found, { kind: "found", feeds: [{ url: "https://github.com/blog", title: "Blog" }] });
});

test("a guess is asked only if the page names no feed", async () => {
  origin.serve("/social.example/@name", page);
  origin.serve("/social.example/@name.rss", feed("Name"));
  const from = origin.log.length;
  const wanted = { kind: "found", feeds: [{ url: "https://social.example/@name.rss", title: "Name" }] };
  assert.deepEqual(await findFeeds(parts, "@name@social.example"), wanted);
  assert.deepEqual(asked(from), ["/social.example/@name", "/social.example/@name.rss"]);

  origin.serve("/blog.example/@name", feed("The page itself"));
  const again = origin.log.length;
  assert.equal((await findFeeds(parts, "https://blog.example/@name")).kind, "found");
  assert.deepEqual(asked(again), ["/blog.example/@name"]);
});

test("a wrong guess leaves the sentence about the page", async () => {
  origin.serve("/shop.example/c/shoes", page);
  const found = await findFeeds(parts, "https://shop.example/c/shoes");
  assert.ok(found.kind === "nothing");
  assert.equal(found.url, "https://shop.example/c/shoes");
});

test("a podcast's page in a directory leads to the publisher's feed, which may not be any address", async () => {
  const ask = "/itunes.apple.com/lookup?id=77&entity=podcast";
  origin.serve("/show.example/feed", feed("The Show"));
  origin.serve("/podcasts.apple.com/podcast/id77", page);
  origin.serve(ask, { body: JSON.stringify({ results: [{ feedUrl: "https://show.example/feed" }] }) });
  const wanted = { kind: "found", feeds: [{ url: "https://show.example/feed", title: "The Show" }] };
  assert.deepEqual(await findFeeds(parts, "https://podcasts.apple.com/podcast/id77"), wanted);

  for (const feedUrl of ["file:///etc/passwd", "https://user:word@show.example/feed"]) {
    origin.serve(ask, { body: JSON.stringify({ results: [{ feedUrl }] }) });
    assert.equal((await findFeeds(parts, "https://podcasts.apple.com/podcast/id77")).kind, "nothing", feedUrl);
  }
});

const site = (path: string, links: [title: string, href: string][]) =>
  origin.serve(path, {
    ...page,
    body: `<html><head>${links.map(([title, href]) => `<link rel="alternate" type="application/rss+xml" title="${title}" href="${href}">`).join("")}</head></html>`,
  });
const titles = async (written: string) => {
  const found = await findFeeds(parts, written);
  return found.kind === "found" ? found.feeds.map(({ title }) => title) : [];
};

test("feeds of a page are called by their own titles; a link's text is for those that do not answer", async () => {
  origin.serve("/garden.example/feed", feed("My Blog"));
  origin.serve("/garden.example/comments", feed("Comments on My Blog"));
  site("/garden.example/", [
    ["All posts", "/feed"],
    ["Comments", "/comments"],
    ["Archive", "/gone"],
  ]);
  const from = origin.log.length;
  assert.deepEqual(await titles("garden.example"), ["My Blog", "Comments on My Blog", "Archive"]);
  assert.deepEqual(
    asked(from),
    ["/", "/feed", "/comments", "/gone"].map((path) => `/garden.example${path}`),
  );
});

test("what tells feeds of one title apart is added: what else the link says, or the path", async () => {
  for (const path of ["feed", "atom", "news", "sport", "world"]) origin.serve(`/same.example/${path}`, feed("My Blog"));
  site("/same.example/", [
    ["My Blog » Feed", "/feed"],
    ["My Blog", "/atom"],
  ]);
  assert.deepEqual(await titles("same.example"), ["My Blog (Feed)", "My Blog (/atom)"]);

  site("/same.example/sections", [
    ["RSS", "/news"],
    ["RSS", "/sport"],
    ["World", "/world"],
    ["", "/silent"],
  ]);
  assert.deepEqual(await titles("same.example/sections"), [
    "My Blog (/news)",
    "My Blog (/sport)",
    "My Blog (World)",
    null,
  ]);
});

test("only the first five feeds of a page are asked", async () => {
  const paths = ["1", "2", "3", "4", "5", "6", "7"];
  for (const path of paths) origin.serve(`/many.example/${path}`, feed(`Own ${path}`));
  site(
    "/many.example/",
    paths.map((path) => [`Link ${path}`, `/${path}`]),
  );
  assert.deepEqual(await titles("many.example"), [
    ...paths.slice(0, 5).map((path) => `Own ${path}`),
    "Link 6",
    "Link 7",
  ]);
});
