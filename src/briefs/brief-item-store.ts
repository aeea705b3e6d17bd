import type { Queryable } from "../database/transaction.ts";
import { type BriefSettings, findBriefSettings } from "./brief-settings-store.ts";
import type { BriefItem, BriefMaterial } from "./brief.ts";

/** A feed under the name its reader gave it, and the folder it is in. */
export type BriefFeed = { id: string; name: string; folder: string | null };

const itemsMax = 100;
/** Of the newest of each folder, so that a busy one does not leave out the others. The rest are the newest of all. */
const ofEachFolder = 5;

/** The items of a person's next brief, as their settings choose them. */
export async function findBriefMaterial(db: Queryable, personId: string, now: Date): Promise<BriefMaterial> {
  const settings = await findBriefSettings(db, personId);
  const feeds = await findChosenFeeds(db, personId, settings);
  const { rows: folders } = await db.query<{ name: string }>(
    "select name from folders where user_id = $1 order by place, lower(name) collate natural_order, id",
    [personId],
  );
  return {
    items: await findBriefItems(db, feeds, { now, languages: settings.languages }),
    plan: { folders: folders.map(({ name }) => name), length: settings.length },
  };
}

async function findChosenFeeds(
  db: Queryable,
  personId: string,
  { leftOut, hasLoose }: Pick<BriefSettings, "leftOut" | "hasLoose">,
): Promise<BriefFeed[]> {
  const { rows } = await db.query<BriefFeed>(
    `select s.feed_id as id, s.name, folders.name as folder
    from subscriptions s left join folders on folders.id = s.folder_id
    where s.user_id = $1 and case when folders.id is null then $3 else folders.id <> all($2::uuid[]) end`,
    [personId, leftOut, hasLoose],
  );
  return rows;
}

/** The last 24 hours of these feeds, the newest first, some of each folder. An item not analysed yet comes with its title alone. */
export async function findBriefItems(
  db: Queryable,
  feeds: readonly BriefFeed[],
  { now, languages = [] }: { now: Date; languages?: readonly string[] },
): Promise<BriefItem[]> {
  const { rows } = await db.query<BriefItem>(
    `with recent as (
      select items.id, items.pub_date, feed.name, feed.folder,
        row_number() over (partition by feed.folder order by items.pub_date desc, items.id) as place
      from unnest($1::uuid[], $2::text[], $3::text[]) as feed (id, name, folder)
      join items on items.feed_id = feed.id
      where items.pub_date >= $4::timestamptz - interval '24 hours' and (cardinality($5::text[]) = 0
        or split_part(coalesce(analyzer_result ->> 'language', items.language, ''), '-', 1) = any($5))
    ),
    newest as (select id, name, folder from recent order by least(place, ${ofEachFolder + 1}), pub_date desc, id limit ${itemsMax})
    select items.id, coalesce(item_index.story_id, items.id) as "storyId", newest.name as "feedName", newest.folder,
      items.pub_date as "pubDate", coalesce(nullif(analyzer_result ->> 'title_corrected', ''), items.title) as title,
      coalesce(analyzer_result ->> 'summary', '') as summary,
      coalesce(analyzer_result ->> 'language', items.language, 'und') as language, items.rating,
      (analyzer_result ->> 'clickbait')::real as clickbait, (analyzer_result ->> 'speculative')::real as speculative,
      analyzer_result ->> 'category' as topic
    from newest join items using (id) left join item_index on item_index.item_id = items.id
    order by items.pub_date desc, items.id`,
    [feeds.map(({ id }) => id), feeds.map(({ name }) => name), feeds.map(({ folder }) => folder), now, languages],
  );
  return rows;
}

/** The languages of what a brief of all feeds would read now. */
export async function findOfferedLanguages(db: Queryable, personId: string, now: Date): Promise<string[]> {
  const feeds = await findChosenFeeds(db, personId, { leftOut: [], hasLoose: true });
  const items = await findBriefItems(db, feeds, { now });
  const tags = items.map(({ language }) => language.split("-")[0] ?? "").filter((tag) => /^[a-z]{2,3}$/.test(tag));
  return [...new Set(tags)].filter((tag) => tag !== "und").toSorted();
}
