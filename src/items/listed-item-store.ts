import type { Queryable } from "../database/transaction.ts";
import type { AnalyzerResult } from "./analyzer-result.ts";
import type { ModelWhy, PageWhy } from "./reading-state.ts";

/** An item as its reader sees it: under their own name for the feed, with their own marks. */
export type ListedItem = {
  id: string;
  feedId: string;
  feedName: string;
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

/** Those of these that the person may read, newest first. */
export async function loadListedItems(db: Queryable, ids: readonly string[]): Promise<ListedItem[]> {
  const { rows } = await db.query<ListedItem>({
    name: "load-listed-items",
    text: `
select i.id, i.feed_id as "feedId", b.name as "feedName", i.url, left(i.title, 1000) as title, i.author, i.pub_date as "pubDate",
  coalesce(left(i.text, ${excerptCharsMax}), '') as excerpt, i.analysis_status as "analysisStatus",
  i.page_why as "pageWhy", i.page_error as "pageError", i.model_why as "modelWhy",
  case when i.analysis_status <> 'pending' then i.analyzer_result end as analysis,
  (select count(*)::int from item_versions v where v.item_id = i.id) as versions,
  x.story_id as "storyId", s.read_at as "readAt", s.starred_at as "starredAt", s.hidden_at as "hiddenAt"
from unnest($1::uuid[]) wanted(id) join items i on i.id = wanted.id join subscriptions b on b.feed_id = i.feed_id
left join item_states s on s.item_id = i.id left join item_index x on x.item_id = i.id
order by i.pub_date desc, i.id desc`,
    values: [ids],
  });
  return rows;
}
