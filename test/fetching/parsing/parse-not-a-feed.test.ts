import assert from "node:assert/strict";
import { test } from "node:test";
import { parseFeed } from "../../../src/fetching/parsing/parse-feed.ts";
import { candidatesMax, type NotAFeed, snippetCharsMax } from "../../../src/fetching/parsing/parse-result.ts";

function diagnosed(text: string, contentType: string | null = null): NotAFeed {
  const document = parseFeed(text, { url: "https://site.example/blog/", contentType });
  assert.equal(document.kind, "not-a-feed");
  return document;
}

const page = (head: string, body: string) => `<!DOCTYPE html><html><head>${head}</head><body>${body}</body></html>`;

test("nothing but white space is an empty answer", () => {
  for (const text of ["", " \n\t", "<!-- nothing -->", page("", "")]) assert.equal(diagnosed(text).why, "empty");
});

test("a feed that breaks off before its first item is cut off; a whole one may be empty", () => {
  const cut = [
    "<rss><channel><title>broken",
    "<rss><channel><title>News</title>",
    '<?xml version="1.0"?><rss version="2.0"><channel><title>News</title></channel>',
    "<feed><title>News</title><updated>2026",
  ];
  for (const text of cut) assert.deepEqual([diagnosed(text).why, diagnosed(text).snippet], ["cut-off", ""], text);
  assert.equal(diagnosed(cut[0]!, "text/html").why, "cut-off");
  assert.equal(diagnosed("<!doctype html><title>A page</title><body><feed>of its own kind").why, "html-page");
  for (const text of ["<rss><channel><title>News</channel></rss>", "<feed/>", "<rss><channel><item><title>One"]) {
    assert.equal(parseFeed(text, { url: null, contentType: null }).kind, "feed", text);
  }
});

test("a web page is recognized, with its title and its feeds", () => {
  const { why, snippet, candidates } = diagnosed(
    page(
      `<title>A  blog</title><script>if (a < b) alert("no")</script><style>p {}</style>
       <link rel="stylesheet" href="/s.css"><link rel="alternate" hreflang="de" href="/de">
       <link REL="Alternate home" type="Application/RSS+XML; charset=utf-8" href="feed.xml" title="All &amp; more">
       <link rel="alternate" type="application/atom+xml" href="//feeds.example/atom">
       <link rel="alternate" type="application/json" href="/wp-json/posts/1">
       <link rel="alternate" type="text/xml+oembed" href="/wp-json/oembed/1.0/embed?url=x&amp;format=xml">`,
      `<p>Hello <b>wor</b>ld</p><p>Bye</p><a href="/rss">RSS</a><a href="feed.xml">again</a><a href="/feedback">no</a>
       <a href="javascript:feed">no</a>`,
    ),
  );
  assert.deepEqual({ why, snippet }, { why: "html-page", snippet: "A blog Hello world Bye RSSagainno no" });
  assert.deepEqual(candidates, [
    { url: "https://site.example/blog/feed.xml", title: "All & more", type: "Application/RSS+XML; charset=utf-8" },
    { url: "https://feeds.example/atom", title: null, type: "application/atom+xml" },
    { url: "https://site.example/rss", title: null, type: null },
  ]);
});

test("what a page has in a script, a form field or an element of its own is no feed of it", () => {
  const rss = `<rss version="2.0"><channel><title>An example</title><item><title>a</title></item></channel></rss>`;
  const announced = `<link rel="alternate" type="application/rss+xml" href="/feed.xml">`;
  for (const body of [
    `<script>const example = '${rss}';</script>`,
    `<script type="text/template"><feed v-for="one in feeds"></feed></script>`,
    `<template>${rss}</template>`,
    `<textarea rows="9">${rss}</textarea>`,
    `<feed class="wide"><p>News</p></feed>`,
    `<div><rss></rss></div>`,
  ]) {
    const found = diagnosed(page(announced, `<p>Hello</p>${body}`));
    assert.deepEqual([found.why, found.candidates[0]?.url], ["html-page", "https://site.example/feed.xml"], body);
  }
  // Some servers wrap a feed in a page.
  assert.equal(parseFeed(page("", rss), { url: null, contentType: null }).kind, "feed");
});

test("a page's feed links follow its base and are limited in number", () => {
  const links = Array.from(
    { length: 50 },
    (_, i) => `<link rel=alternate type=application/rss+xml href=${i}.xml>`,
  ).join("");
  const { candidates } = diagnosed(page(`<base href="https://other.example/x/">${links}`, "text"));
  assert.equal(candidates.length, candidatesMax);
  assert.equal(candidates[0]?.url, "https://other.example/x/0.xml");
});

test("links that are obviously feeds are found, and others are not", () => {
  const isFound = (href: string) => diagnosed(page("", `<a href="${href}">x</a>`)).candidates.length === 1;
  for (const href of [
    "/feed",
    "/feed/",
    "rss.xml",
    "/atom.xml",
    "/feeds/all.atom",
    "/index.rdf",
    "/?feed=rss2",
    "/x?format=atom",
    "feed.json",
  ])
    assert.ok(isFound(href), href);
  for (const href of ["/feedback", "/feed-the-birds", "/atomic", "/about", "/rss-is-dead", "mailto:feed"])
    assert.ok(!isFound(href), href);
});

test("a login page is recognized by its password field", () => {
  const login = page("<title>Sign in</title>", '<form><input name="u"><input type="PASSWORD"></form>');
  assert.equal(diagnosed(login).why, "login-page");
  assert.equal(diagnosed(login.replace("</form>", '</form><a href="/feed">feed</a>')).why, "html-page");
});

test("a bot wall is recognized by its text or its script", () => {
  const walls = [
    page("<title>Just a moment...</title>", "<script>window._cf_chl_opt={}</script>"),
    page("<title>Attention Required! | Cloudflare</title>", "Sorry, you have been blocked"),
    page("<title>site.example</title>", '<div id="px-captcha"></div><p>Please wait</p>'),
    page("", "Verifying you are human. This may take a few seconds."),
    page("<title>Making sure you're not a bot!</title>", "Loading..."),
    page("", "<noscript>Please enable JavaScript and cookies to continue</noscript>"),
    "Access denied",
  ];
  for (const wall of walls) assert.equal(diagnosed(wall).why, "bot-wall", wall);
});

test("JSON, XML and text that are not feeds are distinguished", () => {
  assert.equal(diagnosed('{"error":"no such feed"}').why, "json");
  assert.equal(diagnosed("[1]").why, "json");
  assert.equal(diagnosed('{"version":"https://jsonfeed.org/version/1","items":[').why, "json");
  assert.equal(diagnosed('{"version":"https://jsonfeed.org/version/1"}').why, "json");
  assert.equal(diagnosed('<?xml version="1.0"?><opml><body/></opml>').why, "other-xml");
  assert.equal(diagnosed("<tv><channel><display-name>One</display-name></channel></tv>").why, "other-xml");
  assert.equal(diagnosed("It works!").why, "text");
  assert.equal(diagnosed("It works!", "text/html").why, "html-page");
});

test("the snippet is plain and short", () => {
  const { snippet } = diagnosed(page("", `<p>${"word &amp; ".repeat(1_000)}</p>`));
  assert.equal(snippet.length, snippetCharsMax);
  assert.ok(snippet.startsWith("word & word"));
  assert.equal(diagnosed('{"error": "<b>no</b>"}').snippet, '{"error": "<b>no</b>"}');
});
