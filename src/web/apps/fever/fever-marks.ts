import type pg from "pg";
import { findReferredFeeds, listAppFeeds } from "../../../feeds/app-feed-store.ts";
import { findStreamPage, numbersOf } from "../../../items/app-stream-store.ts";
import { type AppMarks, markNumbers } from "../../../items/item-state-store.ts";
import { asOwner, type Call } from "../app-call.ts";
import { markFeedsRead } from "../mark-feeds-read.ts";
import { parseNumber } from "./fever-items.ts";

const marksOf: Record<string, AppMarks> = {
  read: { read: true },
  unread: { read: false },
  saved: { starred: true },
  unsaved: { starred: false },
};

/**
 * `mark` item, feed or group. It sets and never toggles, so that a request sent twice does no harm. Returns which list of ids
 * the app shall get; null: it asked for nothing that there is.
 */
export async function applyMark(
  tx: pg.PoolClient,
  { parameters, access, now }: Call,
): Promise<"unread_item_ids" | "saved_item_ids" | null> {
  const [what, as, id] = ["mark", "as", "id"].map((name) => parameters.one(name)) as [string, string, string];
  const mark = Object.hasOwn(marksOf, as) ? marksOf[as] : undefined;
  if (mark === undefined) return null;
  const number = parseNumber(id);
  if (what === "item") {
    if (number !== null && !access.readOnly) await markNumbers(tx, [number], mark, now);
    return mark.starred === undefined ? "unread_item_ids" : "saved_item_ids";
  }
  if (as !== "read" || (what !== "feed" && what !== "group")) return null;
  const feedIds = number === null ? [] : await feedIdsOf(tx, what, number);
  const until = parseBefore(parameters.one("before"), now);
  if (!access.readOnly) await markFeedsRead(tx, { feedIds, until, now });
  return "unread_item_ids";
}

/** Group 0 is everything (null); group -1, the "sparks", is no number and has nothing. */
async function feedIdsOf(tx: pg.PoolClient, what: "feed" | "group", number: string): Promise<string[] | null> {
  if (what === "feed") return (await findReferredFeeds(tx, [{ kind: "number", number }])).map(({ feedId }) => feedId);
  if (number === "0") return null;
  return (await listAppFeeds(tx)).filter(({ folderNumber }) => folderNumber === number).map(({ feedId }) => feedId);
}

/** Seconds; 0 or none: now. Never later than now. */
function parseBefore(text: string, now: Date): Date {
  const seconds = /^\d{1,11}$/.test(text) ? Number(text) : 0;
  return seconds === 0 || seconds * 1_000 > now.getTime() ? now : new Date(seconds * 1_000);
}

/** All of them: an app takes what is missing for read, or for not saved. */
const idsMax = 1_000_000;
const everything = {
  feedIds: null,
  notFeedIds: [],
  isRead: null,
  isStarred: null,
  sinceUs: null,
  untilUs: null,
} as const;

export async function answerUnreadIds(call: Call): Promise<object> {
  const question = { ...everything, isRead: false, order: "newest", after: null, size: idsMax } as const;
  const numbers = numbersOf(await asOwner(call, (tx) => findStreamPage(tx, question, call.now)));
  return { unread_item_ids: numbers.join(",") };
}

export async function answerSavedIds(call: Call): Promise<object> {
  const question = { ...everything, isStarred: true, order: "newest", after: null, size: idsMax } as const;
  const numbers = numbersOf(await asOwner(call, (tx) => findStreamPage(tx, question, call.now)));
  return { saved_item_ids: numbers.join(",") };
}
