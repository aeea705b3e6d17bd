import { getDomain } from "tldts";

/**
 * Who writes what a feed brings: two feeds with one outlet are two sections of one paper. It is the registrable domain of the
 * site that the feed names, or of its own address; on hosts where everybody writes, with the author's part of the address.
 * Null: the feed stands for itself, since its address says nothing about its author.
 */
export function outletOf(url: string, siteUrl: string | null): string | null {
  return (siteUrl === null ? null : outletOfAddress(siteUrl)) ?? outletOfAddress(url);
}

/** They carry or rebuild other people's feeds. */
const feedHosts = new Set([
  "feed43.com",
  "feedburner.com",
  "feedly.com",
  "feedproxy.google.com",
  "fetchrss.com",
  "inoreader.com",
  "kill-the-newsletter.com",
  "morss.it",
  "news.google.com",
  "newsblur.com",
  "openrss.org",
  "politepol.com",
  "rss-bridge.org",
  "rss.app",
  "rsshub.app",
  "siftrss.com",
]);

/** Each name under them is another author, and the public suffix list does not say so. */
const authorsByName = new Set([
  "beehiiv.com",
  "blogger.de",
  "blox.pl",
  "buttondown.email",
  "canalblog.com",
  "dreamwidth.org",
  "ghost.io",
  "home.blog",
  "libsyn.com",
  "livejournal.com",
  "medium.com",
  "micro.blog",
  "neocities.org",
  "over-blog.com",
  "podbean.com",
  "squarespace.com",
  "substack.com",
  "tumblr.com",
  "typepad.com",
  "weebly.com",
  "wordpress.com",
  "write.as",
]);

/** Where the author stands in the path. Another path there has none. */
const authorsByPath = new Map([
  ["bsky.app", /^\/profile\/[^/]+/],
  ["codeberg.org", /^\/[^/]+/],
  ["dev.to", /^\/[^/]+/],
  ["github.com", /^\/[^/]+/],
  ["gitlab.com", /^\/[^/]+/],
  ["podcasts.apple.com", /\/id\d+/],
  ["reddit.com", /^\/(?:r|user|u)\/[^/]+/],
  ["soundcloud.com", /^\/[^/]+/],
  ["vimeo.com", /^\/[^/]+/],
  ["youtube.com", /^\/(?:(?:channel|c|user)\/[^/]+|@[^/]+)/],
]);

// "example.org/~anna" and "example.org/@anna" are Anna's, whatever the host.
const authorInPath = /^\/[@~][^/]+/;
// "blogs.example.org/anna".
const blogHost = /^blogs\./;
const firstSegment = /^\/[^/]+/;

function outletOfAddress(address: string): string | null {
  const url = URL.parse(address);
  if (url === null) return null;
  const host = url.hostname.toLowerCase().replace(/\.$/, "");
  const bare = host.replace(/^(?:www|m|old)\./, "");
  // Names on platforms (….github.io) are domains of their own. An address of numbers has none, nor has "localhost".
  const domain = getDomain(host, { allowPrivateDomains: true });
  if (domain === null || feedHosts.has(domain) || feedHosts.has(bare)) return null;
  const author = authorsByPath.get(bare);
  if (author !== undefined) return withPath(bare, author, url.pathname, null);
  if (authorsByName.has(domain)) return bare === domain ? withPath(bare, authorInPath, url.pathname, null) : bare;
  if (blogHost.test(host)) return withPath(host, firstSegment, url.pathname, domain);
  return withPath(domain, authorInPath, url.pathname, domain);
}

const authorCharsMax = 200;

function withPath(host: string, author: RegExp, path: string, otherwise: string | null): string | null {
  const [found] = author.exec(path) ?? [];
  return found === undefined ? otherwise : `${host}${found.toLowerCase().slice(0, authorCharsMax)}`;
}

const nameCharsMin = 3;

/** What to call an outlet by the names of its feeds: "BBC News – World" and "BBC News – UK" are "BBC News". */
export function nameOutlet(outlet: string, names: readonly string[]): string {
  const [first = outlet, ...others] = names;
  if (others.length === 0) return first;
  const split = names.map((name) => name.trim().split(/\s+/));
  const [words = [], ...rest] = split;
  const differs = words.findIndex((word, at) => rest.some((other) => other[at]?.toLowerCase() !== word.toLowerCase()));
  const shared = words
    .slice(0, differs === -1 ? undefined : differs)
    .join(" ")
    .replace(/[\s\p{P}\p{S}]+$/u, "");
  return shared.length >= nameCharsMin ? shared : outlet;
}
