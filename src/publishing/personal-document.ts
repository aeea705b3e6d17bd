import type pg from "pg";
import { asPerson } from "../database/transaction.ts";
import { findItemPage, type ListQuestion } from "../items/item-list-store.ts";
import { type FoundPersonalFeed, loadPersonalItems, type PersonalSettings } from "../items/personal-feed-store.ts";
import type { PublishedItem } from "../items/published-item.ts";
import { parseSearch } from "../items/search-words.ts";
import { findFeedsOfFolder } from "../items/shelf-store.ts";
import { findFeedName } from "../items/subscribed-feed-store.ts";
import type { PublishedFeed } from "./present-feed.ts";

export type PersonalDocument = { feed: PublishedFeed; items: PublishedItem[]; updatedAt: Date };

/** `wanted`: what its reader asks for within what the feed allows. `selfUrl`: the address it is read at. */
export type PersonalRequest = {
  found: FoundPersonalFeed;
  wanted: PersonalSettings;
  publicOrigin: string;
  selfUrl: string;
  hubUrl: string | null;
};

/** What one of a person's secret addresses gives out, in any format. */
export async function loadPersonalDocument(
  web: pg.Pool,
  { found, wanted, publicOrigin, selfUrl, hubUrl }: PersonalRequest,
  now: Date,
): Promise<PersonalDocument> {
  const narrowedTo = narrowedFeed(found, wanted);
  const { items, name } = await asPerson(web, found.personId, async (tx) => {
    const name = narrowedTo === null ? null : await findFeedName(tx, narrowedTo);
    const question = await questionOf(tx, wanted);
    if (question === null) return { items: [], name };
    const { places } = await findItemPage(tx, question, now);
    const ids = places.map(({ id }) => id);
    return { items: await loadPersonalItems(tx, ids), name };
  });
  const feed = {
    url: publicOrigin,
    title: name ?? found.name,
    siteUrl: `${publicOrigin}/stream`,
    description: null,
    language: null,
    selfUrl,
    hubUrl,
  };
  return { feed, items, updatedAt: newestChange(items) };
}

/** One feed of many: under its own name and address, or a reader would take all of them for one. Null: it is not narrowed. */
export function narrowedFeed({ settings }: FoundPersonalFeed, wanted: PersonalSettings): string | null {
  return settings.feedId === null ? wanted.feedId : null;
}

/** Null: a search without a word, or a feed outside the folder, finds nothing. */
async function questionOf(tx: pg.PoolClient, wanted: PersonalSettings): Promise<ListQuestion | null> {
  const { feedId, folderId, search, maxScore, unread } = wanted;
  const inFolder = folderId === null ? null : await findFeedsOfFolder(tx, folderId);
  const feedIds = feedId === null ? inFolder : [feedId].filter((id) => inFolder === null || inFolder.includes(id));
  if (feedIds?.length === 0) return null;
  const view = unread ? ("unread" as const) : ("all" as const);
  const question = { view, feedIds, maxScore, order: "newest" as const, after: null, readSince: null, tsquery: null };
  if (search === "") return question;
  const parsed = parseSearch(search);
  return parsed.kind === "empty" ? null : { ...question, tsquery: parsed.tsquery };
}

/** The document carries the time of its last change, so it stays the same byte for byte until the next one. */
function newestChange(items: PublishedItem[]): Date {
  return new Date(Math.max(0, ...items.map(({ updatedAt }) => updatedAt.getTime())));
}
