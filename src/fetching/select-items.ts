import { uuidV7 } from "../database/uuid-v7.ts";
import type { ClaimedFeed } from "../feeds/claimed-feed.ts";
import { identifyItems, type ItemIdentity } from "../items/item-identity.ts";
import type { NewItem } from "../items/new-item.ts";
import { digestItems, packSeen, selectUnseen } from "../items/seen-items.ts";
import { hash } from "node:crypto";
import { type Answered, ownDomains } from "./own-domains.ts";
import type { FeedDocument, ItemError, ParsedItem } from "./parsing/parse-result.ts";

/** What of a document the database has to see. Items known to be stored as they are never leave this process. */
export type Selection = {
  items: NewItem[];
  /**
   * The items of the document that are stored, so that the next fetch knows them without asking the database. Never one
   * that was left out: a person who changes the rule that left it out expects it.
   */
  seen: Buffer;
  digest: Buffer;
  unchanged: number;
  /** Items that link to another domain than the feed's own, where the feed allows none. */
  discarded: number;
  errors: ItemError[];
};

type Entry = ItemIdentity & { item: ParsedItem };

// A clock that runs ahead is common; an item from next week is a mistake (C61).
const futureMsMax = 10 * 60_000;

export function selectItems(
  claim: ClaimedFeed,
  document: FeedDocument,
  { answered, itemsMax, now }: { answered: Answered; itemsMax: number; now: Date },
): Selection {
  const entries = identified(document.items);
  const own = claim.enforceFeedDomain ? withinDomains(entries, ownDomains(claim, answered)) : entries;
  const kept = newestFirst(own).slice(0, itemsMax);
  const unseen = selectUnseen(claim.seen, kept);
  const reused = reusedGuids(entries);
  return {
    items: unseen.map((entry) => toNewItem(entry, reused, now)),
    seen: packSeen(kept),
    digest: digestItems(entries),
    unchanged: kept.length - unseen.length,
    discarded: entries.length - own.length,
    errors: document.itemErrors,
  };
}

/** Once each: a document may list an item twice, and one statement must not insert it twice (L32). */
function identified(items: ParsedItem[]): Entry[] {
  const identities = identifyItems(items);
  const byHash = new Map<string, Entry>();
  for (const [index, item] of items.entries()) {
    const identity = identities[index];
    if (identity !== undefined && !byHash.has(identity.hash)) byHash.set(identity.hash, { ...identity, item });
  }
  return [...byHash.values()];
}

/** A guid that several entries of one document share names none of them: matched by it, they would overwrite each other. */
function reusedGuids(entries: Entry[]): Set<string> {
  const byGuid = Map.groupBy(entries, ({ item }) => item.guid ?? "");
  return new Set([...byGuid].filter(([, sharing]) => sharing.length > 1).map(([guid]) => guid));
}

function withinDomains(entries: Entry[], isOwn: (link: string) => boolean): Entry[] {
  return entries.filter(({ item }) => item.url === null || isOwn(item.url));
}

/** Undated entries keep their place at the top: most feeds list the newest first, and none must vanish for want of a date. */
function newestFirst(entries: Entry[]): Entry[] {
  const age = ({ item }: Entry) => (item.publishedAt ?? item.updatedAt)?.getTime() ?? Number.MAX_SAFE_INTEGER;
  return entries.toSorted((a, b) => age(b) - age(a));
}

function toNewItem({ hash: itemHash, fingerprint, item }: Entry, reused: Set<string>, now: Date): NewItem {
  const { guid, url, author, contentBase, summary, categories, enclosures, language } = item;
  return {
    id: uuidV7(now),
    hash: itemHash,
    guid,
    guidKey:
      guid === null || reused.has(guid) ? null : Buffer.from(hash("sha256", guid).slice(0, 16), "hex").readBigInt64BE(),
    url,
    title: item.title ?? "",
    author,
    content: item.content ?? summary ?? "",
    contentBase,
    // Only where it says something else than the content.
    summary: item.content === null ? null : summary,
    categories,
    enclosures,
    language,
    pubDate: dateOf(item, now),
    fingerprint: Buffer.from(fingerprint, "hex"),
  };
}

function dateOf({ publishedAt, updatedAt }: ParsedItem, now: Date): Date {
  const stated = publishedAt ?? updatedAt ?? now;
  return stated.getTime() > now.getTime() + futureMsMax ? now : stated;
}
