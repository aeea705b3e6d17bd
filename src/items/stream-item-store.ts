import type { Queryable } from "../database/transaction.ts";
import { plainnessOrder } from "./plainness.ts";

/** An item as a row of a list: under the person's own name for the feed, with their own marks. */
export type StreamItem = {
  id: string;
  feedId: string;
  feedName: string;
  url: string | null;
  title: string;
  /** Null, as what follows, while nobody has read it. */
  plainTitle: string | null;
  summary: string | null;
  language: string | null;
  overall: number | null;
  /** The first words of its text, for an item without a title. */
  opening: string;
  pubDate: Date;
  storyId: string | null;
  /** How many outlets of the person report its story. */
  outlets: number;
  readAt: Date | null;
  starredAt: Date | null;
};

const reportsPerStoryMax = 50;
// A story of one report, as most are, has no choice: then its analysis need not be unpacked.
const isOwn = "(case when n.reports > 1 then i.analyzer_result ->> 'language' = $5 end)";

/**
 * Those of these that the person may read, by id. One by one: with 100,000 feeds on the server the planner began with all items of
 * the person's feeds (38 ms instead of 4).
 */
export async function loadStreamItems(db: Queryable, ids: readonly string[]): Promise<Map<string, StreamItem>> {
  const { rows } = await db.query<StreamItem>({
    name: "load-stream-items",
    text: `
select i.id, i.feed_id as "feedId", b.name as "feedName", i.url, left(i.title, 1000) as title,
  left(a.result ->> 'title_corrected', 1000) as "plainTitle",
  left(coalesce(nullif(a.result ->> 'summary', ''), a.result ->> 'description_corrected'), 1000) as summary,
  nullif(a.result ->> 'language', 'und') as language, (a.result ->> 'overall')::real as overall,
  case when i.title = '' then coalesce(left(i.text, 200), '') else '' end as opening, i.pub_date as "pubDate",
  x.story_id as "storyId", coalesce(story.outlets, 1) as outlets, s.read_at as "readAt", s.starred_at as "starredAt"
from unnest($1::uuid[]) wanted(id)
cross join lateral (
  select id, feed_id, url, title, text, pub_date, analysis_status, analyzer_result from items where id = wanted.id limit 1
) i
join subscriptions b on b.feed_id = i.feed_id
cross join lateral (select case when i.analysis_status <> 'pending' then i.analyzer_result end as result) a
left join item_states s on s.item_id = i.id left join item_index x on x.item_id = i.id
left join lateral (
  select count(distinct o.outlet)::int as outlets
  from (select feed_id from item_index where story_id = x.story_id limit ${reportsPerStoryMax}) n
  join subscriptions o on o.feed_id = n.feed_id
) story on true`,
    values: [ids],
  });
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Which reports may lead: of these feeds (null: all), only those unread or read since then (null: read ones too), and only those
 * with these words (null: all). `language` is the reader's.
 */
type LeadRules = {
  feedIds: readonly string[] | null;
  unreadSince: Date | "infinity" | null;
  tsquery: string | null;
  language: string;
};

/**
 * For each of these items, the report that leads its story: the plainest, one in the reader's language first, then the clearest,
 * then the earliest that the person may read and has not hidden (as plainness.ts says). An item without a story leads itself.
 */
export async function findStoryLeads(
  db: Queryable,
  ids: readonly string[],
  { feedIds, unreadSince, tsquery, language }: LeadRules,
): Promise<string[]> {
  const { rows } = await db.query<{ itemId: string; leadId: string }>({
    name: "find-story-leads",
    // One by one: joined as a whole, the planner began with all hundred thousand items (5 s).
    text: `
select page.id as "itemId", lead.id as "leadId" from unnest($1::uuid[]) page(id)
cross join lateral (select story_id from item_index where item_id = page.id limit 1) x
cross join lateral (
  select n.item_id as id
  from (
    select item_id, clickbait, speculative, pub_date, count(*) over () as reports from item_index
    where story_id = x.story_id and ($2::uuid[] is null or feed_id = any($2)) and ($4::tsquery is null or words @@ $4)
    limit ${reportsPerStoryMax}
  ) n
  cross join lateral (select rating, analyzer_result from items where id = n.item_id limit 1) i
  left join item_states s on s.item_id = n.item_id
  where s.hidden_at is null and ($3::timestamptz is null or s.read_at is null or s.read_at > $3)
  order by ${plainnessOrder("i", "n", isOwn)}, n.pub_date, n.item_id limit 1
) lead`,
    values: [ids, feedIds, unreadSince, tsquery, language],
  });
  const leads = new Map(rows.map(({ itemId, leadId }) => [itemId, leadId]));
  return ids.map((id) => leads.get(id) ?? id);
}
