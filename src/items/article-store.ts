import type { Queryable } from "../database/transaction.ts";
import type { ListQuestion, Place } from "./item-list-store.ts";

/** A file that the feed names with an item, as it was written there. */
export type ArticleFile = { url: string; type: string | null; bytes: number | null };

/** What the page of an item needs besides what lists show. */
export type ArticleFacts = {
  inputKind: "page" | "content" | "description" | "title" | null;
  /** The feed's text was longer than we keep, or had too many elements to clean. */
  isCut: boolean;
  files: ArticleFile[];
  /** The feed's own text, never cleaned, and what its addresses belong to; null if the page's text is shown instead. */
  content: string | null;
  base: string | null;
  /** It came by mail: what we have is all of it. `unsubscribe`: where to stop the newsletter. */
  isMail: boolean;
  unsubscribe: string | null;
};

// As many characters as the parser keeps of an item's content (fetching/parsing/parse-result.ts).
const contentCharsMax = 524_288;

/** Null: there is no such item, or not for this person. */
export async function loadArticleFacts(asPerson: Queryable, itemId: string): Promise<ArticleFacts | null> {
  const { rows } = await asPerson.query<ArticleFacts>({
    name: "load-article-facts",
    text: `
select input_kind as "inputKind", coalesce(enclosures, '[]') as files, coalesce(content_base, url) as base,
  case when input_kind is distinct from 'page' then coalesce(nullif(content, ''), summary) end as content,
  exists (select from newsletters n where n.feed_id = items.feed_id) as "isMail",
  (select unsubscribe from item_mails where item_id = items.id) as unsubscribe,
  input_kind is distinct from 'page' and analysis_status <> 'pending'
    and (length(content) >= ${contentCharsMax} or (content <> '' and coalesce(clean_html, text, '') = '')) as "isCut"
from items where id = $1`,
    values: [itemId],
  });
  return rows[0] ?? null;
}

/** The wording scores of these reports, for those that have one and that the person may read. */
export async function loadRatings(asPerson: Queryable, itemIds: readonly string[]): Promise<number[]> {
  const { rows } = await asPerson.query<{ rating: number }>({
    name: "load-ratings",
    text: "select rating from items where id = any($1::uuid[]) and rating is not null and analysis_status <> 'pending'",
    values: [itemIds],
  });
  return rows.map(({ rating }) => rating);
}

export type Neighbours = { previous: Place[]; next: Place[] };

// In the whole list a neighbour is minutes away. The bound keeps the search short when nothing is unread any more.
const nearDays = 3;
// Some of them are reports of a story whose row stands elsewhere.
const neighboursMax = 20;

/** The items just before and after a place, the nearest first, in the order of a list of all or unread items. */
export async function findNeighbours(asPerson: Queryable, place: Place, list: ListQuestion): Promise<Neighbours> {
  const [before, after] = list.order === "newest" ? (["newer", "older"] as const) : (["older", "newer"] as const);
  return {
    previous: await findNear(asPerson, place, list, before),
    next: await findNear(asPerson, place, list, after),
  };
}

async function findNear(
  asPerson: Queryable,
  { id, pubDate }: Place,
  { view, feedIds, readSince, maxScore }: ListQuestion,
  side: "newer" | "older",
): Promise<Place[]> {
  const { rows } = await asPerson.query<Place>({
    text: nearSql(side, feedIds?.length === 1),
    values: [pubDate, id, feedIds, view === "unread", readSince ?? "infinity", maxScore],
  });
  return rows;
}

function nearSql(side: "newer" | "older", isOneFeed: boolean): string {
  const [is, order, end] =
    side === "newer" ? [">", "asc", "<= $1::timestamptz +"] : ["<", "desc", ">= $1::timestamptz -"];
  // One feed by `=`: its index then gives its items in order.
  const inNearFeeds = `i.pub_date ${end} interval '${nearDays} days' and ($3::uuid[] is null or i.feed_id = any($3))`;
  return `
select i.id, i.pub_date as "pubDate" from items i left join item_states s on s.item_id = i.id
where i.pub_date ${is}= $1 and (i.pub_date, i.id) ${is} ($1, $2)
  and ${isOneFeed ? "i.feed_id = ($3::uuid[])[1]" : inNearFeeds}
  and s.hidden_at is null and (not $4::boolean or s.read_at is null or s.read_at > $5)
  and ($6::numeric is null or i.rating is null or round(i.rating::numeric, 2) <= $6)
order by i.pub_date ${order}, i.id ${order} limit ${neighboursMax}`;
}
