import type { Queryable } from "../database/transaction.ts";
import { earlier, hourMs } from "../time.ts";
import { findMailState, type MailState } from "./brief-mail-store.ts";
import { findBrief, findBriefBefore, findLatestBrief, isRunning } from "./brief-store.ts";
import type { Brief } from "./brief.ts";
import { type BriefChange, type BriefStory, compareBriefs } from "./compare-briefs.ts";

/** An item that a brief cites. `outlets`: how many outlets of the person report its story. */
export type CitedItem = { id: string; title: string; feedName: string; storyId: string; outlets: number };

/** `items` in the order of the numbers in the text; null if the person no longer reads the item's feed. */
export type ShownBrief = Brief & {
  items: (CitedItem | null)[];
  /** The one before it. */
  before: { id: string; createdAt: Date } | null;
  changes: BriefChange[];
  mail: MailState | null;
};

export type LatestBrief = { brief: ShownBrief | null; isWriting: boolean };

/** A brief written again within hours is compared with the same one as the first. */
const apartMs = 6 * hourMs;

export async function loadLatestBrief(db: Queryable, personId: string, now: Date): Promise<LatestBrief> {
  const brief = await findLatestBrief(db, personId);
  return {
    brief: brief && (await withItems(db, personId, brief)),
    isWriting: await isRunning(db, personId, now),
  };
}

export async function loadBrief(db: Queryable, personId: string, id: string): Promise<ShownBrief | null> {
  const brief = await findBrief(db, personId, id);
  return brief && withItems(db, personId, brief);
}

async function withItems(db: Queryable, personId: string, brief: Brief): Promise<ShownBrief> {
  const before = await findBriefBefore(db, personId, earlier(brief.createdAt, apartMs));
  const cited = await findCitedItems(db, personId, {
    ids: [...brief.itemRefs, ...(before?.itemRefs ?? [])],
    since: before?.createdAt ?? brief.createdAt,
    until: brief.createdAt,
  });
  const byId = new Map(cited.map((item) => [item.id, item]));
  const items = brief.itemRefs.map((id) => byId.get(id) ?? null);
  const itemsBefore = before?.itemRefs.map((id) => byId.get(id) ?? null);
  return {
    ...brief,
    items,
    before: before && { id: before.id, createdAt: before.createdAt },
    changes: itemsBefore === undefined ? [] : compareBriefs(storiesOf(itemsBefore), storiesOf(items)),
    mail: await findMailState(db, brief.id),
  };
}

/** A story that one feed reports is its item. */
export function pathOf({ id, storyId, outlets }: CitedItem): string {
  return outlets > 1 ? `/stories/${storyId}` : `/items/${id}`;
}

/** Each story once, under the title of the item that the brief cites first. */
function storiesOf(items: readonly (FoundItem | null)[]): BriefStory[] {
  const byStory = new Map<string, BriefStory>();
  for (const item of items) {
    if (item === null || byStory.has(item.storyId)) continue;
    const { storyId, title, newReports, editedBy } = item;
    byStory.set(storyId, { storyId, title, path: pathOf(item), newReports, editedBy });
  }
  return [...byStory.values()];
}

type FoundItem = CitedItem & Pick<BriefStory, "newReports" | "editedBy">;

async function findCitedItems(
  db: Queryable,
  personId: string,
  { ids, since, until }: { ids: readonly string[]; since: Date; until: Date },
): Promise<FoundItem[]> {
  const { rows } = await db.query<FoundItem>(
    `with cited as materialized (
      select items.id, subscriptions.name, coalesce(item_index.story_id, items.id) as story_id,
        coalesce(nullif(analyzer_result ->> 'title_corrected', ''), items.title) as title
      from items join subscriptions using (feed_id) left join item_index on item_index.item_id = items.id
      where subscriptions.user_id = $1 and items.id = any($2::uuid[])
    ), story as (
      select x.story_id, count(distinct s.outlet)::integer as outlets,
        (count(*) filter (where x.pub_date > $3 and x.pub_date <= $4))::integer as reports,
        array_agg(distinct s.name) filter (where exists (
          select from item_versions v where v.item_id = x.item_id and v.seen_until > $3 and v.seen_until <= $4
        )) as editors
      from item_index x join subscriptions s on s.feed_id = x.feed_id and s.user_id = $1
      where x.story_id = any(array(select story_id from cited))
      group by x.story_id
    )
    select cited.id, title, cited.name as "feedName", story_id as "storyId", coalesce(outlets, 1) as outlets,
      coalesce(reports, 0) as "newReports", coalesce(editors, '{}') as "editedBy"
    from cited left join story using (story_id)`,
    [personId, ids, since, until],
  );
  return rows;
}
