import { getDomain } from "tldts";
import { parseJson } from "../text/parse-json.ts";

/**
 * Where the feeds of a page are, by the page's address alone.
 *
 * - `feeds`: the site is known for these addresses. They are asked before the page.
 * - `guess`: the address looks like one of many servers that run the same software. Asked only if the page names no feed.
 * - `directory`: the page only lists a feed of another host. `ask` answers with JSON in which `parse` finds it.
 */
export type PageAddress =
  | { kind: "feeds" | "guess"; urls: string[] }
  | { kind: "directory"; ask: string; parse: (text: string) => string | null };

/** null: nothing is known about such an address. The rules never look at the network. */
export function parsePageAddress(address: string): PageAddress | null {
  const url = new URL(address);
  const page: Page = {
    host: url.hostname.replace(/^(?:www|m|mobile|old|new|np)\./, ""),
    path: url.pathname.split("/").filter((part) => part !== ""),
    query: url.searchParams,
    origin: url.origin,
  };
  // An address that ends like a feed is the feed, not its page.
  if (/\.(?:rss|atom|xml|json)$/i.test(url.pathname)) return null;
  const ofSite = siteRules.find(({ site }) => (typeof site === "string" ? page.host === site : site.test(page.host)));
  if (ofSite !== undefined) return asAddress(ofSite.rule(page), "feeds");
  return asAddress(anySite(page), "guess");
}

/** "@name@host", as accounts are written in the fediverse: the page of that account. */
export function parseAccountName(written: string): string | null {
  const [, name, host] = /^@([\w.-]{1,64})@([a-z\d.-]{3,253})$/i.exec(written.trim()) ?? [];
  return name === undefined || getDomain(host!) === null ? null : `https://${host!.toLowerCase()}/@${name}`;
}

type Page = { host: string; path: string[]; query: URLSearchParams; origin: string };
type Found = string[] | PageAddress | null;

function asAddress(found: Found, kind: "feeds" | "guess"): PageAddress | null {
  return Array.isArray(found) ? { kind, urls: found } : found;
}

/** The first that fits decides. A host without `www.`, as a whole or as a pattern. */
const siteRules: { site: string | RegExp; rule: (page: Page) => Found }[] = [
  { site: "youtube.com", rule: youtube },
  { site: "reddit.com", rule: reddit },
  { site: "github.com", rule: github },
  { site: "gitlab.com", rule: gitlab },
  {
    site: "codeberg.org",
    rule: ({ path: [owner, repo], origin }) =>
      both(owner, repo, (at) => [`${origin}/${at}/releases.rss`, `${origin}/${at}.rss`]),
  },
  {
    site: "bsky.app",
    rule: ({ path: [place, name] }) =>
      only(place === "profile" && name, (who) => `https://bsky.app/profile/${who}/rss`),
  },
  {
    site: "news.ycombinator.com",
    rule: ({ path }) => (path.length === 0 ? ["https://news.ycombinator.com/rss"] : null),
  },
  { site: "medium.com", rule: ({ path: [name] }) => only(name, (who) => `https://medium.com/feed/${who}`) },
  { site: /\.(?:medium|substack)\.com$/, rule: ({ origin }) => [`${origin}/feed`] },
  { site: /\.wordpress\.com$/, rule: ({ origin }) => [`${origin}/feed/`] },
  { site: /\.tumblr\.com$/, rule: ({ origin }) => [`${origin}/rss`] },
  { site: /\.blogspot\.com$/, rule: ({ origin }) => [`${origin}/feeds/posts/default`] },
  { site: "dev.to", rule: ({ path: [name] }) => only(name, (who) => `https://dev.to/feed/${who}`) },
  {
    site: "arxiv.org",
    rule: ({ path: [place, subject] }) => only(place === "list" && subject, (of) => `https://rss.arxiv.org/rss/${of}`),
  },
  { site: /(?:^stackoverflow|\.stackexchange)\.com$/, rule: stackExchange },
  {
    site: "vimeo.com",
    rule: ({ path: [name] }) =>
      only(name !== undefined && !/^\d+$/.test(name) && name, (who) => `https://vimeo.com/${who}/videos/rss`),
  },
  { site: "podcasts.apple.com", rule: applePodcast },
  {
    site: "buzzsprout.com",
    rule: ({ path: [id] }) =>
      only(id !== undefined && /^\d+$/.test(id) && id, (of) => `https://feeds.buzzsprout.com/${of}.rss`),
  },
  { site: /^[^.]+\.podbean\.com$/, rule: ({ host }) => [`https://feed.podbean.com/${host.split(".")[0]}/feed.xml`] },
  { site: /^[^.]+\.libsyn\.com$/, rule: ({ origin }) => [`${origin}/rss`] },
  { site: /^[^.]+\.podigee\.io$/, rule: ({ origin }) => [`${origin}/feed/mp3`] },
  { site: /^[^.]+\.transistor\.fm$/, rule: ({ host }) => [`https://feeds.transistor.fm/${host.split(".")[0]}`] },
  {
    site: "shows.acast.com",
    rule: ({ path: [show] }) => only(show, (of) => `https://feeds.acast.com/public/shows/${of}`),
  },
];

