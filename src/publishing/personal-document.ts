import type pg from "pg";
import { findPreferences } from "../accounts/person-store.ts";
import { asPerson } from "../database/transaction.ts";
import { findItemPage, type ListQuestion, type Place } from "../items/item-list-store.ts";
import { type FoundPersonalFeed, loadPersonalItems, type PersonalSettings } from "../items/personal-feed-store.ts";
import type { PublishedItem } from "../items/published-item.ts";
import { parseSearch } from "../items/search-words.ts";
import { findFeedsOfFolder } from "../items/shelf-store.ts";
import { findFeedName } from "../items/subscribed-feed-store.ts";
import { withFullTexts, type WriteFullText } from "./full-texts.ts";
import type { PublishedFeed } from "./present-feed.ts";
import { itemsPerFeed } from "./publish-feed.ts";

export type PersonalDocument = { feed: PublishedFeed; items: PublishedItem[]; updatedAt: Date };

/** `wanted`: what its reader asks for within what the feed allows. `selfUrl`: the address it is read at. */
export type PersonalRequest = {
  found: FoundPersonalFeed;
  wanted: PersonalSettings;
  publicOrigin: string;
  selfUrl: string;
  hubUrl: string | null;
  writeFullText: WriteFullText;
};

/** What one of a person's secret addresses gives out, in any format. */
export async function loadPersonalDocument(
  web: pg.Pool,
  { found, wanted, publicOrigin, selfUrl, hubUrl, writeFullText }: PersonalRequest,
  now: Date,
): Promise<PersonalDocument> {
  const narrowedTo = narrowedFeed(found, wanted);
  const { items, name } = await asPerson(web, found.personId, async (tx) => {
    const name = narrowedTo === null ? null : await findFeedName(tx, narrowedTo);
    const question = await questionOf(tx, wanted);
    if (question === null) return { items: [], name };
    return { items: await loadPersonalItems(tx, await findIds(tx, question, now)), name };
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
  const { pictures } = await findPreferences(web, found.personId);
  const filled = await withFullTexts(items, writeFullText, pictures);
  // A document narrowed to one feed has that feed's own name.
  const shown = narrowedTo === null ? filled : filled.map((item) => ({ ...item, source: null }));
  return { feed, items: shown, updatedAt: newestChange(items) };
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

// What a search finds may be read or scored too high, and then a page of it is short. The bound is for a frequent word of which hardly
// anything is left: 100,000 items of a server take up to 45 ms for a page.
const pagesMax = 10;

/** As many as a clean feed has, if there are. */
async function findIds(tx: pg.PoolClient, question: ListQuestion, now: Date): Promise<string[]> {
  const ids: string[] = [];
  let next: Place | null = null;
  for (let pages = 0; pages < pagesMax; pages += 1) {
    const page = await findItemPage(tx, { ...question, after: next }, now);
    ids.push(...page.places.map(({ id }) => id));
    next = page.next;
    if (question.tsquery === null || next === null || ids.length >= itemsPerFeed) break;
  }
  return ids.slice(0, itemsPerFeed);
}

/** The document carries the time of its last change, so it stays the same byte for byte until the next one. */
function newestChange(items: PublishedItem[]): Date {
  return new Date(Math.max(0, ...items.map(({ updatedAt }) => updatedAt.getTime())));
}
