import type { Queryable } from "../database/transaction.ts";
import { dayMs, later } from "../time.ts";

export type IconFile = { type: string; bytes: Buffer };

/** A feed whose icon is looked for. The addresses are what its own document says. */
export type IconFeed = { id: string; url: string; siteUrl: string | null; iconUrl: string | null };

/**
 * Takes feeds whose time has come, the ones never looked for first. Others find them due again at `againAt`, so of two workers
 * only one gets a feed, and a dead worker's feeds come back.
 */
export async function takeDueIcons(
  db: Queryable,
  { now, againAt, count }: { now: Date; againAt: Date; count: number },
): Promise<IconFeed[]> {
  const { rows } = await db.query<IconFeed>({
    name: "take-due-icons",
    text: `with due as (
             select f.id, f.url, f.site_url, f.icon_url from feeds f left join feed_icons i on i.feed_id = f.id
             where f.deleted_at is null and f.last_success_at is not null and f.url not like 'newsletter:%' and coalesce(i.due_at, '-infinity') <= $1
             order by i.due_at nulls first, f.id limit $3
           ), taken as (
             insert into feed_icons as i (feed_id, due_at) select id, $2 from due
             on conflict (feed_id) do update set due_at = $2 where i.due_at <= $1
             returning feed_id
           )
           select d.id, d.url, d.site_url as "siteUrl", d.icon_url as "iconUrl" from due d join taken t on t.feed_id = d.id`,
    values: [now, againAt, count],
  });
  return rows;
}

/** null: there is none. The feed may be gone by now. */
export async function saveIcon(
  db: Queryable,
  feedId: string,
  icon: (IconFile & { name: string }) | null,
  dueAt: Date,
): Promise<void> {
  await db.query("update feed_icons set name = $2, type = $3, bytes = $4, due_at = $5 where feed_id = $1", [
    feedId,
    icon?.name ?? null,
    icon?.type ?? null,
    icon?.bytes ?? null,
    dueAt,
  ]);
}

/** Could not be looked for now: what there is stays. */
export async function putOffIcon(db: Queryable, feedId: string, dueAt: Date): Promise<void> {
  await db.query("update feed_icons set due_at = $2 where feed_id = $1", [feedId, dueAt]);
}

/**
 * The names of the icons of these feeds, by feed; null: of all feeds of the person, whose thousands of ids need not be sent then. A
 * feed without an icon, and one that the person does not read, is not in it.
 */
export async function findIconNames(db: Queryable, feedIds: string[] | null): Promise<Map<string, string>> {
  const found = `select feed_id as "feedId", name from feed_icons where name is not null`;
  const { rows } = await db.query<{ feedId: string; name: string }>(
    feedIds === null
      ? { name: "find-all-icon-names", text: found }
      : { name: "find-icon-names", text: `${found} and feed_id = any($1)`, values: [feedIds] },
  );
  return new Map(rows.map(({ feedId, name }) => [feedId, name]));
}

export async function findIcon(db: Queryable, name: string): Promise<IconFile | null> {
  const { rows } = await db.query<IconFile>({
    name: "find-icon",
    text: "select type, bytes from find_icon($1)",
    values: [name],
  });
  return rows[0] ?? null;
}

/** An icon is looked for again after a week at most. */
const waitDaysMax = 14;

/** What a clock that was years ahead planned is due now. */
export async function forgetFutureIcons(db: Queryable, now: Date): Promise<number> {
  const { rowCount } = await db.query("update feed_icons set due_at = $1 where due_at > $2", [
    now,
    later(now, waitDaysMax * dayMs),
  ]);
  return rowCount ?? 0;
}