function only(name: string | false | undefined, address: (name: string) => string): string[] | null {
  return name === undefined || name === false ? null : [address(name)];
}

function both(
  owner: string | undefined,
  repo: string | undefined,
  addresses: (at: string) => string[],
): string[] | null {
  return owner === undefined || repo === undefined ? null : addresses(`${owner}/${repo}`);
}

/**
 * A channel has a second list without its shorts: the same id with UULF instead of UC. A page under a name ("/@name") has
 * its feed in its HTML.
 */
function youtube({ path: [place, id], query }: Page): Found {
  const feed = (parameter: string) => `https://www.youtube.com/feeds/videos.xml?${parameter}`;
  const list = query.get("list");
  if (list !== null && /^[\w-]{10,60}$/.test(list)) return [feed(`playlist_id=${list}`)];
  if (place !== "channel" || id === undefined || !/^UC[\w-]{22}$/.test(id)) return null;
  return [feed(`channel_id=${id}`), feed(`playlist_id=UULF${id.slice(2)}`)];
}

/** A subreddit, a person or one thread. Their pages refuse programs; the feeds do not. */
function reddit({ path }: Page): Found {
  const [place, name] = path;
  if (name === undefined || !["r", "u", "user"].includes(place!))
    return path.length === 0 ? ["https://www.reddit.com/.rss"] : null;
  const rest = place === "u" ? ["user", ...path.slice(1)] : path;
  return [`https://www.reddit.com/${rest.join("/")}/.rss`];
}

/** First parts of addresses that are no account. */
const githubPages = new Set(
  "about apps collections contact customer-stories enterprise events explore features issues join login marketplace new notifications orgs pricing pulls search security settings sponsors stars team topics trending".split(
    " ",
  ),
);

function github({ path: [owner, repo, place, ...branch] }: Page): Found {
  if (owner === undefined || githubPages.has(owner)) return null;
  if (repo === undefined) return [`https://github.com/${owner}.atom`];
  const at = `https://github.com/${owner}/${repo.replace(/\.git$/, "")}`;
  if (place === "commits" && branch.length > 0) return [`${at}/commits/${branch.join("/")}.atom`];
  if (place === "commits") return [`${at}/commits.atom`];
  if (place === "tags") return [`${at}/tags.atom`];
  return place === undefined || place === "releases" ? [`${at}/releases.atom`, `${at}/commits.atom`] : null;
}

/** Groups nest, so a project is all that stands before "/-/". */
function gitlab({ path }: Page): Found {
  const dash = path.indexOf("-");
  const project = (dash < 0 ? path : path.slice(0, dash)).join("/");
  if (!project.includes("/")) return null;
  const at = `https://gitlab.com/${project}`;
  return path[dash + 1] === "tags" && dash > 0 ? [`${at}/-/tags?format=atom`] : [`${at}/-/releases.atom`, `${at}.atom`];
}

function stackExchange({ path: [place, second, tag], origin }: Page): Found {
  if (place !== "questions") return place === undefined ? [`${origin}/feeds`] : null;
  if (second === "tagged" && tag !== undefined) return [`${origin}/feeds/tag/${tag}`];
  return second !== undefined && /^\d+$/.test(second) ? [`${origin}/feeds/question/${second}`] : null;
}

/** The directory knows where the publisher keeps the feed. */
function applePodcast({ path }: Page): Found {
  const id = /^id(\d{1,15})$/.exec(path.at(-1) ?? "")?.[1];
  if (id === undefined) return null;
  return {
    kind: "directory",
    ask: `https://itunes.apple.com/lookup?id=${id}&entity=podcast`,
    parse: parsePodcastEntry,
  };
}

function parsePodcastEntry(text: string): string | null {
  const answer = parseJson(text) as { results?: { feedUrl?: unknown }[] } | null | undefined;
  const results = Array.isArray(answer?.results) ? answer.results : [];
  const found = results.map((result) => result?.feedUrl).find((feed) => typeof feed === "string");
  return typeof found === "string" ? found : null;
}

/** Mastodon, and what speaks like it, then Lemmy: any host may run them. */
function anySite({ path: [first, second, third], origin }: Page): Found {
  if (first !== undefined && /^@[\w.-]+$/.test(first)) {
    const rest = [first, second, third].filter((part) => part !== undefined).join("/");
    const isList = second === undefined || ["with_replies", "media", "tagged"].includes(second);
    return [`${origin}/${isList ? rest : first}.rss`];
  }
  if (first === "tags" && second !== undefined && third === undefined) return [`${origin}/tags/${second}.rss`];
  if ((first === "c" || first === "u") && second !== undefined && third === undefined) {
    return [`${origin}/feeds/${first}/${second}.xml?sort=New`];
  }
  return null;
}
