import type { Queryable } from "../database/transaction.ts";

/** Another report of the same story, from a feed the person reads. */
export type StoryReport = { storyId: string; itemId: string; feedName: string };

const reportsPerStoryMax = 50;

/** The reports of these stories, newest first; a story has one of each feed, a page in several feeds more. */
export async function findReports(db: Queryable, storyIds: readonly string[]): Promise<StoryReport[]> {
  const { rows } = await db.query<StoryReport>({
    name: "find-reports",
    text: `
select r.story_id as "storyId", r.item_id as "itemId", b.name as "feedName"
from unnest($1::uuid[]) story(id)
cross join lateral (
  select x.story_id, x.item_id, x.feed_id, x.pub_date from item_index x
  where x.story_id = story.id order by x.pub_date desc, x.item_id limit ${reportsPerStoryMax}
) r join subscriptions b on b.feed_id = r.feed_id
order by r.pub_date desc, r.item_id`,
    values: [storyIds],
  });
  return rows;
}
