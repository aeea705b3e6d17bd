import assert from "node:assert/strict";
import { test } from "node:test";
import { parseFeed } from "../../../src/fetching/parsing/parse-feed.ts";
import type { FeedDocument, ParsedItem } from "../../../src/fetching/parsing/parse-result.ts";

function parsed(text: string, url = "https://news.example/feed"): FeedDocument {
  const document = parseFeed(text, { url, contentType: null });
  assert.equal(document.kind, "feed");
  return document;
}

function firstItem(text: string): ParsedItem {
  const [item] = parsed(text).items;
  assert.ok(item);
  return item;
}

const rss = (channel: string) => `<?xml version="1.0"?><rss version="2.0"
  xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:content="http://purl.org/rss/1.0/modules/content/"
  xmlns:media="http://search.yahoo.com/mrss/" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"
  xmlns:sy="http://purl.org/rss/1.0/modules/syndication/" xmlns:atom="http://www.w3.org/2005/Atom">
  <channel>${channel}</channel></rss>`;

const atom = (feed: string) => `<feed xmlns="http://www.w3.org/2005/Atom">${feed}</feed>`;

test("an RSS feed gives its metadata and its update hints", () => {
  const { format, version, feed } = parsed(
    rss(`<title>The &amp;quot;News&amp;quot;</title><link>/front</link><description>&lt;b&gt;All&lt;/b&gt; of it</description>
      <atom:link rel="self" href="https://news.example/feed"/><atom:link rel="hub" href="https://hub.example/"/>
      <language>en-GB</language><image><url>logo.png</url><title>no</title><link>http://no.example/</link></image>
      <managingEditor>ed@news.example (Ed Itor)</managingEditor>
      <pubDate>Sat, 07 Mar 2020 18:05:09 GMT</pubDate><lastBuildDate>Sat, 07 Mar 2020 19:05:09 GMT</lastBuildDate>
      <ttl>60</ttl><sy:updatePeriod> hourly </sy:updatePeriod><sy:updateFrequency>2</sy:updateFrequency>
      <skipHours><hour>0</hour><hour>24</hour><hour>7</hour><hour>99</hour></skipHours>
      <skipDays><day>Sunday</day><day>someday</day></skipDays>`),
  );
  assert.deepEqual({ format, version }, { format: "rss", version: "2.0" });
  assert.deepEqual(feed, {
    title: 'The "News"',
    description: "All of it",
    siteUrl: "https://news.example/front",
    selfUrl: "https://news.example/feed",
    hubUrl: "https://hub.example/",
    iconUrl: "https://news.example/logo.png",
    language: "en-GB",
    author: "Ed Itor",
    publishedAt: new Date("2020-03-07T18:05:09Z"),
    updatedAt: new Date("2020-03-07T19:05:09Z"),
    hints: { ttlMinutes: 60, updatePeriodSeconds: 1_800, skipHours: [0, 7], skipDays: [0] },
  });
});

test("an RSS item is read with all its fields", () => {
  const item = firstItem(
    rss(`<title>t</title><item>
      <title><![CDATA[Tom & <em>Jerry</em>]]></title>
      <link>https://news.example/1?utm_source=rss&amp;id=1</link>
      <guid isPermaLink="false">tag:1</guid>
      <dc:creator>Ann</dc:creator><dc:creator>Ben</dc:creator>
      <description>Short &amp;amp; &lt;i&gt;good&lt;/i&gt;</description>
      <content:encoded><![CDATA[<p>Long</p>]]></content:encoded>
      <pubDate>Sat, 07 Mar 2020 18:05:09 GMT</pubDate><atom:updated>2020-03-08T00:00:00Z</atom:updated>
      <category>World</category><category>World</category><dc:subject>Cats</dc:subject><itunes:keywords>a, b</itunes:keywords>
      <enclosure url="/a.mp3" type="audio/mpeg" length="123"/>
      <media:group><media:content url="https://cdn.example/v.mp4" fileSize="9" type="video/mp4"/></media:group>
    </item>`),
  );
  assert.deepEqual(item, {
    guid: "tag:1",
    guidIsPermalink: false,
    url: "https://news.example/1?utm_source=rss&id=1",
    title: "Tom & Jerry",
    author: "Ann, Ben",
    content: "<p>Long</p>",
    summary: "Short &amp; <i>good</i>",
    contentBase: "https://news.example/1?utm_source=rss&id=1",
    publishedAt: new Date("2020-03-07T18:05:09Z"),
    updatedAt: new Date("2020-03-08T00:00:00Z"),
    categories: ["World", "Cats", "a", "b"],
    enclosures: [
      { url: "https://news.example/a.mp3", type: "audio/mpeg", bytes: 123 },
      { url: "https://cdn.example/v.mp4", type: "video/mp4", bytes: 9 },
    ],
    language: null,
  });
});

