import type pg from "pg";
import type { Queryable } from "../database/transaction.ts";
import { uuidV7 } from "../ids.ts";
import { changeSchedule, findLanes, headOfLane } from "../schedule/change-schedule-store.ts";
import { makeDue } from "../schedule/request-store.ts";
import { stopFeeds } from "../schedule/move-store.ts";

export type DeadLetter = {
  id: string;
  kind: "fetch" | "analysis";
  feedId: string | null;
  itemId: string | null;
  url: string | null;
  reason: string;
  createdAt: Date;
};

/** A feed that kills its worker would kill the next one too. After three an operator has to look at it. */
export const lostLeasesMax = 3;
const quarantineReason = `Its worker died ${lostLeasesMax} times while fetching it`;

/** Suspends the feeds and says why. */
export async function quarantineFeeds(pool: pg.Pool, feedIds: string[], now: Date): Promise<void> {
  if (feedIds.length === 0) return;
  await changeSchedule(pool, await findLanes(pool, feedIds), async (tx) => {
    await stopFeeds(tx, feedIds);
    await tx.query(
      "update feeds set suspended = true, last_fetch_status = 'permanent_error', last_fetch_error = $2 where id = any($1::uuid[])",
      [feedIds, quarantineReason],
    );
    await tx.query(
      `insert into dead_letters (id, kind, feed_id, reason, created_at)
       select d.id, 'fetch', d.feed_id, $3, $4 from unnest($1::uuid[], $2::uuid[]) d(id, feed_id)`,
      [feedIds.map(() => uuidV7(now)), feedIds, quarantineReason, now],
    );
  });
}

type NewDeadLetter = Pick<DeadLetter, "kind" | "feedId" | "itemId" | "reason">;

/** Work that was given up, for an operator to look at. */
export async function addDeadLetter(tx: Queryable, letter: NewDeadLetter, now: Date): Promise<void> {
  const { kind, feedId, itemId, reason } = letter;
  await tx.query(
    "insert into dead_letters (id, kind, feed_id, item_id, reason, created_at) values ($1, $2, $3, $4, $5, $6)",
    [uuidV7(now), kind, feedId, itemId, reason, now],
  );
}

/** Newest first. Complete, for callers that can read the database anyway. */
export async function listDeadLetters(db: Queryable, limit: number): Promise<DeadLetter[]> {
  return list(db, limit, "true");
}

/** As above; but which feed of a person's own it is, no page tells anybody else: its address often carries a key. */
export async function listDeadLettersForPage(db: Queryable, limit: number): Promise<DeadLetter[]> {
  return list(db, limit, "f.owner_id is null");
}

async function list(db: Queryable, limit: number, isTold: string): Promise<DeadLetter[]> {
  const { rows } = await db.query<DeadLetter>(
    `select d.id, d.kind, f.id as "feedId", i.id as "itemId", coalesce(i.url, f.url) as url, d.reason,
       d.created_at as "createdAt"
     from dead_letters d left join feeds f on f.id = d.feed_id and ${isTold}
       left join items i on i.id = d.item_id and i.feed_id = f.id
     order by d.created_at desc, d.id desc limit $1`,
    [limit],
  );
  return rows;
}

/** Of these ids, whatever was written, those that there are. */
export async function findDeadLetters(db: Queryable, ids: string[]): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>("select id from dead_letters where id::text = any($1::text[])", [
    ids,
  ]);
  return rows.map(({ id }) => id);
}

export async function countDeadLetters(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ count: number }>("select count(*)::int as count from dead_letters");
  return rows[0]?.count ?? 0;
}

/** Tries again what was given up: a feed is due at once, an item waits for its analysis as if it were new. */
export async function replayDeadLetters(pool: pg.Pool, ids: string[], now: Date): Promise<number> {
  const { rows } = await pool.query<{ feed_id: string }>(
    "select feed_id from dead_letters where id = any($1::uuid[]) and kind = 'fetch' and feed_id is not null",
    [ids],
  );
  const feedIds = rows.map((row) => row.feed_id);
  return changeSchedule(pool, await findLanes(pool, feedIds), async (tx) => {
    await makeDue(tx, feedIds, headOfLane(now), now);
    await tx.query("update feeds set suspended = false where id = any($1::uuid[])", [feedIds]);
    await tx.query(
      `select retry_analyses(array_agg(item_id)) from dead_letters
       where id = any($1::uuid[]) and kind = 'analysis' and item_id is not null`,
      [ids],
    );
    return dropDeadLetters(tx, ids);
  });
}

/** Forgets them; what they were about stays as it is. */
export async function dropDeadLetters(db: Queryable, ids: string[]): Promise<number> {
  const { rowCount } = await db.query("delete from dead_letters where id = any($1::uuid[])", [ids]);
  return rowCount ?? 0;
}

export async function deleteOldDeadLetters(db: Queryable, before: Date): Promise<number> {
  const { rowCount } = await db.query("delete from dead_letters where created_at < $1", [before]);
  return rowCount ?? 0;
}
