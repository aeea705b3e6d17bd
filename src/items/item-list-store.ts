import type { Queryable } from "../database/transaction.ts";
import { hourMs } from "../time.ts";

export const listViews = ["all", "unread", "starred", "hidden"] as const;
export type ListView = (typeof listViews)[number];

/** A place between two items of a list: everything before it in time comes after it in the list. */
export type Place = { pubDate: Date; id: string };

export type ListQuestion = {
  view: ListView;
  feedId: string | null;
  /** What nobody has scored yet is shown too. */
  maxScore: number | null;
  /** Of search-words.ts. */
  tsquery: string | null;
  before: Place | null;
};

/**
 * `next` is where the following page begins; null: this is the last. A page may be short, or even empty: a story is shown
 * once, and what a search finds may be read, hidden or scored too high.
 */
export type ItemPage = { ids: string[]; next: Place | null };

const itemsPerPage = 50;
// Who reads 2,000 items a day finds a page within half a day (12 ms of 100,000 items), and who reads few has few to look
// through. Beyond it all are (63 ms).
const nearMs = 12 * hourMs;

const newest: Place = { pubDate: new Date("9999-12-31T00:00:00Z"), id: "ffffffff-ffff-ffff-ffff-ffffffffffff" };

/** One page of a person's items, the newest first; of a story only the newest report that the question lets through. */
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
    ids: page.flatMap(({ id, is_shown }) => (is_shown && !repeated.has(id) ? [id] : [])),
    next: rows.length > itemsPerPage && last !== undefined ? { pubDate: last.pub_date, id: last.id } : null,
  };
}

type Candidate = { id: string; pub_date: Date; is_shown: boolean };

async function findCandidates(db: Queryable, question: ListQuestion, now: Date): Promise<Candidate[]> {
  const start = question.before ?? newest;
  if (question.tsquery !== null || question.feedId !== null || question.view === "starred") {
    return askForPage(db, question, start, "-infinity");
  }
  const nearest = new Date(Math.min(start.pubDate.getTime(), now.getTime()) - nearMs);
  const near = await askForPage(db, question, start, nearest);
  if (near.length > itemsPerPage) return near;
  // Row-level security asks for `= any(array(select …))`, which the planner takes for ten feeds: it would look each of a
  // hundred thousand items up by itself (280 ms).
  await db.query("select set_config('enable_nestloop', 'off', true)");
  const all = await askForPage(db, question, start, "-infinity");
  await db.query("select set_config('enable_nestloop', 'on', true)");
  return all;
}

/** One more than a page holds, so that it is known whether another follows. */
async function askForPage(
  db: Queryable,
  { view, feedId, maxScore, tsquery }: ListQuestion,
  start: Place,
  since: Date | "-infinity",
): Promise<Candidate[]> {
  const { rows } = await db.query<Candidate>({
    text: tsquery === null ? listSql(view) : searchSql(view),
    values: [start.pubDate, start.id, maxScore, feedId, itemsPerPage + 1, tsquery ?? since],
  });
  return rows;
}

function listSql(view: ListView): string {
  return `
select i.id, i.pub_date, true as is_shown from items i left join item_states s on s.item_id = i.id
where i.pub_date >= $6 and i.pub_date <= $1 and (i.pub_date, i.id) < ($1, $2) and ($4::uuid is null or i.feed_id = $4)
  and ${shownByView[view]} and ${isWithinScore}
order by i.pub_date desc, i.id desc limit $5`;
}

// One by one: the planner would rather read all hundred thousand, because it expects five hundred.
function searchSql(view: ListView): string {
  return `
select i.id, i.pub_date, ${shownByView[view]} and ${isWithinScore} as is_shown from search_items($6, $4, $1, $2, $5) m
cross join lateral (select id, pub_date, rating from items where id = m.item_id limit 1) i
left join item_states s on s.item_id = i.id
order by i.pub_date desc, i.id desc`;
}

/**
 * Which of these have a newer report of their story in the same list. What a search finds is known of this page alone;
 * in one feed no story comes twice.
 */
async function findRepeated(
  db: Queryable,
  ids: string[],
  { view, feedId, maxScore, tsquery }: ListQuestion,
): Promise<Set<string>> {
  if (feedId !== null) return new Set();
  const { rows } = await db.query<{ item_id: string }>({
    text: `
select x.item_id from unnest($1::uuid[]) page(id) join item_index x on x.item_id = page.id
where exists (
  select from item_index n join items i on i.id = n.item_id left join item_states s on s.item_id = n.item_id
  where n.story_id = x.story_id and (n.pub_date, n.item_id) > (x.pub_date, x.item_id)
    and ($2::uuid[] is null or n.item_id = any($2)) and ${shownByView[view]} and ${isWithinScore}
)`,
    values: [ids, tsquery === null ? null : ids, maxScore],
  });
  return new Set(rows.map(({ item_id }) => item_id));
}

const shownByView: Record<ListView, string> = {
  all: "s.hidden_at is null",
  unread: "s.hidden_at is null and s.read_at is null",
  starred: "s.starred_at is not null",
  hidden: "s.hidden_at is not null",
};

const isWithinScore = "($3::numeric is null or i.rating is null or round(i.rating::numeric, 2) <= $3)";
