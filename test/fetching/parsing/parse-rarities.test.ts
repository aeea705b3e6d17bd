import assert from "node:assert/strict";
import { test } from "node:test";
import { decodeBody } from "../../../src/fetching/decode-body.ts";
import { parseDate } from "../../../src/fetching/parsing/parse-date.ts";
import { parseFeed } from "../../../src/fetching/parsing/parse-feed.ts";
import { parsePerson } from "../../../src/fetching/parsing/parse-xml-item.ts";
import type { FeedDocument } from "../../../src/fetching/parsing/parse-result.ts";

function read(text: string, contentType: string | null = null): FeedDocument {
  const document = parseFeed(text, { url: "https://news.example/feed", contentType });
  assert.equal(document.kind, "feed");
  return document;
}
const kindOf = (text: string) => parseFeed(text, { url: "https://news.example/feed", contentType: null }).kind;
const inItem = (fields: string) => read(`<rss><channel><item>${fields}</item></channel></rss>`).items[0];

test("an invalid UTF-32 character becomes a replacement character, and zeros are removed, in both byte orders", () => {
  const codes = [0xfeff, 0x41, 0, 0x11_0000, 0xd800, 0xdfff, 0x1_f600, 0xfeff];
  for (const write of ["writeUInt32BE", "writeUInt32LE"] as const) {
    const bytes = Buffer.alloc(codes.length * 4 + 3);
    for (const [index, code] of codes.entries()) bytes[write](code, index * 4);
    assert.equal(decodeBody(bytes, null).text, "A\uFFFD\uFFFD\uFFFD😀\uFEFF");
  }
});

const people: [string, string][] = [
  ["Ann Author (ann@news.example)", "Ann Author"],
  ["Ann Author <ann@news.example>", "Ann Author"],
  ["ann@news.example (Ann Author)", "Ann Author"],
  ["(ann@news.example)", "(ann@news.example)"],
  ["ann@news.example ()", "ann@news.example ()"],
  ["Ann (the author)", "Ann (the author)"],
];
for (const [written, name] of people) test(`${written} is ${name}`, () => assert.equal(parsePerson(written), name));

test("the better of two elements counts, in whatever order they come", () => {
  const [plain, full] = ["<description>short</description>", "<content:encoded>long</content:encoded>"];
  const [html, alone] = [inItem(plain + full), inItem(full + plain)];
  assert.deepEqual([html?.content, html?.summary], [alone?.content, alone?.summary]);
  assert.equal(html?.content, "long");
  // Of two of one name it is the first with something in it.
  assert.equal(inItem("<title> </title><title>One</title><title>Two</title>")?.title, "One");
});

test("of several alternates the last page is the item's link, otherwise the last of all", () => {
  const entry = (links: string) =>
    read(`<feed xmlns="http://www.w3.org/2005/Atom"><entry><id>1</id><title>a</title>${links}</entry></feed>`).items[0];
  const link = (path: string, type?: string) =>
    `<link rel="alternate" href="https://news.example/${path}"${type === undefined ? "" : ` type="${type}"`}/>`;
  const urls = [
    entry(link("a") + link("b", "text/html") + link("c", "application/json"))?.url,
    entry(link("a", "text/html") + link("b"))?.url,
    entry(link("a", "text/html") + link("b", ""))?.url,
    entry(link("a", "application/pdf") + link("b", "application/json"))?.url,
  ];
  assert.deepEqual(
    urls,
    ["b", "b", "b", "b"].map((path) => `https://news.example/${path}`),
  );
});

test("RDF is a feed by its namespace or by its channel, and nothing else is", () => {
  const rdf = (namespace: string, inside: string) =>
    `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"${namespace}>${inside}</rdf:RDF>`;
  const item = "<item><title>a</title></item>";
  assert.equal(kindOf(rdf(' xmlns="http://purl.org/rss/1.0/"', item)), "feed");
  assert.equal(kindOf(rdf("", `<channel><title>t</title></channel>${item}`)), "feed");
  assert.notEqual(kindOf(rdf("", "<thing/>")), "feed");
});

