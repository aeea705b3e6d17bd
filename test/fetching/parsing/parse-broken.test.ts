import assert from "node:assert/strict";
import { test } from "node:test";
import { parseFeed } from "../../../src/fetching/parsing/parse-feed.ts";

function titles(text: string): (string | null)[] {
  const document = parseFeed(text, { url: "https://news.example/", contentType: null });
  assert.equal(document.kind, "feed", text);
  return document.kind === "feed" ? document.items.map(({ title }) => title) : [];
}

const item = (title: string) => `<item><title>${title}</title><link>https://news.example/${title}</link></item>`;
const whole = `<rss version="2.0"><channel><title>News</title>${item("a")}${item("b")}${item("c")}</channel></rss>`;

test("a truncated feed gives the items before the cut", () => {
  assert.deepEqual(titles(whole.slice(0, whole.indexOf("</title>", whole.indexOf(">c<")))), ["a", "b", "c"]);
  assert.deepEqual(titles(whole.slice(0, whole.indexOf("/c</link>"))), ["a", "b", "c"]);
  assert.deepEqual(titles(whole.slice(0, whole.indexOf(">c<"))), ["a", "b"]);
  assert.deepEqual(titles(`<rss><channel>${item("a")}<item><title><![CDATA[b is cut o`), ["a", "b is cut o"]);
  assert.deepEqual(titles(`<rss><channel>${item("a")}<item><title>b</title><link href="`), ["a", "b"]);
});

test("unclosed items and fields end where the next one starts", () => {
  assert.deepEqual(titles(whole.replaceAll("</item>", "")), ["a", "b", "c"]);
  assert.deepEqual(titles(whole.replaceAll("</title>", "")), ["a", "b", "c"]);
  assert.deepEqual(titles(whole.replaceAll("</channel></rss>", "")), ["a", "b", "c"]);
  assert.deepEqual(
    titles("<feed><entry><title>a</title><content><entry><title>quoted</title></entry></content></entry></feed>"),
    ["a"],
  );
});

const unclosed = [
  "<image><url>https://news.example/i.png</url><title>News</title>",
  '<itunes:category text="Technology">',
  '<itunes:category text="Society"><itunes:category text="Places">',
  "<textInput><title>Search</title><name>q</name>",
  "<itunes:owner><itunes:name>Ann</itunes:name>",
  "<description>All the <b>news",
  "<cloud><a><b><c>",
  "<items><rdf:Seq><rdf:li>",
];
for (const element of unclosed) {
  test(`no item is lost in what was not closed before it: ${element}`, () => {
    assert.deepEqual(titles(whole.replace("<item>", `${element}<item>`)), ["a", "b", "c"]);
    assert.deepEqual(titles(whole.replaceAll("<item>", `${element}<item>`)), ["a", "b", "c"]);
    assert.deepEqual(titles(whole.replaceAll("</item>", `</item>${element}`)), ["a", "b", "c"]);
    assert.deepEqual(titles(whole.replaceAll("</item>", element)), ["a", "b", "c"]);
  });
}

test("an Atom feed's entries survive an author, a subtitle and a content that were not closed", () => {
  const entry = (title: string, more = "") => `<entry><title>${title}</title>${more}</entry>`;
  for (const element of ["<author><name>Ann</name>", "<subtitle>All of", "<author><name>"]) {
    assert.deepEqual(titles(`<feed><title>News</title>${element}${entry("a")}${entry("b")}</feed>`), ["a", "b"]);
  }
  for (const content of ["<content>Text", '<content type="xhtml"><div>Text</div>']) {
    const unended = entry("a", content).replace("</entry>", "");
    assert.deepEqual(titles(`<feed>${unended}${entry("b")}</feed>`), ["a", "b"], content);
  }
  const quoted = `<content>\n${entry("quoted")}${entry("quoted too")}</content>`;
  assert.deepEqual(titles(`<feed>${entry("a", quoted)}${entry("b")}</feed>`), ["a", "b"]);
  // Not a feed's own entry, but something of the item's.
  assert.deepEqual(titles(`<rss><channel><item><x><entry>1</entry></x><title>a</title></item></channel></rss>`), ["a"]);
});

