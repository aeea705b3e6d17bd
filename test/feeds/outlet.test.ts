import assert from "node:assert/strict";
import { test } from "node:test";
import { nameOutlet, outletOf } from "../../src/feeds/outlet.ts";

const same: [why: string, url: string, siteUrl: string | null, outlet: string][] = [
  ["the site comes first", "https://feeds.bbci.co.uk/news/world/rss.xml", "https://www.bbc.co.uk/news", "bbc.co.uk"],
  ["sections of one site", "https://rss.paper.example.com/sport", null, "example.com"],
  ["with a suffix of two parts", "https://news.example.co.uk/feed", null, "example.co.uk"],
  ["a dot at the end", "https://example.com./feed", null, "example.com"],
  ["capitals", "https://EXAMPLE.com/feed", null, "example.com"],
  ["a feed host knows nothing", "https://feeds.feedburner.com/anna", "https://anna.example.org/", "example.org"],
  ["a site that is a feed host", "https://example.org/feed", "https://feeds.feedburner.com/x", "example.org"],
  ["a site that is no address", "https://example.org/feed", "not an address", "example.org"],
  ["a site on this machine", "https://example.org/feed", "http://localhost:8080/", "example.org"],
];

const apart: [why: string, url: string, siteUrl: string | null, outlet: string | null][] = [
  ["names on a platform", "https://anna.github.io/feed.xml", null, "anna.github.io"],
  ["names on a platform that the list lacks", "https://anna.substack.com/feed", null, "anna.substack.com"],
  [
    "an author of a platform",
    "https://medium.com/feed/@Anna",
    "https://medium.com/@Anna?source=rss",
    "medium.com/@anna",
  ],
  ["a platform without an author", "https://medium.com/feed/x", "https://medium.com/", null],
  [
    "a channel",
    "https://www.youtube.com/feeds/videos.xml?channel_id=UC1",
    "https://www.youtube.com/channel/UC1",
    "youtube.com/channel/uc1",
  ],
  ["videos without a channel", "https://www.youtube.com/feeds/videos.xml?playlist_id=1", null, null],
  ["a group", "https://www.reddit.com/r/news/.rss", "https://www.reddit.com/r/news/", "reddit.com/r/news"],
  [
    "a project",
    "https://github.com/anna/tool/releases.atom",
    "https://github.com/anna/tool/releases",
    "github.com/anna",
  ],
  ["blogs of a paper", "https://blogs.example.com/anna/feed", null, "blogs.example.com/anna"],
  ["a person's folder", "https://www.example.edu/~anna/feed.xml", null, "example.edu/~anna"],
  ["a feed host alone", "https://feeds.feedburner.com/anna", null, null],
  ["an address of numbers", "http://192.0.2.7/feed", null, null],
  ["a machine at home", "http://bridge/feed?to=anna", null, null],
];

for (const [why, url, siteUrl, outlet] of [...same, ...apart]) {
  test(`the outlet of a feed, ${why}: ${outlet ?? "the feed itself"}`, () => {
    assert.equal(outletOf(url, siteUrl), outlet);
  });
}

test("an author's name is cut, however long the address", () => {
  const long = `https://example.org/~${"a".repeat(5_000)}/feed`;
  assert.equal(outletOf(long, null)?.length, "example.org".length + 200);
});

test("an outlet has the name that its feeds share, or that of its site", () => {
  assert.equal(nameOutlet("x", ["My paper"]), "My paper");
  assert.equal(nameOutlet("bbc.co.uk", ["BBC News - UK", "BBC News – World", "BBC news"]), "BBC News");
  assert.equal(nameOutlet("paper.example", ["Paper: Sport", "Paper: World"]), "Paper");
  assert.equal(nameOutlet("paper.example", ["Sport", "World"]), "paper.example");
  assert.equal(nameOutlet("paper.example", ["A 1", "A 2"]), "paper.example");
});
