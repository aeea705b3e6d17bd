import type { Queryable } from "../database/transaction.ts";
import { dayMs, earlier, hourMs } from "../time.ts";
import { dropCopies } from "./drop-copies.ts";
import { plainnessOrder } from "./plainness.ts";

/** One outlet's report of a story, as the front page shows it. */
export type TodayReport = {
  itemId: string;
  feedId: string;
  feedName: string;
  /** Who writes it (feeds/outlet.ts): two feeds may be sections of one. */
  outlet: string;
  title: string;
  /** Null: nobody has read it yet. */
  plainTitle: string | null;
  summary: string | null;
  language: string | null;
  overall: number | null;
  pubDate: Date;
  /** A picture that came with it, at its publisher's address. */
  pictureUrl: string | null;
};
/** `reports`: the plainest first. */
export type TodayStory = { storyId: string; isUnread: boolean; newestAt: Date; reports: TodayReport[] };

export type TodayQuestion = { folderId: string | null; isUnread: boolean; page: number };

export const storiesPerPage = 24;
const reportsPerStoryMax = 12;
// Of a feed that sends hundreds a day these are the last hours; older ones would rank low anyway.
const itemsPerFeedMax = 100;
// As many are read by date in 3 ms. Going feed by feed takes 10 ms for 2,000 feeds.
const itemsByDateMax = 10_000;
const halfLifeMs = 8 * hourMs;
// A day and a half of news; where that is not even a page, as with a few quiet feeds, two weeks.
const nearMs = 36 * hourMs;
const farMs = 14 * dayMs;

export type Today = {
  /** One page and one more, so that it is known whether another follows. */
  stories: TodayStory[];
  /** Unread stories by folder; under the empty key those of all folders and of none. */
  unread: Map<string, number>;
  /** Of many outlets, and nothing new about it for a day. */
  quiet: TodayStory[];
};

/**
 * The front page: stories by how many outlets report them, halved every eight hours. The largest leads, read or not; of the others
 * unread ones come first. A story of which one report was read is read.
 */
export async function findToday(db: Queryable, question: TodayQuestion, now: Date): Promise<Today> {
  const near = await rankStories(db, question, earlier(now, nearMs), now);
  // By all of them, not by those of this page: each page of a list must be cut from the same stories.
  const isEnough = near.found > storiesPerPage;
  const { ranked } = isEnough ? near : await rankStories(db, question, earlier(now, farMs), now);
  const storyIds = new Set([...ranked, ...near.quiet].map(({ storyId }) => storyId));
  const reports = await loadReports(db, [...storyIds]);
  const withReports = ({ newestAt, ...story }: RankedStory): TodayStory[] => {
    const found = reports.get(story.storyId) ?? [];
    return found.length === 0 ? [] : [{ ...story, newestAt: new Date(newestAt), reports: found }];
  };
  return {
    stories: ranked.flatMap(withReports),
    unread: new Map(Object.entries(near.unread)),
    quiet: near.quiet.flatMap(withReports),
  };
}

type RankedStory = { storyId: string; isUnread: boolean; newestAt: string };
/** `found`: how many stories there are on all pages. */
type Ranking = { ranked: RankedStory[]; found: number; unread: Record<string, number>; quiet: RankedStory[] };

const quietStoriesMax = 2;
const quietOutletsMin = 3;

const isAsked = "($3::uuid is null or folder_id = $3)";
const isListed = "reports > 0 and (is_unread or not $4)";