test("an Atom feed is read with its text types", () => {
  const { format, version, feed, items } = parsed(
    atom(`<title type="html">Fish &amp;amp; Chips</title><id>urn:feed</id><icon>/i.png</icon>
      <link href="https://news.example/"/><link rel="self" href="/feed"/>
      <entry xml:lang="de"><id>urn:1</id><title>1 &lt; 2 &lt;b&gt;</title><link href="a"/><link rel="enclosure" href="a.mp3" length="5"/>
        <author><name>Ann</name><email>ann@news.example</email></author>
        <published>2020-03-07T18:05:09Z</published><category term="world" label="World"/>
        <summary>plain &lt;b&gt;</summary>
        <content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">a <b>bold</b> &amp; <br/>word<p/></div></content></entry>
      <entry><id>https://news.example/2</id><title type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">An <i>x</i></div></title>
        <content type="html">&lt;p&gt;html&lt;/p&gt;</content></entry>
      <entry><content type="image/png">iVBORw0KGgo=</content><title>picture</title></entry>`),
  );
  assert.deepEqual({ format, version }, { format: "atom", version: "1.0" });
  assert.deepEqual(
    [feed.title, feed.siteUrl, feed.iconUrl],
    ["Fish & Chips", "https://news.example/", "https://news.example/i.png"],
  );
  const [first, second, third] = items;
  assert.equal(first?.title, "1 < 2 <b>");
  assert.equal(first?.author, "Ann");
  assert.equal(first?.language, "de");
  assert.equal(first?.url, "https://news.example/a");
  assert.equal(first?.summary, "plain &lt;b&gt;");
  assert.equal(first?.content, "<div>a <b>bold</b> &amp; <br>word<p></p></div>");
  assert.deepEqual(first?.categories, ["World"]);
  assert.deepEqual(first?.enclosures, [{ url: "https://news.example/a.mp3", type: null, bytes: 5 }]);
  assert.equal(second?.title, "An x");
  assert.equal(second?.content, "<p>html</p>");
  assert.equal(second?.url, "https://news.example/2");
  assert.equal(third?.content, null);
});

test("Atom 0.3 is read with its modes", () => {
  const { version, items } = parsed(
    `<feed version="0.3" xmlns="http://purl.org/atom/ns#"><entry><id>1</id>
      <title mode="escaped" type="text/html">&lt;b&gt;x&lt;/b&gt;</title><issued>2020-03-07T18:05:09Z</issued><modified>2020-03-08T00:00:00Z</modified>
      <content mode="base64" type="text/html">PHA+w6k8L3A+</content></entry></feed>`,
  );
  assert.equal(version, "0.3");
  assert.equal(items[0]?.title, "x");
  assert.equal(items[0]?.content, "<p>é</p>");
  assert.equal(items[0]?.publishedAt?.toISOString(), "2020-03-07T18:05:09.000Z");
  assert.equal(items[0]?.updatedAt?.toISOString(), "2020-03-08T00:00:00.000Z");
});

test("the items of an RDF feed are next to the channel", () => {
  const { format, version, feed, items } = parsed(
    `<r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:d="http://purl.org/dc/elements/1.1/">
      <channel r:about="x"><title>T</title><link>https://news.example/</link></channel>
      <item rdf:about="https://news.example/1"><title>One</title><d:date>2020-03-07</d:date><d:creator>Ann</d:creator></item></r:RDF>`,
  );
  assert.deepEqual({ format, version, title: feed.title }, { format: "rdf", version: "1.0", title: "T" });
  assert.equal(items[0]?.guid, "https://news.example/1");
  assert.equal(items[0]?.url, "https://news.example/1");
  assert.equal(items[0]?.author, "Ann");
  assert.equal(items[0]?.publishedAt?.toISOString(), "2020-03-07T00:00:00.000Z");
});

