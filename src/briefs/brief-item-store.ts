import type { Queryable } from "../database/transaction.ts";
import type { BriefItem } from "./brief.ts";

/** A feed under the name its reader gave it. */
export type BriefFeed = { id: string; name: string };

const itemsMax = 100;

export async function findSubscribedFeeds(db: Queryable, personId: string): Promise<BriefFeed[]> {
  const { rows } = await db.query<BriefFeed>("select feed_id as id, name from subscriptions where user_id = $1", [
    personId,
  ]);
  return rows;
}

/** The last 24 hours of these feeds, the newest first. An item not analysed yet comes with its title alone. */
export async function findBriefItems(db: Queryable, feeds: readonly BriefFeed[], now: Date): Promise<BriefItem[]> {
  const { rows } = await db.query<BriefItem>(
    `with newest as (
      select items.id, feed.name
      from unnest($1::uuid[], $2::text[]) as feed (id, name)
      join items on items.feed_id = feed.id
      where items.pub_date >= $3::timestamptz - interval '24 hours'
      order by items.pub_date desc, items.id
      limit ${itemsMax}
    )
    select items.id, coalesce(item_index.story_id, items.id) as "storyId", newest.name as "feedName", items.pub_date as "pubDate",
      coalesce(nullif(analyzer_result ->> 'title_corrected', ''), items.title) as title,
      coalesce(analyzer_result ->> 'summary', '') as summary,
      coalesce(analyzer_result ->> 'language', items.language, 'und') as language, items.rating,
      (analyzer_result ->> 'clickbait')::real as clickbait
    from newest join items using (id) left join item_index on item_index.item_id = items.id
    order by items.pub_date desc, items.id`,
    [feeds.map(({ id }) => id), feeds.map(({ name }) => name), now],
  );
  return rows;
}
