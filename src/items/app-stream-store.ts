import type { Queryable } from "../database/transaction.ts";

// What apps read: streams of a person's items, by numbers instead of UUIDs. All in the person's own transaction. Numbers are
// strings, because they are 64-bit; times are microseconds.

/** Where an item stands in a stream: by the time it came to the person, and by its number among those of one time. */
export type StreamPlace = { cameUs: string; number: string };
export type StreamQuestion = {
  /** Null: all feeds of the person. */
  feedIds: readonly string[] | null;
  notFeedIds: readonly string[];
  /** Null: both. */
  isRead: boolean | null;
  isStarred: boolean | null;
  /** Both inclusive. */
  sinceUs: bigint | null;
  untilUs: bigint | null;
  order: "newest" | "oldest";
  /** The page begins after this place. */
  after: StreamPlace | null;
  size: number;
};

/**
 * Up to a thousand items of a page, as bytes, because a page may have ten thousand. Of each its number (36 bits), the number of
 * the person's feed (27 bits), and its time in microseconds since 2000 (64 bits).
 */
export type StreamPiece = { count: number; view: DataView };
/** `next` is where the following page begins; null: this is the last. Hidden items are in no stream. */
export type StreamPage = { pieces: StreamPiece[]; next: StreamPlace | null };

export const emptyPage: StreamPage = { pieces: [], next: null };

const bytesEach = 16;
const timeAt = 8;
const subscriptionBits = 27;
/** The microseconds between 1970 and 2000, where PostgreSQL begins to count. */
const epochUs = 946_684_800_000_000;

export async function findStreamPage(asPerson: Queryable, question: StreamQuestion, now: Date): Promise<StreamPage> {
  const found = await askForStream(asPerson, question, now, false);
  const pieces = isInOrder(found, question) ? found : await askForStream(asPerson, question, now, true);
  return firstOf(pieces, question.size);
}

/** There is more of it where another page follows: one item, or up to half as many again. */
function firstOf(pieces: readonly StreamPiece[], size: number): StreamPage {
  const page: StreamPiece[] = [];
  let left = size;
  for (const piece of pieces) {
    if (left > 0) page.push({ ...piece, count: Math.min(piece.count, left) });
    if (piece.count > left) return { pieces: page, next: placeOf(page.at(-1)) };
    left -= piece.count;
  }
  return { pieces: page, next: null };
}

async function askForStream(
  asPerson: Queryable,
  question: StreamQuestion,
  now: Date,
  isSorted: boolean,
): Promise<StreamPiece[]> {
  const { feedIds, notFeedIds, isRead, isStarred, sinceUs, untilUs, order, after, size } = question;
  const { rows } = await asPerson.query<{ packed: string }>({
    name: "app-stream",
    text: "select packed from app_stream($1, $2)",
    values: [
      JSON.stringify({
        feeds: feedIds,
        not_feeds: notFeedIds.length === 0 ? null : notFeedIds,
        read: isRead,
        starred: isStarred,
        since: sinceUs?.toString() ?? null,
        until: untilUs?.toString() ?? null,
        order,
        after_at: after?.cameUs ?? null,
        after_number: after?.number ?? null,
        // One more, so that it is known whether another page follows.
        size: size + 1,
        sorted: isSorted,
      }),
      now,
    ],
  });
  return rows.map(({ packed }) => {
    const bytes = Buffer.from(packed, "base64");
    return { count: bytes.length / bytesEach, view: new DataView(bytes.buffer, bytes.byteOffset, bytes.length) };
  });
}

/** Not where PostgreSQL joined a long page in another order, which it may (see the function). */
function isInOrder(pieces: readonly StreamPiece[], { order }: StreamQuestion): boolean {
  let [time, number] = order === "oldest" ? [-Infinity, -Infinity] : [Infinity, Infinity];
  const sign = order === "oldest" ? 1 : -1;
  for (const piece of pieces) {
    for (let n = 0; n < piece.count; n += 1) {
      const [nextTime, nextNumber] = [timeUsOf(piece, n), numberOf(piece, n)];
      if (sign * (nextTime === time ? nextNumber - number : nextTime - time) < 0) return false;
      time = nextTime;
      number = nextNumber;
    }
  }
  return true;
}

function placeOf(piece: StreamPiece | undefined): StreamPlace | null {
  if (piece === undefined) return null;
  const last = piece.count - 1;
  return { number: String(numberOf(piece, last)), cameUs: String(timeUsOf(piece, last)) };
}

export function numberOf({ view }: StreamPiece, n: number): number {
  const at = n * bytesEach;
  return view.getUint32(at) * 2 ** (32 - subscriptionBits) + (view.getUint32(at + 4) >>> subscriptionBits);
}

