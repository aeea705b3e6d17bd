import type { Queryable } from "../database/transaction.ts";
import type { ListOrder } from "./item-list-store.ts";

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

/** Which items count as neighbours. `feedId` or `folderId`: only those of one feed or folder. */
export type NeighbourScope = {
  feedId: string | null;
  folderId: string | null;
  isUnread: boolean;
  /** What was read later than this still counts as unread: the list keeps it while it is read. */
  readSince: Date | null;
  maxScore: number | null;
  order: ListOrder;
};
export type Neighbours = { previousId: string | null; nextId: string | null };

// In the whole list a neighbour is minutes away. The bound keeps the search short when nothing is unread any more.
const nearDays = 3;

/** The items just before and after one, in the order of the list. */
export async function findNeighbours(
  asPerson: Queryable,
  item: { id: string; pubDate: Date },
  scope: NeighbourScope,
): Promise<Neighbours> {
  const [before, after] = scope.order === "newest" ? (["newer", "older"] as const) : (["older", "newer"] as const);
  return {
    previousId: await findNeighbour(asPerson, item, scope, before),
    nextId: await findNeighbour(asPerson, item, scope, after),
  };
}

async function findNeighbour(
  asPerson: Queryable,
  { id, pubDate }: { id: string; pubDate: Date },
  { feedId, folderId, isUnread, readSince, maxScore }: NeighbourScope,
  side: "newer" | "older",
): Promise<string | null> {
  const { rows } = await asPerson.query<{ id: string }>({
    text: neighbourSql(side, feedId === null),
    values: [pubDate, id, feedId, folderId, isUnread, readSince ?? "infinity", maxScore],
  });
  return rows[0]?.id ?? null;
}

function neighbourSql(side: "newer" | "older", isNear: boolean): string {
  const [is, order, sign] = side === "newer" ? [">", "asc", "+"] : ["<", "desc", "-"];
  return `
select i.id from items i left join item_states s on s.item_id = i.id
where i.pub_date ${is}= $1 and (i.pub_date, i.id) ${is} ($1, $2)
  ${isNear ? `and i.pub_date ${is === ">" ? "<" : ">"}= $1::timestamptz ${sign} interval '${nearDays} days'` : ""}
  and ($3::uuid is null or i.feed_id = $3)
  and ($4::uuid is null or i.feed_id in (select b.feed_id from subscriptions b where b.folder_id = $4))
  and s.hidden_at is null and (not $5::boolean or s.read_at is null or s.read_at > $6)
  and ($7::numeric is null or i.rating is null or round(i.rating::numeric, 2) <= $7)
order by i.pub_date ${order}, i.id ${order} limit 1`;
}