// One statement for the page and the counts: finding the items of 2,000 feeds is half of the work.
async function rankStories(
  db: Queryable,
  { folderId, isUnread, page }: TodayQuestion,
  since: Date,
  now: Date,
): Promise<Ranking> {
  const { rows } = await db.query<Ranking>(
    `
with recent as materialized (select * from recent_reports($1, ${itemsPerFeedMax}, ${itemsByDateMax})),
story as materialized (
  select story_id, bool_and(is_unread) as is_unread, count(*) filter (where ${isAsked}) as reports,
    least(max(pub_date) filter (where ${isAsked}), $2) as newest_at
  from recent group by story_id
),
shared as materialized (
  select story_id, count(distinct outlet collate "C") as outlets from recent join story using (story_id)
  where ${isAsked} and story.reports > 1 group by story_id
),
page as (
  select story_id, s.is_unread, s.newest_at, row_number() over () as place from (
    select story_id, w.is_unread, w.newest_at from (
      select story.*, coalesce(outlets, 1) * exp(-ln(2) * date_part('epoch', $2 - newest_at) * 1000 / ${halfLifeMs}) as weight
      from story left join shared using (story_id) where ${isListed}
    ) w order by weight < max(weight) over (), is_unread desc, weight desc, story_id offset $5 limit $6
  ) s
),
counted as (
  select folder_id::text as folder, count(distinct story_id)::int as stories from recent join story using (story_id)
  where story.is_unread and folder_id is not null group by folder_id
  union all select '', count(*)::int from story where is_unread
),
quiet as (
  select story_id, is_unread, newest_at, outlets from story join shared using (story_id)
  where outlets >= ${quietOutletsMin} and newest_at < $2::timestamptz - interval '1 day'
  order by outlets desc, newest_at desc, story_id limit ${quietStoriesMax}
)
select
  coalesce((select jsonb_agg(jsonb_build_object('storyId', story_id, 'isUnread', is_unread, 'newestAt', newest_at) order by place)
    from page), '[]') as ranked,
  (select count(*)::int from story where ${isListed}) as found,
  (select jsonb_object_agg(folder, stories) from counted) as unread,
  coalesce((select jsonb_agg(jsonb_build_object('storyId', story_id, 'isUnread', is_unread, 'newestAt', newest_at)
    order by outlets desc, newest_at desc, story_id) from quiet), '[]') as quiet`,
    [since, now, folderId, isUnread, page * storiesPerPage, storiesPerPage + 1],
  );
  return rows[0] ?? { ranked: [], found: 0, unread: {}, quiet: [] };
}

// One by one: with 100,000 feeds on the server the planner began with all items of the person's feeds (270 ms instead of 5).
async function loadReports(db: Queryable, storyIds: readonly string[]): Promise<Map<string, TodayReport[]>> {
  const { rows } = await db.query<TodayReport & { storyId: string; page: string }>({
    name: "load-today-reports",
    text: `
select x.story_id as "storyId", i.id as "itemId", i.feed_id as "feedId", b.name as "feedName", b.outlet, i.hash as page, left(i.title, 1000) as title,
  left(a.result ->> 'title_corrected', 1000) as "plainTitle", a.result ->> 'summary' as summary,
  nullif(a.result ->> 'language', 'und') as language, (a.result ->> 'overall')::real as overall, i.pub_date as "pubDate",
  (select e ->> 'url' from jsonb_array_elements(i.enclosures) e where e ->> 'type' like 'image/%' limit 1) as "pictureUrl"
from unnest($1::uuid[]) story(id)
cross join lateral (
  select x.story_id, x.item_id, x.speculative, x.clickbait from item_index x
  where x.story_id = story.id
    and not exists (select from item_states h where h.item_id = x.item_id and h.hidden_at is not null)
  order by x.framing nulls last, x.clickbait nulls last, x.pub_date, x.item_id limit ${reportsPerStoryMax}
) x
cross join lateral (
  select id, feed_id, hash, title, pub_date, rating, enclosures, analysis_status, analyzer_result
  from items where id = x.item_id limit 1
) i
join subscriptions b on b.feed_id = i.feed_id
cross join lateral (select case when i.analysis_status <> 'pending' then i.analyzer_result end as result) a
order by ${plainnessOrder("i", "x")}, i.pub_date, i.id`,
    values: [storyIds],
  });
  const byStory = Map.groupBy(rows, ({ storyId }) => storyId);
  return new Map([...byStory].map(([storyId, reports]) => [storyId, dropCopies(reports)]));
}

/** How often the headlines of these reports were changed since then; only those that were. */
export async function countHeadlineEdits(
  db: Queryable,
  itemIds: readonly string[],
  since: Date,
): Promise<Map<string, number>> {
  const { rows } = await db.query<{ itemId: string; edits: number }>({
    name: "count-headline-edits",
    text: `select item_id as "itemId", edits from count_headline_edits($1, $2)`,
    values: [itemIds, since],
  });
  return new Map(rows.map(({ itemId, edits }) => [itemId, edits]));
}
