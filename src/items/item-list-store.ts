import type { Queryable } from "../database/transaction.ts";
import { hourMs } from "../time.ts";

export const listViews = ["all", "unread", "starred", "hidden"] as const;
export type ListView = (typeof listViews)[number];
export const listOrders = ["newest", "oldest"] as const;
export type ListOrder = (typeof listOrders)[number];

/** Where an item stands in a list: by its date, and by its id among those of one date. */
export type Place = { pubDate: Date; id: string };

export type ListQuestion = {
  view: ListView;
  /** Null: all feeds of the person. Otherwise one feed, or those of a folder. */
  feedIds: readonly string[] | null;
  /** What nobody has scored yet is shown too. */
  maxScore: number | null;
  /** Of search-words.ts. */
  tsquery: string | null;
  order: ListOrder;
  /** The page begins after this place. */
  after: Place | null;
  /** For "unread": what was read later than this is still listed, so that a list keeps its rows while it is read. */
  readSince: Date | null;
};

/**
 * `next` is where the following page begins; null: this is the last. A page may be short, or even empty: a story is shown
 * once, and what a search finds may be read, hidden or scored too high.
 */
export type ItemPage = { places: Place[]; next: Place | null };

const itemsPerPage = 50;
// Where most people on a server read most of its feeds, a page is among its newest or oldest items (1 ms).
const itemsLookedAt = 500;
// Who reads 2,000 items a day finds a page within half a day (14 ms of 100,000 items), and who reads few has few to look
// through. Beyond it all are (63 ms).
const nearMs = 12 * hourMs;
// The items of so few feeds are looked through at once (10 ms for 20 feeds with 50 items each).
const fewFeeds = 50;

const ends: Record<ListOrder, Place> = {
  newest: { pubDate: new Date("9999-12-31T00:00:00Z"), id: "ffffffff-ffff-ffff-ffff-ffffffffffff" },
  oldest: { pubDate: new Date("0001-01-01T00:00:00Z"), id: "00000000-0000-0000-0000-000000000000" },
};

/** One page of a person's items; of a story only the newest report that the question lets through. */
export async function findItemPage(db: Queryable, question: ListQuestion, now: Date): Promise<ItemPage> {
  const rows = await findCandidates(db, question, now);
  const page = rows.slice(0, itemsPerPage);
  const last = page.at(-1);
  const repeated = await findRepeated(
    db,
    page.map(({ id }) => id),
    question,
  );
  return {
    places: page.flatMap(({ id, pubDate, isShown }) => (isShown && !repeated.has(id) ? [{ id, pubDate }] : [])),
    next: rows.length > itemsPerPage && last !== undefined ? { pubDate: last.pubDate, id: last.id } : null,
  };
}

type Candidate = Place & { isShown: boolean };
type Limit = Date | "-infinity" | "infinity";

async function findCandidates(db: Queryable, question: ListQuestion, now: Date): Promise<Candidate[]> {
  const { tsquery, feedIds, view, order, after } = question;
  const all = order === "newest" ? "-infinity" : "infinity";
  const isFew = feedIds !== null && feedIds.length <= fewFeeds;
  if (tsquery !== null || isFew || view === "starred") return askForPage(db, question, all);
  if (feedIds === null && view !== "hidden") {
    const outermost = await askForOutermost(db, question);
    if (outermost.length > itemsPerPage) return outermost;
  }
  const start = after?.pubDate ?? (order === "newest" ? now : await findOldest(db));
  const nearest = order === "newest" ? Math.min(start.getTime(), now.getTime()) - nearMs : start.getTime() + nearMs;
  const near = await askForPage(db, question, new Date(nearest));
  if (near.length > itemsPerPage) return near;
  // Row-level security asks for `= any(array(select …))`, which the planner takes for ten feeds: it would look each of a
  // hundred thousand items up by itself (280 ms).
  await db.query("select set_config('enable_nestloop', 'off', true)");
  const found = await askForPage(db, question, all);
  await db.query("select set_config('enable_nestloop', 'on', true)");
  return found;
}

/** A whole page, if it is among the newest (or oldest) items of the server. */
async function askForOutermost(db: Queryable, question: ListQuestion): Promise<Candidate[]> {
  const { view, maxScore, order, after, readSince } = question;
  const start = after ?? ends[order];
  const [items, direction] = order === "newest" ? ["newest_items", "desc"] : ["oldest_items", "asc"];
  const { rows } = await db.query<Candidate>({
    text: `
select i.item_id as id, i.pub_date as "pubDate", true as "isShown" from ${items}($1, $2, $4) i
left join item_states s on s.item_id = i.item_id where ${shownByView(view, "$6")} and ${isWithinScore}
order by i.pub_date ${direction}, i.item_id ${direction} limit $5`,
    values: [
      start.pubDate,
      start.id,
      maxScore,
      itemsLookedAt,
      itemsPerPage + 1,
      ...(view === "unread" ? [readSince ?? "infinity"] : []),
    ],
  });
  return rows;
}

