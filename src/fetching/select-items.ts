import type { FeedDocument, ItemError, ParsedItem } from "./parsing/parse-result.ts";
import type { GuardedResponse } from "../http-client/guarded-client.ts";
import { uuidV7 } from "../ids.ts";
import { guidKeyOf, identifyItems, type ItemIdentity } from "../items/item-identity.ts";
import type { NewItem } from "../items/save-items-store.ts";
import { digestItems, packSeenAfter, selectNew, selectUnseen } from "../items/seen-items.ts";
import { rootDomainOf } from "../schedule/lane.ts";
import type { StoredFeed } from "../schedule/lease.ts";
import type { Published } from "../schedule/policy/pace.ts";
import { minuteMs } from "../time.ts";

/** The part of a document that goes to the database. Items that are stored unchanged already are left out. */
export type Selection = {
  items: NewItem[];
  /**
   * Fingerprints of the stored items, so that the next fetch knows them without asking the database, also those that were deleted
   * here. Items that a rule left out are not in it: when a person changes the rule, they must appear.
   */
  seen: Buffer;
  digest: Buffer;
  unchanged: number;
  /** How many items linked to another domain, for a feed that allows only its own. */
  discarded: number;
  errors: ItemError[];
  published: Published;
};

/** What the other items of a document, or that there are none, say of each. */
type Surroundings = { reused: Set<string>; isLone: boolean };
type IdentifiedItem = ItemIdentity & { item: ParsedItem };

// Clocks that run a few minutes ahead are common; an item from next week has a wrong date.
const futureMsMax = 10 * minuteMs;

export function selectItems(
  feed: StoredFeed,
  document: FeedDocument,
  { answered, itemsMax, now }: { answered: Answered; itemsMax: number; now: Date },
): Selection {
  const all = identifyOnce(document.items);
  const own = feed.enforceFeedDomain ? withinDomains(all, ownDomains(feed, answered)) : all;
  const kept = newestFirst(own).slice(0, itemsMax);
  const unseen = selectUnseen(feed.seen, kept);
  return {
    items: toNewItems(unseen, { reused: reusedGuids(all), isLone: all.length === 1 }, now),
    seen: packSeenAfter(feed.seen, kept),
    digest: digestItems(all),
    unchanged: kept.length - unseen.length,
    discarded: all.length - own.length,
    errors: document.itemErrors,
    published: publishedOf(feed, kept, unseen),
  };
}

function publishedOf({ seen, state }: StoredFeed, kept: IdentifiedItem[], unseen: IdentifiedItem[]): Published {
  const isWhole = seen === null || state.memory.pace === null;
  const items = isWhole ? kept : selectNew(seen, unseen);
  return { dates: items.map(({ item }) => item.publishedAt ?? item.updatedAt), isWhole };
}

/** Each item once: a document may list an item twice, and one statement cannot insert or update the same row twice. */
function identifyOnce(items: ParsedItem[]): IdentifiedItem[] {
  const identities = identifyItems(items);
  const byHash = new Map<string, IdentifiedItem>();
  for (const [index, item] of items.entries()) {
    const identity = identities[index];
    if (identity !== undefined && !byHash.has(identity.hash)) byHash.set(identity.hash, { ...identity, item });
  }
  return [...byHash.values()];
}

/** Guids shared by several items of the document. They identify none of them: matched by guid, they would overwrite each other. */
function reusedGuids(items: IdentifiedItem[]): Set<string> {
  const byGuid = Map.groupBy(items, ({ item }) => item.guid ?? "");
  return new Set([...byGuid].filter(([, sharing]) => sharing.length > 1).map(([guid]) => guid));
}

function withinDomains(items: IdentifiedItem[], isOwn: (link: string) => boolean): IdentifiedItem[] {
  return items.filter(({ item }) => item.url === null || isOwn(item.url));
}

/** Items without a date come first: they must not be cut off because the date is missing. */
function newestFirst(items: IdentifiedItem[]): IdentifiedItem[] {
  const age = ({ item }: IdentifiedItem) => (item.publishedAt ?? item.updatedAt)?.getTime() ?? Number.MAX_SAFE_INTEGER;
  return items.toSorted((a, b) => age(b) - age(a));
}

/**
 * The oldest first, with ids that grow: lists go by date and then by id, apps by the numbers that items get when they are stored. So
 * items of one date, or of none, keep the order of their document, whose first item is the newest.
 */
function toNewItems(newest: IdentifiedItem[], around: Surroundings, now: Date): NewItem[] {
  const ids = newest.map(() => uuidV7(now)).toSorted();
  return newest.toReversed().map((item, index) => toNewItem(item, ids[index] as string, around, now));
}

function toNewItem(identified: IdentifiedItem, id: string, { reused, isLone }: Surroundings, now: Date): NewItem {
  const { hash: itemHash, fingerprint, item } = identified;
  const { guid, url, author, contentBase, summary, categories, enclosures, language } = item;
  return {
    id,
    hash: itemHash,
    guid,
    guidKey: guid === null || reused.has(guid) ? null : guidKeyOf(guid),
    isLone: isLone && (item.publishedAt ?? item.updatedAt) !== null,
    url,
    title: item.title ?? "",
    author,
    content: item.content ?? summary ?? "",
    contentBase,
    // Without content, the summary is the content already.
    summary: item.content === null ? null : summary,
    categories,
    enclosures,
    language,
    pubDate: dateOf(item, now),
    fingerprint: Buffer.from(fingerprint, "hex"),
    reading: null,
  };
}

function dateOf({ publishedAt, updatedAt }: ParsedItem, now: Date): Date {
  const stated = publishedAt ?? updatedAt ?? now;
  return stated.getTime() > now.getTime() + futureMsMax ? now : stated;
}

/** Where an answer came from: the address that gave it, and the one the feed has moved to permanently. */
type Answered = Pick<GuardedResponse, "url" | "permanentUrl">;

/**
 * Tells whether a link stays within the feed's own domains: those of the stored address, of the address that answered and of
 * the one it moved to. A feed that redirects may link to either side: a blog behind a feed service keeps its own links, a site
 * with a new name has new ones.
 */
export function ownDomains({ url, rootDomain }: StoredFeed, answered: Answered): (link: string) => boolean {
  const addresses = [url, ...addressesOf(answered)];
  const hosts = new Set(addresses.map(bareHost));
  // A root domain derived from the address changes with it; one set by hand stays.
  const isDerived = rootDomain !== null && rootDomain === rootDomainOf(url);
  const roots = isDerived ? new Set(addresses.map(rootDomainOf)) : new Set(rootDomain === null ? [] : [rootDomain]);
  return (link) => {
    const host = bareHost(link);
    return hosts.has(host) || [...roots].some((root) => host === root || host.endsWith(`.${root}`));
  };
}

/**
 * Whether the last document was filtered by the same domains. If not, the same bytes may contain items that were dropped then
 * but belong to the feed now.
 */
export function wasFilteredAlike(feed: StoredFeed, answered: Answered): boolean {
  if (!feed.enforceFeedDomain) return true;
  const known = [feed.url, feed.validators?.url ?? feed.url].map(bareHost);
  return addressesOf(answered).every((address) => known.includes(bareHost(address)));
}

function addressesOf({ url, permanentUrl }: Answered): string[] {
  return permanentUrl === null ? [url] : [url, permanentUrl];
}

function bareHost(url: string): string {
  return new URL(url).hostname.replace(/^www\./, "");
}
