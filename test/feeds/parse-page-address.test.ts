import assert from "node:assert/strict";
import { test } from "node:test";
import { parseAccountName, parsePageAddress } from "../../src/feeds/parse-page-address.ts";

const channel = "UCabcdefghijklmnopqrstuv";

/** What a person pastes, and the feeds it stands for. */
const known: [string, string[]][] = [
  [
    `https://www.youtube.com/channel/${channel}/videos`,
    [
      `https://www.youtube.com/feeds/videos.xml?channel_id=${channel}`,
      `https://www.youtube.com/feeds/videos.xml?playlist_id=UULF${channel.slice(2)}`,
    ],
  ],
  [
    "https://m.youtube.com/watch?v=abc&list=PLabcdefghijkl",
    ["https://www.youtube.com/feeds/videos.xml?playlist_id=PLabcdefghijkl"],
  ],
  ["https://old.reddit.com/r/news", ["https://www.reddit.com/r/news/.rss"]],
  ["https://www.reddit.com/u/someone/", ["https://www.reddit.com/user/someone/.rss"]],
  ["https://www.reddit.com/r/a+b/top/?t=day", ["https://www.reddit.com/r/a+b/top/.rss"]],
  [
    "https://github.com/owner/repo.git",
    ["https://github.com/owner/repo/releases.atom", "https://github.com/owner/repo/commits.atom"],
  ],
  ["https://github.com/owner/repo/commits/feature/one", ["https://github.com/owner/repo/commits/feature/one.atom"]],
  ["https://github.com/owner/repo/tags", ["https://github.com/owner/repo/tags.atom"]],
  ["https://github.com/owner", ["https://github.com/owner.atom"]],
  [
    "https://gitlab.com/group/sub/project/-/issues",
    ["https://gitlab.com/group/sub/project/-/releases.atom", "https://gitlab.com/group/sub/project.atom"],
  ],
  ["https://gitlab.com/group/project/-/tags", ["https://gitlab.com/group/project/-/tags?format=atom"]],
  [
    "https://codeberg.org/owner/repo",
    ["https://codeberg.org/owner/repo/releases.rss", "https://codeberg.org/owner/repo.rss"],
  ],
  ["https://bsky.app/profile/name.example", ["https://bsky.app/profile/name.example/rss"]],
  ["https://medium.com/@name/a-story-123", ["https://medium.com/feed/@name"]],
  ["https://letters.substack.com/p/first", ["https://letters.substack.com/feed"]],
  ["https://somebody.wordpress.com/2026/", ["https://somebody.wordpress.com/feed/"]],
  ["https://somebody.blogspot.com/", ["https://somebody.blogspot.com/feeds/posts/default"]],
  ["https://arxiv.org/list/cs.CL/recent", ["https://rss.arxiv.org/rss/cs.CL"]],
  ["https://stackoverflow.com/questions/tagged/sql", ["https://stackoverflow.com/feeds/tag/sql"]],
  ["https://vimeo.com/studio", ["https://vimeo.com/studio/videos/rss"]],
  ["https://www.buzzsprout.com/1234/episodes", ["https://feeds.buzzsprout.com/1234.rss"]],
  ["https://show.podbean.com/e/one", ["https://feed.podbean.com/show/feed.xml"]],
  ["https://shows.acast.com/a-show/episodes", ["https://feeds.acast.com/public/shows/a-show"]],
];

for (const [address, urls] of known) {
  test(`the feeds of ${address}`, () => {
    assert.deepEqual(parsePageAddress(address), { kind: "feeds", urls });
  });
}

const guessed: [string, string][] = [
  ["https://social.example/@name", "https://social.example/@name.rss"],
  ["https://social.example/@name/1122334455", "https://social.example/@name.rss"],
  ["https://social.example/@name/tagged/cats", "https://social.example/@name/tagged/cats.rss"],
  ["https://social.example/tags/cats", "https://social.example/tags/cats.rss"],
  ["https://lemmy.example/c/news@other.example", "https://lemmy.example/feeds/c/news@other.example.xml?sort=New"],
  ["https://lemmy.example/u/name", "https://lemmy.example/feeds/u/name.xml?sort=New"],
];

for (const [address, url] of guessed) {
  test(`${address} may be on a server that has its feed elsewhere`, () => {
    assert.deepEqual(parsePageAddress(address), { kind: "guess", urls: [url] });
  });
}

test("nothing is made up for pages without a feed of their own, and a feed's own address stays as it is", () => {
  for (const address of [
    "https://github.com/features/actions",
    "https://github.com/owner/repo/issues/4",
    "https://github.com/owner/repo/releases.atom",
    "https://gitlab.com/group",
    "https://www.youtube.com/@name",
    "https://www.youtube.com/channel/short",
    "https://www.youtube.com/watch?v=abc&list=%3Cscript%3E",
    "https://vimeo.com/123456",
    "https://news.example/2026/bridge",
    "https://notyoutube.com/channel/UCabcdefghijklmnopqrstuv",
    "https://podcasts.apple.com/us/charts",
  ]) {
    assert.equal(parsePageAddress(address), null, address);
  }
});

test("a podcast's page in a directory leads to the publisher's feed, and a broken answer leads nowhere", () => {
  const page = parsePageAddress("https://podcasts.apple.com/us/podcast/a-show/id1234567?l=en");
  assert.ok(page?.kind === "directory");
  assert.equal(page.ask, "https://itunes.apple.com/lookup?id=1234567&entity=podcast");
  assert.equal(page.parse('{"results":[{"feedUrl":"https://show.example/feed"}]}'), "https://show.example/feed");
  for (const broken of ["", "<html>", "null", "[]", '{"results":7}', '{"results":[null,{"feedUrl":3}]}']) {
    assert.equal(page.parse(broken), null, broken);
  }
});

test("an account's name is its page, and a mail address is not", () => {
  assert.equal(parseAccountName(" @name@Social.example "), "https://social.example/@name");
  for (const written of [
    "name@social.example",
    "@name",
    "@name@localhost",
    "@na me@social.example",
    "@a@b@c.example",
  ]) {
    assert.equal(parseAccountName(written), null, written);
  }
});
