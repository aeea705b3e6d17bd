import assert from "node:assert/strict";
import { test } from "node:test";
import { parseFeed } from "../../src/fetching/parse-feed.ts";

function titles(text: string): (string | null)[] {
  const document = parseFeed(text, { url: "https://news.example/", contentType: null });
  assert.equal(document.kind, "feed", text);
  return document.kind === "feed" ? document.items.map(({ title }) => title) : [];
}

const item = (title: string) => `<item><title>${title}</title><link>https://news.example/${title}</link></item>`;
const whole = `<rss version="2.0"><channel><title>News</title>${item("a")}${item("b")}${item("c")}</channel></rss>`;

test("a feed that ends in the middle gives what came before", () => {
  assert.deepEqual(titles(whole.slice(0, whole.indexOf("</title>", whole.indexOf(">c<")))), ["a", "b", "c"]);
  assert.deepEqual(titles(whole.slice(0, whole.indexOf("/c</link>"))), ["a", "b", "c"]);
  assert.deepEqual(titles(whole.slice(0, whole.indexOf(">c<"))), ["a", "b"]);
  assert.deepEqual(titles(`<rss><channel>${item("a")}<item><title><![CDATA[b is cut o`), ["a", "b is cut o"]);
  assert.deepEqual(titles(`<rss><channel>${item("a")}<item><title>b</title><link href="`), ["a", "b"]);
});

test("items, and fields of items, that are not closed end where the next begins", () => {
  assert.deepEqual(titles(whole.replaceAll("</item>", "")), ["a", "b", "c"]);
  assert.deepEqual(titles(whole.replaceAll("</title>", "")), ["a", "b", "c"]);
  assert.deepEqual(titles(whole.replaceAll("</channel></rss>", "")), ["a", "b", "c"]);
  assert.deepEqual(
    titles("<feed><entry><title>a</title><content><entry><title>quoted</title></entry></content></entry></feed>"),
    ["a"],
  );
});

test("end tags of what was never opened close nothing", () => {
  assert.deepEqual(titles(whole.replaceAll("<item>", "</p></b><item>")), ["a", "b", "c"]);
  assert.deepEqual(titles(whole.replaceAll("</item>", "</item></channel></rss>")), ["a", "b", "c"]);
  assert.deepEqual(titles(whole.replaceAll("<title>", "<title></>")), ["a", "b", "c"]);
});

test("names count in any case, with any prefix of the right namespace and without any namespace", () => {
  assert.deepEqual(titles(whole.toUpperCase()), ["A", "B", "C"]);
  assert.deepEqual(
    titles(whole.replaceAll(/<(\/?)(\w)/g, "<$1x:$2").replace("<x:rss", '<x:rss xmlns:x="http://purl.org/rss/1.0/"')),
    ["a", "b", "c"],
  );
  assert.deepEqual(titles('<feed xmlns="http://wrong.example/"><entry><title>a</title></entry></feed>'), ["a"]);
  assert.deepEqual(titles("<atom:feed><atom:entry><atom:title>a</atom:title></atom:entry></atom:feed>"), ["a"]);
});

test("junk before, around and between is passed over", () => {
  assert.deepEqual(titles(`\n <b>Warning</b>: it is broken on line <b>3</b><br />\n${whole}`), ["a", "b", "c"]);
  assert.deepEqual(titles(`<html><body>${whole}</body></html>`), ["a", "b", "c"]);
  assert.deepEqual(titles(whole.replaceAll("<item>", "1 < 2 & <3 <? x > <!-- -- > -->\u0001<item>")), ["a", "b", "c"]);
  assert.deepEqual(titles(`<!DOCTYPE rss [<!ENTITY a "b">]>${whole}`), ["a", "b", "c"]);
});

test("tags and attributes are read however badly they are written", () => {
  const url = (link: string) => {
    const document = parseFeed(`<feed><entry><title>a</title>${link}</entry></feed>`, { url: null, contentType: null });
    return document.kind === "feed" ? document.items[0]?.url : undefined;
  };
  assert.equal(url("<link href=https://a.example/1/>"), "https://a.example/1");
  assert.equal(url("<link href = 'https://a.example/1' / >"), "https://a.example/1");
  assert.equal(url('<link rel="alternate"href="https://a.example/1"/>'), "https://a.example/1");
  assert.equal(url('<link HREF="https://a.example/?a=1&b=2&amp;c=3"></link>'), "https://a.example/?a=1&b=2&c=3");
  assert.equal(url('<link href="https://a.example/1"<id>x</id>'), "https://a.example/1");
});

test("entities are decoded once, HTML's too, and those of a document type never", () => {
  const title = (written: string) => titles(`<feed><entry><title>${written}</title><id>1</id></entry></feed>`)[0];
  assert.equal(title("&eacute;&#233;&#xE9;&#146;&amp;eacute;"), "ééé’&eacute;");
  assert.equal(title("AT&T &amp T &copy=1 &nosuch; &"), "AT&T &amp T &copy=1 &nosuch; &");
  assert.equal(title("a&#0;b&#xD800;c&#x110000;d"), "a\uFFFDb\uFFFDc\uFFFDd");
  assert.deepEqual(
    titles(
      `<!DOCTYPE rss [<!ENTITY lol "ha"><!ENTITY x SYSTEM "file:///etc/passwd">]><rss><item><title>&lol;&x;</title></item></rss>`,
    ),
    ["&lol;&x;"],
  );
});