export function subscriptionOf({ view }: StreamPiece, n: number): number {
  return view.getUint32(n * bytesEach + 4) & (2 ** subscriptionBits - 1);
}

/** Below 2^53; a time before 2000 is negative. */
export function timeUsOf({ view }: StreamPiece, n: number): number {
  const at = n * bytesEach + timeAt;
  return view.getInt32(at) * 2 ** 32 + view.getUint32(at + 4) + epochUs;
}

export function numbersOf({ pieces }: StreamPage): string[] {
  return pieces.flatMap((piece) => Array.from({ length: piece.count }, (_, n) => String(numberOf(piece, n))));
}

/** An item as an app shows it: under the person's own name for the feed, with their own marks. */
export type AppItem = StreamPlace & {
  id: string;
  /** The number of the person's feed. */
  subscription: string;
  url: string | null;
  title: string;
  author: string | null;
  pubDate: Date;
  updatedAt: Date;
  enclosures: { url: string; type: string | null; bytes: number | null }[];
  cleanHtml: string | null;
  /** Where no clean HTML is stored, or too much of it. */
  text: string | null;
  /** What the feed sent, never cleaned, where no clean HTML is stored; its addresses belong to `base`. */
  raw: string | null;
  base: string | null;
  /** Null, as the score, while it waits. */
  plainTitle: string | null;
  overall: number | null;
  isRead: boolean;
  isStarred: boolean;
  feedName: string;
  siteUrl: string;
  folderName: string | null;
};

/** Those of these that are the person's and not hidden, in the order of the numbers. */
export async function loadAppItems(asPerson: Queryable, numbers: readonly string[]): Promise<AppItem[]> {
  const { rows } = await asPerson.query<AppItem>({
    name: "app-items",
    text: `select item_id as id, number, subscription, (date_part('epoch', came_at) * 1e6)::bigint as "cameUs", url, title, author,
      pub_date as "pubDate", updated_at as "updatedAt", coalesce(enclosures, '[]') as enclosures, clean_html as "cleanHtml",
      body as text, raw, base, plain_title as "plainTitle", overall, is_read as "isRead", is_starred as "isStarred",
      feed_name as "feedName", site_url as "siteUrl", folder_name as "folderName" from app_items($1)`,
    values: [numbers],
  });
  const byNumber = new Map(rows.map((row) => [row.number, row]));
  return numbers.flatMap((number) => byNumber.get(number) ?? []);
}

/** Those of these numbers that are the person's and not hidden, the newest first. */
export async function orderNumbers(asPerson: Queryable, numbers: readonly string[]): Promise<string[]> {
  const { rows } = await asPerson.query<{ number: string }>(
    "select number from own_items($1) where not is_hidden order by came_at desc, number desc",
    [numbers],
  );
  return rows.map(({ number }) => number);
}

/** Of one feed of the person that has unread items. */
export type UnreadCount = { subscription: string; folderId: string | null; unread: number; newestUs: string };

/** By columns, as a stream: rows of two thousand feeds would cost more to receive than to count. */
export async function countUnreadOfApp(asPerson: Queryable, now: Date): Promise<UnreadCount[]> {
  const names = ["subscriptions", "folders", "unread", "newest"] as const;
  const { rows } = await asPerson.query<Record<(typeof names)[number], string | null>>({
    name: "app-unread",
    text: `select string_agg(subscription::text, ',') as subscriptions, string_agg(coalesce(folder_id::text, ''), ',') as folders,
      string_agg(unread::text, ',') as unread, string_agg((date_part('epoch', newest_at) * 1e6)::bigint::text, ',') as newest
      from (select * from app_unread($1) order by subscription) counted`,
    values: [now],
  });
  const [subscriptions = [], folders = [], unread = [], newest = []] = names.map(
    (name) => rows[0]?.[name]?.split(",") ?? [],
  );
  return subscriptions.map((subscription, n) => ({
    subscription,
    folderId: folders[n] || null,
    unread: Number(unread[n]),
    newestUs: newest[n] ?? "0",
  }));
}

/** Of each feed of the person that has items which they have read. */
export async function countReadOfApp(asPerson: Queryable): Promise<{ subscription: string; read: number }[]> {
  const { rows } = await asPerson.query<{ subscription: string; read: number }>(
    `with m as materialized (
       select feed_id, count(*)::integer as read from item_states where read_at is not null and hidden_at is null group by feed_id
     )
     select s.number as subscription, m.read from (select number, feed_id from subscriptions) s join m on m.feed_id = s.feed_id
     order by s.number`,
  );
  return rows;
}