test("after an unclosed itunes:category or itunes:owner, elements belong to the item or the channel", () => {
  const read = (open: string) => {
    const fields = `${open}<title>Own</title>`;
    const text = `<rss><channel>${fields}<item>${fields}<guid>1</guid></item></channel></rss>`;
    const document = parseFeed(text, { url: null, contentType: null });
    return document.kind === "feed" ? [document.feed.title, document.items[0]?.title, document.items[0]?.guid] : null;
  };
  for (const open of [
    '<itunes:category text="A"><itunes:category text="B">',
    '<itunes:category text="A"><itunes:category text="B"/>',
    "<itunes:owner><itunes:name>Ann</itunes:name><itunes:email>ann@news.example</itunes:email>",
  ])
    assert.deepEqual(read(open), ["Own", "Own", "1"], open);
});

test("narrower categories of a podcast count with the wider one", () => {
  const nested =
    '<itunes:category text="Arts"><itunes:category text="Food"/><itunes:category text="Design"/></itunes:category>';
  const text = `<rss><channel><item><title>a</title>${nested}<category>News</category></item></channel></rss>`;
  const document = parseFeed(text, { url: null, contentType: null });
  assert.ok(document.kind === "feed");
  assert.deepEqual(document.items[0]?.categories, ["Arts", "Food", "Design", "News"]);
});

test("a CDATA section that quotes another one goes on to its own end", () => {
  const html = (description: string) => {
    const text = `<rss><channel><item><description>${description}</description><guid>g</guid></item></channel></rss>`;
    const document = parseFeed(text, { url: null, contentType: null });
    return document.kind === "feed" ? document.items[0] : undefined;
  };
  const nested = html("<![CDATA[<p>One <![CDATA[two]]> three</p><p>four</p>]]>");
  assert.deepEqual([nested?.summary, nested?.guid], ["<p>One two three</p><p>four</p>", "g"]);
  // The usual way to quote one, and sections side by side, are as they were.
  assert.equal(html("<![CDATA[a <![CDATA[ b ]]]]><![CDATA[> c]]>")?.summary, "a <![CDATA[ b ]]> c");
  assert.equal(html("<![CDATA[a <![CDATA[ b]]> <b>c</b>")?.summary, "a &lt;![CDATA[ b <b>c</b>");
});

test("end tags without a start tag close nothing", () => {
  assert.deepEqual(titles(whole.replaceAll("<item>", "</p></b><item>")), ["a", "b", "c"]);
  assert.deepEqual(titles(whole.replaceAll("</item>", "</item></channel></rss>")), ["a", "b", "c"]);
  assert.deepEqual(titles(whole.replaceAll("<title>", "<title></>")), ["a", "b", "c"]);
});

test("element names match in any case, with any prefix of their namespace or with none", () => {
  assert.deepEqual(titles(whole.toUpperCase()), ["A", "B", "C"]);
  assert.deepEqual(
    titles(whole.replaceAll(/<(\/?)(\w)/g, "<$1x:$2").replace("<x:rss", '<x:rss xmlns:x="http://purl.org/rss/1.0/"')),
    ["a", "b", "c"],
  );
  assert.deepEqual(titles('<feed xmlns="http://wrong.example/"><entry><title>a</title></entry></feed>'), ["a"]);
  assert.deepEqual(titles("<atom:feed><atom:entry><atom:title>a</atom:title></atom:entry></atom:feed>"), ["a"]);
});

test("junk before, around and between elements is skipped", () => {
  assert.deepEqual(titles(`\n <b>Warning</b>: it is broken on line <b>3</b><br />\n${whole}`), ["a", "b", "c"]);
  assert.deepEqual(titles(`<html><body>${whole}</body></html>`), ["a", "b", "c"]);
  assert.deepEqual(titles(whole.replaceAll("<item>", "1 < 2 & <3 <? x > <!-- -- > -->\u0001<item>")), ["a", "b", "c"]);
  assert.deepEqual(titles(`<!DOCTYPE rss [<!ENTITY a "b">]>${whole}`), ["a", "b", "c"]);
});

test("badly written tags and attributes are read", () => {
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

test("entities are decoded once, including HTML's, but never those of a document type", () => {
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
