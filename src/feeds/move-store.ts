import type pg from "pg";
import { laneOf } from "./lane.ts";
import { changeSchedule, findLane } from "./schedule-store.ts";

export type Move = { kind: "moved" } | { kind: "merged"; into: string } | { kind: "unchanged" };

/**
 * The server moved the feed for good and the new address gave a feed (C38). Where another feed has that address already
 * the two become one: people and their states move over, items do not, and the old address keeps leading there.
 * A transaction of its own, after the completion: a clash must not fail the status write (L26).
 */
export async function moveFeed(pool: pg.Pool, feedId: string, newUrl: string, lanes: number): Promise<Move> {
  const oldLane = await findLane(pool, feedId);
  if (oldLane === null) return { kind: "unchanged" };
  const newLane = laneOf(newUrl, lanes);

  return changeSchedule(pool, [oldLane, newLane], async (tx) => {
    const live = await lockWithTwin(tx, feedId, newUrl);
    if (!live.includes(feedId)) return { kind: "unchanged" };
    const twin = live.find((id) => id !== feedId) ?? null;
    await tx.query(
      `insert into feed_aliases (url, feed_id) select url, $2 from feeds where id = $1 and owner_id is null
       on conflict (url) do update set feed_id = excluded.feed_id`,
      [feedId, twin ?? feedId],
    );
    if (twin === null) {
      // Validators stay: they name the URL that gave them, which is the new one.
      await tx.query("update feeds set url = $2, updated_at = now() where id = $1", [feedId, newUrl]);
      await tx.query("update feed_schedules set host = $2 where feed_id = $1", [feedId, newLane]);
      await tx.query("delete from feed_aliases where url = $1", [newUrl]);
      return { kind: "moved" };
    }
    await mergeInto(tx, feedId, twin);
    return { kind: "merged", into: twin };
  });
}

/** Both rows locked in id order, so that two merges cannot wait for each other. */
async function lockWithTwin(tx: pg.PoolClient, feedId: string, newUrl: string): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `select f.id from feeds f join feeds me on me.id = $1
     where f.deleted_at is null and (f.id = $1 or (f.url = $2 and f.owner_id is not distinct from me.owner_id))
     order by f.id for update of f`,
    [feedId, newUrl],
  );
  return rows.map(({ id }) => id);
}

async function mergeInto(tx: pg.PoolClient, feedId: string, target: string): Promise<void> {
  // Whoever reads both already keeps the subscription they have to the target.
  await tx.query(
    `update subscriptions s set feed_id = $2, updated_at = now() where feed_id = $1
     and not exists (select from subscriptions t where t.user_id = s.user_id and t.feed_id = $2)`,
    [feedId, target],
  );
  await tx.query("delete from subscriptions where feed_id = $1", [feedId]);
  await tx.query(
    `insert into item_states (user_id, item_id, read_at, starred_at, hidden_at)
     select s.user_id, new.id, s.read_at, s.starred_at, s.hidden_at
     from items old join item_states s on s.item_id = old.id join items new on new.feed_id = $2 and new.hash = old.hash
     where old.feed_id = $1
     on conflict (user_id, item_id) do update set read_at = coalesce(item_states.read_at, excluded.read_at),
       starred_at = coalesce(item_states.starred_at, excluded.starred_at)`,
    [feedId, target],
  );
  await tx.query("update feed_aliases set feed_id = $2 where feed_id = $1", [feedId, target]);
  await tx.query(
    "update feeds set merged_into = $2, deleted_at = now(), enabled = false, updated_at = now() where id = $1",
    [feedId, target],
  );
  await tx.query("update feed_schedules set runnable = false, next_run_at = null where feed_id = $1", [feedId]);
}