test("a JSON feed may forget its version, but not both its title and its page", () => {
  const items = [{ id: "1", title: "a" }];
  assert.equal(kindOf(JSON.stringify({ title: "t", home_page_url: "https://news.example/", items })), "feed");
  assert.notEqual(kindOf(JSON.stringify({ title: "t", items })), "feed");
  assert.notEqual(kindOf(JSON.stringify({ home_page_url: "https://news.example/", items })), "feed");
  assert.notEqual(
    kindOf(JSON.stringify({ version: "2.0", title: "t", home_page_url: "https://a.example/", items })),
    "feed",
  );
});

test("HTML of a JSON feed's item comes before its text, and its first address before another's", () => {
  const feed = (item: object) =>
    read(JSON.stringify({ version: "https://jsonfeed.org/version/1.1", title: "t", items: [{ id: "1", ...item }] }))
      .items[0];
  assert.equal(feed({ content_html: "<b>a</b>", content_text: "a" })?.content, "<b>a</b>");
  assert.equal(feed({ content_text: "1 < 2" })?.content, "1 &lt; 2");
  const [own, other] = ["https://news.example/own", "https://other.example/"];
  assert.equal(feed({ url: own, external_url: other })?.url, own);
  assert.equal(feed({ external_url: other })?.url, other);
  // Its id is no address, even where it looks like one.
  assert.equal(feed({ id: own })?.guidIsPermalink, false);
  assert.equal(feed({ id: own })?.url, null);
});

test("a date in a named zone uses that zone's time, in summer and in winter", () => {
  assert.deepEqual(parseDate("1 Feb 2016 12:00:00 Europe/Paris"), new Date("2016-02-01T11:00:00Z"));
  assert.deepEqual(parseDate("1 Jul 2016 12:00:00 Europe/Paris"), new Date("2016-07-01T10:00:00Z"));
  assert.deepEqual(parseDate("1 Jul 2016 12:00:00 Asia/Kolkata"), new Date("2016-07-01T06:30:00Z"));
  assert.deepEqual(parseDate("1 Feb 2016 12:00:00 Europe/London"), new Date("2016-02-01T12:00:00Z"));
});

test("an end tag closes the nearest element of its name, and what was open in it", () => {
  const item = inItem("<title>One <b>bold</title><description>Two <i>three</description><author>Ann</author>");
  assert.deepEqual([item?.title, item?.summary, item?.author], ["One bold", "Two <i>three</i>", "Ann"]);
});

test("authors without a name are left out", () => {
  const author = (name: string) => `<author><name>${name}</name></author>`;
  const entry = `<entry><id>1</id><title>a</title>${author("")}${author("Ann")}${author("Bob")}</entry>`;
  assert.equal(read(`<feed xmlns="http://www.w3.org/2005/Atom">${entry}</feed>`).items[0]?.author, "Ann, Bob");
});

const zones: [string, number][] = [
  ["UT", 0],
  ["WET", 0],
  ["BST", 1],
  ["CEST", 2],
  ["MSK", 3],
  ["IST", 5.5],
  ["SGT", 8],
  ["JST", 9],
  ["ACST", 9.5],
  ["AEST", 10],
  ["ACDT", 10.5],
  ["AEDT", 11],
  ["NZST", 12],
  ["NZDT", 13],
  ["NDT", -2.5],
  ["NST", -3.5],
  ["BRT", -3],
  ["EDT", -4],
  ["EST", -5],
  ["MDT", -6],
  ["PDT", -7],
  ["PST", -8],
  ["AKST", -9],
  ["HST", -10],
];
for (const [zone, hoursAhead] of zones) {
  test(`${zone} is ${hoursAhead} hours ahead of UTC`, () => {
    const expected = new Date(Date.UTC(2016, 1, 1, 12) - hoursAhead * 3_600_000);
    assert.deepEqual(parseDate(`1 Feb 2016 12:00:00 ${zone}`), expected);
  });
}

test("a language tag is cut to its maximum length", () => {
  const { feed } = read(`<rss><channel><language>${"a".repeat(80)}</language></channel></rss>`);
  assert.equal(feed.language, "a".repeat(35));
});

test("scripts and styles in a title are not read", () => {
  const item = inItem("<title>One <style>p { color: red }</style><script>alert(1)</script>two</title>");
  assert.equal(item?.title, "One two");
});
