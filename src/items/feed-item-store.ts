import type { Queryable } from "../database/transaction.ts";

/** An item on the page of its feed. */
export type FeedItem = {
  id: string;
  url: string | null;
  title: string;
  neutralTitle: string | null;
  pubDate: Date;
  analysisStatus: "pending" | "done" | "failed" | "skipped";
  rating: number | null;
};

const itemsShown = 30;

/** An edited item is pending again while its row still holds what was said of its former text: that is not shown. */
export async function listFeedItems(tx: Queryable, feedId: string): Promise<FeedItem[]> {
  const { rows } = await tx.query<FeedItem>(
    `select id, url, title, case when analysis_status = 'done' then analyzer_result ->> 'title_corrected' end as "neutralTitle",
       pub_date as "pubDate", analysis_status as "analysisStatus", case when analysis_status = 'done' then rating end as rating
     from items where feed_id = $1 order by pub_date desc, id desc limit ${itemsShown}`,
    [feedId],
  );
  return rows;
}