test("a JSON feed is read, and an invalid item is reported", () => {
  const { format, version, feed, items, itemErrors } = parsed(
    JSON.stringify({
      version: "https://jsonfeed.org/version/1.1",
      title: "T\u0000",
      home_page_url: "/",
      feed_url: "/feed.json",
      hubs: [{ type: "WebSub", url: "https://hub.example/" }],
      language: "en",
      authors: [{ name: "Ann" }],
      items: [
        {
          id: 7,
          url: "/7",
          title: " Seven  up ",
          content_text: "1 < 2",
          summary: "a & b",
          tags: ["x", 1],
          author: { name: "Ben" },
        },
        null,
        {
          id: "8",
          content_html: "<p>\ud83d</p>",
          attachments: [{ url: "/a.mp3", mime_type: "audio/mpeg", size_in_bytes: 5 }, {}],
        },
      ],
    }),
  );
  assert.deepEqual({ format, version }, { format: "json", version: "1.1" });
  assert.deepEqual(
    [feed.title, feed.siteUrl, feed.selfUrl, feed.hubUrl, feed.author],
    ["T", "https://news.example/", "https://news.example/feed.json", "https://hub.example/", "Ann"],
  );
  const [first, second] = items;
  assert.deepEqual(
    [
      first?.guid,
      first?.url,
      first?.title,
      first?.author,
      first?.content,
      first?.summary,
      first?.categories,
      first?.language,
    ],
    ["7", "https://news.example/7", "Seven up", "Ben", "1 &lt; 2", "a &amp; b", ["x"], "en"],
  );
  assert.equal(second?.content, "<p>\uFFFD</p>");
  assert.deepEqual(second?.enclosures, [{ url: "https://news.example/a.mp3", type: "audio/mpeg", bytes: 5 }]);
  assert.deepEqual(itemErrors, [{ guid: null, title: null, message: "Item 2 of the document is not an object." }]);
});

test("an empty item is one error and stops no other item", () => {
  const { items, itemErrors } = parsed(rss("<item/><item><title>a</title></item><item><foo>bar</foo></item>"));
  assert.deepEqual(
    [items.length, itemErrors.map(({ message }) => message)],
    [1, ["Item 1 of the document is empty.", "Item 3 of the document is empty."]],
  );
});

test("relative links follow xml:base, else the site, else the feed's own address", () => {
  const link = (base: string, entryBase: string) =>
    parsed(`<feed ${base}><entry ${entryBase}><link href="x"/><content type="html">a</content></entry></feed>`)
      .items[0];
  assert.equal(link("", "")?.url, "https://news.example/x");
  assert.equal(link('xml:base="https://other.example/a/"', "")?.url, "https://other.example/a/x");
  assert.equal(link('xml:base="https://other.example/a/"', 'xml:base="b/"')?.url, "https://other.example/a/b/x");
  assert.equal(link('xml:base="https://other.example/a/"', "")?.contentBase, "https://other.example/a/");
  assert.equal(
    firstItem(rss("<link>https://site.example/</link><item><link>/x</link></item>")).url,
    "https://site.example/x",
  );
});

test("only http and https are links", () => {
  const item = firstItem(
    rss(
      `<item><title>a</title><link>javascript:alert(1)</link><guid>ftp://x.example/</guid><enclosure url="data:,x"/></item>`,
    ),
  );
  assert.deepEqual([item.url, item.guid, item.enclosures], [null, "ftp://x.example/", []]);
});

test("a guid that is an address is the link if there is no other", () => {
  const url = (item: string) => firstItem(rss(`<item><title>a</title>${item}</item>`)).url;
  assert.equal(url("<guid>https://a.example/1</guid>"), "https://a.example/1");
  assert.equal(url('<guid isPermaLink="false">https://a.example/1</guid>'), null);
  assert.equal(url("<guid>https://a.example/1</guid><link>https://a.example/2</link>"), "https://a.example/2");
});

test("a video's description is found in its media group", () => {
  const item = firstItem(
    atom(
      "<entry><title>v</title><media:group><media:title>no</media:title><media:description>about it</media:description></media:group></entry>",
    ),
  );
  assert.deepEqual([item.title, item.summary], ["v", "about it"]);
});

test("an empty field is replaced by the next best one", () => {
  const item = firstItem(
    rss(
      "<item><title> </title><media:title>m</media:title><title>t</title><description/><dc:description>d</dc:description></item>",
    ),
  );
  assert.deepEqual([item.title, item.summary, item.content], ["t", "d", null]);
});

test("titles are plain text", () => {
  const title = (written: string) => firstItem(rss(`<item><guid>1</guid><title>${written}</title></item>`)).title;
  assert.equal(title("&lt;b&gt;Bold&lt;/b&gt; &amp;amp; plain"), "Bold & plain");
  assert.equal(title("Vec&lt;T&gt; and 1 &lt; 2"), "Vec<T> and 1 < 2");
  assert.equal(title("a&lt;br/&gt;b\n\t c&amp;nbsp;d"), "a b c d");
  assert.equal(title("safe&lt;script&gt;evil()&lt;/script&gt; end&lt;!-- gone"), "safe end");
  assert.equal(title("&lt;img src='x'&gt;"), null);
});
