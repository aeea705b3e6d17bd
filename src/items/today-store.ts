import type { Queryable } from "../database/transaction.ts";
import { dayMs, earlier, hourMs } from "../time.ts";
import { plainnessOrder } from "./plainness.ts";

/** One outlet's report of a story, as the front page shows it. */
export type TodayReport = {
  itemId: string;
  feedId: string;
  feedName: string;
  title: string;
  /** Null: nobody has read it yet. */
  plainTitle: string | null;
  summary: string | null;
  language: string | null;
  overall: number | null;
  pubDate: Date;
};
/** `reports`: the plainest first. */
export type TodayStory = { storyId: string; isUnread: boolean; newestAt: Date; reports: TodayReport[] };

export type TodayQuestion = { folderId: string | null; isUnread: boolean; page: number };

export const storiesPerPage = 24;
const reportsPerStoryMax = 12;
// Of a feed that sends hundreds a day these are the last hours; older ones would rank low anyway.
const itemsPerFeedMax = 100;
const halfLifeMs = 8 * hourMs;
// A day and a half of news; where that is not even a page, as with a few quiet feeds, two weeks.
const nearMs = 36 * hourMs;
const farMs = 14 * dayMs;

type Ranked = { story_id: string; is_unread: boolean; newest_at: Date };

/**
 * The front page: stories by how many outlets report them, halved every eight hours, unread ones first; one page and one
 * more. A story of which one report was read is read.
 */
export async function findTodayStories(db: Queryable, question: TodayQuestion, now: Date): Promise<TodayStory[]> {
  const near = await rankStories(db, question, earlier(now, nearMs), now);
  const isEnough = near.length > storiesPerPage || question.page > 0;
  const ranked = isEnough ? near : await rankStories(db, question, earlier(now, farMs), now);
  const reports = await loadReports(
    db,
    ranked.map(({ story_id: id }) => id),
  );
  return ranked.flatMap(({ story_id: storyId, is_unread: isUnread, newest_at: newestAt }) => {
    const found = reports.get(storyId) ?? [];
    return found.length === 0 ? [] : [{ storyId, isUnread, newestAt, reports: found }];
  });
}

async function rankStories(
  db: Queryable,
  { folderId, isUnread, page }: TodayQuestion,
  since: Date,
  now: Date,
): Promise<Ranked[]> {
  // No named statement: a plan made without knowing how many feeds a person reads took fifty times as long.
  const { rows } = await db.query<Ranked>(
    `${recentItems},
story as (
  select story_id, count(distinct feed_id) as outlets, least(max(pub_date), $2) as newest_at, bool_and(is_unread) as is_unread
  from recent where $3::uuid is null or folder_id = $3 group by story_id
)
select story_id, is_unread, newest_at from story where is_unread or not $4
order by is_unread desc, outlets * exp(-ln(2) * extract(epoch from $2 - newest_at) * 1000 / ${halfLifeMs}) desc, story_id
offset $5 limit $6`,
    [since, now, folderId, isUnread, page * storiesPerPage, storiesPerPage + 1],
  );
  return rows;
}

/** Of every feed that may stand in Today: its last items, apart from hidden ones. */
const recentItems = `
with recent as materialized (
  select x.story_id, x.feed_id, x.pub_date, b.folder_id, s.read_at is null as is_unread
  from subscriptions b cross join lateral (
    select item_id, story_id, feed_id, pub_date from item_index
    where feed_id = b.feed_id and pub_date >= $1 order by pub_date desc limit ${itemsPerFeedMax}
  ) x left join item_states s on s.item_id = x.item_id
  where b.in_today and s.hidden_at is null
)`;

/** Unread stories by folder; the empty key counts those of all folders and of none. */
export async function countTodayStories(db: Queryable, now: Date): Promise<Map<string, number>> {
  const { rows } = await db.query<{ folder_id: string | null; is_total: boolean; stories: number }>(
    `${recentItems},
story as (select story_id, folder_id, bool_and(is_unread) over (partition by story_id) as is_unread from recent)
select folder_id, grouping(folder_id) = 1 as is_total, count(distinct story_id)::int as stories from story where is_unread
group by grouping sets ((), (folder_id))`,
    [earlier(now, nearMs)],
  );
  return new Map(
    rows.flatMap((row) => (row.folder_id === null && !row.is_total ? [] : [[row.folder_id ?? "", row.stories]])),
  );
}

async function loadReports(db: Queryable, storyIds: readonly string[]): Promise<Map<string, TodayReport[]>> {
  const { rows } = await db.query<TodayReport & { storyId: string }>({
    name: "load-today-reports",
    text: `
select x.story_id as "storyId", i.id as "itemId", i.feed_id as "feedId", b.name as "feedName", left(i.title, 1000) as title,
  left(a.result ->> 'title_corrected', 1000) as "plainTitle", a.result ->> 'summary' as summary,
  nullif(a.result ->> 'language', 'und') as language, (a.result ->> 'overall')::real as overall, i.pub_date as "pubDate"
from unnest($1::uuid[]) story(id)
cross join lateral (
  select x.story_id, x.item_id, x.speculative, x.clickbait from item_index x where x.story_id = story.id
  order by x.framing nulls last, x.clickbait nulls last, x.pub_date, x.item_id limit ${reportsPerStoryMax}
) x
join items i on i.id = x.item_id join subscriptions b on b.feed_id = i.feed_id
left join item_states s on s.item_id = i.id
cross join lateral (select case when i.analysis_status <> 'pending' then i.analyzer_result end as result) a
where s.hidden_at is null
order by ${plainnessOrder("i", "x")}, i.pub_date, i.id`,
    values: [storyIds],
  });
  const byStory = new Map<string, TodayReport[]>();
  for (const { storyId, ...report } of rows) byStory.set(storyId, [...(byStory.get(storyId) ?? []), report]);
  return byStory;
}
