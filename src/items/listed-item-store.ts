import type { Queryable } from "../database/transaction.ts";
import type { AnalyzerResult } from "./analyzer-result.ts";
import { dropCopies } from "./drop-copies.ts";
import type { ModelWhy, PageWhy } from "./reading-state.ts";

/** An item as its reader sees it: under their own name for the feed, with their own marks. */
export type ListedItem = {
  id: string;
  feedId: string;
  feedName: string;
  /** Who writes it (feeds/outlet.ts): two feeds may be sections of one. */
  outlet: string;
  url: string | null;
  title: string;
  author: string | null;
  pubDate: Date;
  /** The beginning of the text that was analysed. */
  excerpt: string;
  /** Null also while an edited item waits to be looked at again: what was said of its former text no longer counts. */
  analysis: AnalyzerResult | null;
  analysisStatus: "pending" | "done" | "failed" | "skipped";
  pageWhy: PageWhy | null;
  pageError: string | null;
  modelWhy: ModelWhy | null;
  versions: number;
  storyId: string | null;
  readAt: Date | null;
  starredAt: Date | null;
  hiddenAt: Date | null;
};

const excerptCharsMax = 4_000;

/** Those of these that the person may read, newest first; one by one, as loadStreamItems. */
export async function loadListedItems(db: Queryable, ids: readonly string[]): Promise<ListedItem[]> {
  const { rows } = await db.query<ListedItem>({
    name: "load-listed-items",
    text: `
select i.id, i.feed_id as "feedId", b.name as "feedName", b.outlet, i.url, left(i.title, 1000) as title, i.author, i.pub_date as "pubDate",
  coalesce(left(i.text, ${excerptCharsMax}), '') as excerpt, i.analysis_status as "analysisStatus",
  i.page_why as "pageWhy", i.page_error as "pageError", i.model_why as "modelWhy",
  case when i.analysis_status <> 'pending' then i.analyzer_result end as analysis,
  (select count(*)::int from item_versions v where v.item_id = i.id) as versions,
  x.story_id as "storyId", s.read_at as "readAt", s.starred_at as "starredAt", s.hidden_at as "hiddenAt"
from unnest($1::uuid[]) wanted(id)
cross join lateral (
  select id, feed_id, url, title, author, text, pub_date, analysis_status, analyzer_result, page_why, page_error, model_why
  from items where id = wanted.id limit 1
) i
join subscriptions b on b.feed_id = i.feed_id
left join item_states s on s.item_id = i.id left join item_index x on x.item_id = i.id
order by i.pub_date desc, i.id desc`,
    values: [ids],
  });
  return rows;
}

/** Another report of the same story, from a feed the person reads. */
export type StoryReport = { storyId: string; itemId: string; feedName: string; outlet: string };

const reportsPerStoryMax = 50;

/** The reports of these stories, newest first; a story has one of each feed, and a page that an outlet has in several feeds once. */
export async function findReports(db: Queryable, storyIds: readonly string[]): Promise<StoryReport[]> {
  const { rows } = await db.query<StoryReport & { page: string }>({
    name: "find-reports",
    text: `
select r.story_id as "storyId", r.item_id as "itemId", b.name as "feedName", b.outlet, i.hash as page
from unnest($1::uuid[]) story(id)
cross join lateral (
  select x.story_id, x.item_id, x.feed_id, x.pub_date from item_index x
  where x.story_id = story.id order by x.pub_date desc, x.item_id limit ${reportsPerStoryMax}
) r join subscriptions b on b.feed_id = r.feed_id
cross join lateral (select hash from items where id = r.item_id limit 1) i
order by r.pub_date desc, r.item_id`,
    values: [storyIds],
  });
  return dropCopies(rows);
}

/** A report tells what it has to tell well within this; the search index takes as much. */
const reportCharsMax = 12_000;

/** The texts of these items as they were analysed, by id, for those that the person may read. */
export async function loadReportTexts(db: Queryable, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await db.query<{ id: string; text: string }>({
    name: "load-report-texts",
    text: `select id, coalesce(left(text, ${reportCharsMax}), '') as text from items where id = any($1::uuid[])`,
    values: [ids],
  });
  return new Map(rows.map(({ id, text }) => [id, text]));
}

/** What an item said until `seenUntil`, when its publisher changed it. `content` is the feed's own markup, raw. */
export type ItemVersion = {
  version: number;
  title: string;
  content: string;
  base: string | null;
  analysis: AnalyzerResult | null;
  seenUntil: Date;
};

const versionsMax = 10;
// Above every number that is stored: a feed that counts minutes in its text has a hundred thousand versions of an item within a year.
const currentVersion = 2 ** 31 - 1;
// Of the markup; a diff of more would be read by nobody.
const contentCharsMax = 50_000;

/** The newest first; the first of them is what it says now, with `seenUntil` in the time to come. */
export async function findVersions(db: Queryable, itemId: string, now: Date): Promise<ItemVersion[]> {
  const { rows } = await db.query<ItemVersion>({
    name: "find-versions",
    text: `
select ${currentVersion} as version, left(i.title, 1000) as title, left(i.content, ${contentCharsMax}) as content, coalesce(i.content_base, i.url) as base,
  case when i.analysis_status <> 'pending' then i.analyzer_result end as analysis, $2::timestamptz as "seenUntil"
from items i where i.id = $1
union all
(select v.version, left(v.title, 1000), left(v.content, ${contentCharsMax}), coalesce(i.content_base, i.url), v.analyzer_result, v.seen_until
 from item_versions v join items i on i.id = v.item_id where v.item_id = $1 order by v.version desc limit ${versionsMax})
order by version desc`,
    values: [itemId, now],
  });
  return rows;
}

/** What an item was called, until when; of the version that is current, in the time to come. */
export type TitleVersion = Pick<ItemVersion, "title" | "seenUntil">;

/** The same of several items, without their texts; only of those that were edited. */
export async function findTitleVersions(
  db: Queryable,
  itemIds: readonly string[],
  now: Date,
): Promise<Map<string, TitleVersion[]>> {
  if (itemIds.length === 0) return new Map();
  const { rows } = await db.query<{ itemId: string; versions: { title: string; seenUntil: string }[] }>({
    name: "find-title-versions",
    text: `
select i.id as "itemId", jsonb_build_object('title', left(i.title, 1000), 'seenUntil', $2::timestamptz) || v.versions as versions
from unnest($1::uuid[]) wanted(id) cross join lateral (select id, title from items where id = wanted.id limit 1) i
cross join lateral (
  select jsonb_agg(jsonb_build_object('title', left(o.title, 1000), 'seenUntil', o.seen_until) order by o.version desc) as versions
  from (select title, seen_until, version from item_versions where item_id = i.id order by version desc limit ${versionsMax}) o
) v where v.versions is not null`,
    values: [itemIds, now],
  });
  const dated = ({ title, seenUntil }: { title: string; seenUntil: string }) => ({
    title,
    seenUntil: new Date(seenUntil),
  });
  return new Map(rows.map(({ itemId, versions }) => [itemId, versions.map(dated)]));
}

/** A person opened this item: its page is read where that is allowed and was not done. True: it is on its way now. */
export async function wantPage(asPerson: Queryable, itemId: string, now: Date): Promise<boolean> {
  const { rows } = await asPerson.query<{ wanted: boolean }>("select want_page($1, $2) as wanted", [itemId, now]);
  return rows[0]?.wanted ?? false;
}
