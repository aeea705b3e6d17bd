import type { Queryable } from "../../database/transaction.ts";
import { describeInstant } from "../../time.ts";
import { findFeedsByIdPrefix, findFeedsByUrl, idDigits, type NamedFeed } from "../../feeds/find-feed-store.ts";
import { parseFeedUrl } from "../../feeds/new-feed.ts";
import { Refusal } from "../../refusal.ts";

const prefixDigitsMin = 4;
export const feedArgument = "id, its first characters, or URL of a feed";

/** The one feed a person means by an id, the beginning of one, or a URL. A deleted feed only if no live one matches. */
export async function pickFeed(db: Queryable, name: string): Promise<NamedFeed> {
  const isUrl = name.includes("://");
  const found = await (isUrl ? searchByUrl(db, name.trim()) : searchById(db, name.trim()));
  const [first] = found;
  if (first === undefined) throw new Refusal(`There is no feed ${quote(name)}: 'plainwire feed list' shows all.`);

  const rivals = found.filter((feed) => isRival(feed, first, isUrl));
  if (rivals.length === 1) return first;
  const ids = rivals.map(({ id, url }) => `${id} (${url})`);
  throw new Refusal(`${quote(name)} could mean several feeds: ${ids.join(", ")}. Write more of the id.`);
}

/** A URL means the shared feed rather than a private one, and of deleted feeds the latest. */
function isRival(feed: NamedFeed, first: NamedFeed, isUrl: boolean): boolean {
  if ((feed.deletedAt === null) !== (first.deletedAt === null)) return false;
  if (!isUrl || feed === first) return true;
  return feed.deletedAt === null && (feed.ownerId === null) === (first.ownerId === null);
}

export async function pickLiveFeed(db: Queryable, name: string): Promise<NamedFeed> {
  const feed = await pickFeed(db, name);
  if (feed.deletedAt === null) return feed;
  if (feed.mergedInto !== null) {
    throw new Refusal(`The feed ${feed.url} moved and is now part of the feed ${feed.mergedInto}.`);
  }
  const when = describeInstant(feed.deletedAt.toISOString());
  throw new Refusal(`The feed ${feed.url} was deleted at ${when}: 'plainwire feed add ${feed.url}' adds it again.`);
}

/** All or nothing: one wrong name refuses the whole command. */
export async function pickLiveFeeds(db: Queryable, names: string[]): Promise<NamedFeed[]> {
  const feeds: NamedFeed[] = [];
  for (const name of names) feeds.push(await pickLiveFeed(db, name));
  return [...new Map(feeds.map((feed) => [feed.id, feed])).values()];
}

async function searchByUrl(db: Queryable, name: string): Promise<NamedFeed[]> {
  const parsed = parseFeedUrl(name);
  return findFeedsByUrl(db, parsed.kind === "url" ? [name, parsed.url] : [name]);
}

async function searchById(db: Queryable, name: string): Promise<NamedFeed[]> {
  const digits = name.toLowerCase().replaceAll("-", "");
  if (!/^[0-9a-f]+$/.test(digits) || digits.length > idDigits) {
    throw new Refusal(
      `${quote(name)} is not a feed: use an id, its first characters, or a URL that starts with http:// or https://.`,
      2,
    );
  }
  if (digits.length < prefixDigitsMin) {
    throw new Refusal(`${quote(name)} is too short: write at least ${prefixDigitsMin} characters of the id.`, 2);
  }
  return findFeedsByIdPrefix(db, digits);
}

function quote(name: string): string {
  return `"${name.slice(0, 200)}"`;
}
