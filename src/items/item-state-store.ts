import type { Queryable } from "../database/transaction.ts";
import { column, type Column, unnestSql, unnestValues } from "../database/unnest.ts";
import type { Verdict } from "./filters/filter-rule.ts";
import type { ListOrder, Place } from "./item-list-store.ts";

/** `feedIds`: whose items were marked. `others`: how many other reports of the story were unread before. */
export type MarkedStory = { feedIds: string[]; others: number };

/**
 * A story is shown once, so it is read at once: its other reports are marked along. Null: this person has no such item, or
 * not any more.
 */
export async function markRead(db: Queryable, itemId: string, isRead: boolean, now: Date): Promise<MarkedStory | null> {
  const { rows } = await db.query<MarkedStory>(
    `with report as materialized (
       select i.id, i.feed_id from items i where i.id = $1
       union
       select x.item_id, x.feed_id from item_index x
       where x.story_id = (select m.story_id from item_index m where m.item_id = $1)
     ),
     unread as materialized (
       select r.id from report r left join item_states s on s.item_id = r.id where s.read_at is null and s.hidden_at is null
     ),
     marked as (
       insert into item_states (user_id, item_id, read_at)
       select auth.uid(), id, case when $2 then $3::timestamptz end from report order by id
       on conflict (user_id, item_id) do update set read_at = excluded.read_at
     )
     select array(select distinct feed_id from report) as "feedIds",
       (select count(*)::int from unread where id <> $1) as others`,
    [itemId, isRead, now],
  );
  const [story] = rows;
  return story === undefined || story.feedIds.length === 0 ? null : story;
}

export async function markStarred(db: Queryable, itemId: string, isStarred: boolean, now: Date): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into item_states (user_id, item_id, starred_at)
     select auth.uid(), i.id, case when $2 then $3::timestamptz end from items i where i.id = $1
     on conflict (user_id, item_id) do update set starred_at = excluded.starred_at`,
    [itemId, isStarred, now],
  );
  return rowCount !== 0;
}

export type AllRead = {
  /** Null: all feeds of the person. */
  feedIds: readonly string[] | null;
  maxScore: number | null;
  /** What came in later was not on the page that said "all". */
  seenUntil: Date;
  /** Only the rows of the list down to this place, with it. Their stories are read, as with `markRead`. */
  upTo: { place: Place; order: ListOrder } | null;
};

/** Returns how many there were. `now` names them for `undoAllRead`. */
export async function markAllRead(db: Queryable, all: AllRead, now: Date): Promise<number> {
  const { feedIds, maxScore, seenUntil, upTo } = all;
  const { rowCount } = await db.query(
    `with chosen as materialized (
       select i.id, i.feed_id from items i left join item_states s on s.item_id = i.id
       where s.read_at is null and s.hidden_at is null and i.first_seen_at <= $3
         and ($1::uuid[] is null or i.feed_id = any($1))
         and ($2::numeric is null or i.rating is null or round(i.rating::numeric, 2) <= $2)
         and ($5::timestamptz is null or (i.pub_date, i.id) ${upTo?.order === "oldest" ? "<=" : ">="} ($5, $6::uuid))
     )
     insert into item_states as t (user_id, item_id, feed_id, read_at)
     select auth.uid(), id, feed_id, $4 from (
       select id, feed_id from chosen
       union
       select n.item_id, n.feed_id from chosen c join item_index x on x.item_id = c.id join item_index n on n.story_id = x.story_id
       left join item_states s on s.item_id = n.item_id
       where $5 is not null and s.read_at is null and s.hidden_at is null
     ) marked order by id
     on conflict (user_id, item_id) do update set read_at = excluded.read_at`,
    [feedIds, maxScore, seenUntil, now, upTo?.place.pubDate ?? null, upTo?.place.id ?? null],
  );
  return rowCount ?? 0;
}

/** Exactly those that were marked at that moment. */
export async function undoAllRead(db: Queryable, markedAt: Date): Promise<number> {
  const { rowCount } = await db.query("update item_states set read_at = null where read_at = $1", [markedAt]);
  return rowCount ?? 0;
}

export type PersonVerdict = Verdict & { personId: string; itemId: string };

/**
 * A rule stars items and marks them as read only where the person has not done so: their own choice wins. Hidden is what
 * the rules say now, because nobody hides items by hand.
 */
export async function saveVerdicts(db: Queryable, verdicts: PersonVerdict[], now: Date): Promise<void> {
  if (verdicts.length === 0) return;
  const at = `$${verdictColumns.length + 1}::timestamptz`;
  await db.query({
    name: "save-verdicts",
    text: `
with given as materialized (select * from ${unnestSql("g", verdictColumns)}),
shown as (
  update item_states s set hidden_at = null from given g
  where s.user_id = g.user_id and s.item_id = g.item_id and s.hidden_at is not null and not g.hide
)
insert into item_states as s (user_id, item_id, hidden_at, read_at, starred_at)
select user_id, item_id, case when hide then ${at} end, case when read then ${at} end, case when star then ${at} end
from given where hide or read or star order by user_id, item_id
on conflict (user_id, item_id) do update set hidden_at = excluded.hidden_at
where s.hidden_at is null and excluded.hidden_at is not null`,
    values: [...unnestValues(verdictColumns, verdicts), now],
  });
}

const verdictColumns: Column<PersonVerdict>[] = [
  column("user_id", "uuid", ({ personId }) => personId),
  column("item_id", "uuid", ({ itemId }) => itemId),
  column("hide", "boolean", ({ hide }) => hide),
  column("read", "boolean", ({ read }) => read),
  column("star", "boolean", ({ star }) => star),
];

/** What an app says about items; what is not named stays as it is. */
export type AppMarks = { read?: boolean; starred?: boolean };

/**
 * Marks items by their numbers; those of others are left out. An app shows each report of a story by itself, so the other
 * reports stay as they are. Repeating it changes nothing.
 */
export async function markNumbers(
  asPerson: Queryable,
  numbers: readonly string[],
  { read, starred }: AppMarks,
  now: Date,
): Promise<void> {
  if (read === undefined && starred === undefined) return;
  await asPerson.query(
    `insert into item_states as s (user_id, item_id, read_at, starred_at)
     select auth.uid(), item_id, case when $2::boolean then $4::timestamptz end, case when $3::boolean then $4::timestamptz end
     from own_items($1) order by item_id
     on conflict (user_id, item_id) do update set
       read_at = case when $2 is null then s.read_at when $2 then coalesce(s.read_at, $4) end,
       starred_at = case when $3 is null then s.starred_at when $3 then coalesce(s.starred_at, $4) end`,
    [numbers, read ?? null, starred ?? null, now],
  );
}