async function findOldest(db: Queryable): Promise<Date> {
  const { rows } = await db.query<{ pub_date: Date }>("select pub_date from items order by pub_date limit 1");
  return rows[0]?.pub_date ?? ends.oldest.pubDate;
}

/** One more than a page holds, so that it is known whether another follows. Lists reach as far as `limit`. */
async function askForPage(db: Queryable, question: ListQuestion, limit: Limit): Promise<Candidate[]> {
  const { view, feedIds, maxScore, tsquery, order, after, readSince } = question;
  const start = after ?? ends[order];
  const { rows } = await db.query<Candidate>({
    text: tsquery === null ? listSql(view, order) : searchSql(view, order),
    values: [
      start.pubDate,
      start.id,
      maxScore,
      feedIds,
      itemsPerPage + 1,
      tsquery ?? limit,
      ...(view === "unread" ? [readSince ?? "infinity"] : []),
    ],
  });
  return rows;
}

function listSql(view: ListView, order: ListOrder): string {
  const [before, direction] = order === "newest" ? ["<", "desc"] : [">", "asc"];
  return `
select i.id, i.pub_date as "pubDate", true as "isShown" from items i left join item_states s on s.item_id = i.id
where i.pub_date ${before}= $1 and (i.pub_date, i.id) ${before} ($1, $2) and $6 ${before}= i.pub_date
  and ($4::uuid[] is null or i.feed_id = any($4)) and ${shownByView(view, "$7")} and ${isWithinScore}
order by i.pub_date ${direction}, i.id ${direction} limit $5`;
}

// One by one: the planner would rather read all hundred thousand, because it expects five hundred.
function searchSql(view: ListView, order: ListOrder): string {
  const [search, direction] = order === "newest" ? ["search_newest", "desc"] : ["search_oldest_items", "asc"];
  return `
select i.id, i.pub_date as "pubDate",
  ${shownByView(view, "$7")} and ${isWithinScore} as "isShown"
from ${search}($6, $4::uuid[], $1, $2, $5) m
cross join lateral (select id, pub_date, rating from items where id = m.item_id limit 1) i
left join item_states s on s.item_id = i.id
order by i.pub_date ${direction}, i.id ${direction}`;
}

/** Which of these have a newer report of their story in the same list. In one feed no story comes twice. */
export async function findRepeated(
  db: Queryable,
  ids: readonly string[],
  { view, feedIds, maxScore, tsquery, readSince }: ListQuestion,
): Promise<Set<string>> {
  if (feedIds?.length === 1) return new Set();
  // One by one: joined as a whole, the planner began with all items of the feeds (50 ms for a folder of 20).
  const { rows } = await db.query<{ item_id: string }>({
    text: `
select x.item_id from unnest($1::uuid[]) page(id)
cross join lateral (select item_id, story_id, pub_date from item_index where item_id = page.id limit 1) x
cross join lateral (
  select from (
    select item_id from item_index
    where story_id = x.story_id and (pub_date, item_id) > (x.pub_date, x.item_id)
      and ($2::tsquery is null or words @@ $2) and ($4::uuid[] is null or feed_id = any($4)) offset 0
  ) n
  cross join lateral (select rating from items where id = n.item_id limit 1) i
  left join item_states s on s.item_id = n.item_id
  where ${shownByView(view, "$5")} and ${isWithinScore} limit 1
) newer`,
    values: [ids, tsquery, maxScore, feedIds, ...(view === "unread" ? [readSince ?? "infinity"] : [])],
  });
  return new Set(rows.map(({ item_id }) => item_id));
}

/** Where the row of an item's story stands in a list: at its newest report there. An item that is not in the list stands at its own place. */
export async function findRowPlace(
  db: Queryable,
  { id, pubDate, storyId }: Place & { storyId: string | null },
  { view, feedIds, maxScore, tsquery, readSince }: ListQuestion,
): Promise<Place> {
  if (storyId === null || feedIds?.length === 1) return { id, pubDate };
  const { rows } = await db.query<Place>({
    text: `
select n.item_id as id, n.pub_date as "pubDate" from (
  select item_id, pub_date from item_index
  where story_id = $1 and ($2::tsquery is null or words @@ $2) and ($4::uuid[] is null or feed_id = any($4)) offset 0
) n
cross join lateral (select rating from items where id = n.item_id limit 1) i
left join item_states s on s.item_id = n.item_id
where ${shownByView(view, "$5")} and ${isWithinScore}
order by n.pub_date desc, n.item_id desc limit 1`,
    values: [storyId, tsquery, maxScore, feedIds, ...(view === "unread" ? [readSince ?? "infinity"] : [])],
  });
  return rows[0] ?? { id, pubDate };
}

function shownByView(view: ListView, readSince: string): string {
  return {
    all: "s.hidden_at is null",
    unread: `s.hidden_at is null and (s.read_at is null or s.read_at > ${readSince})`,
    starred: "s.starred_at is not null",
    hidden: "s.hidden_at is not null",
  }[view];
}

const isWithinScore = "($3::numeric is null or i.rating is null or round(i.rating::numeric, 2) <= $3)";
