import type pg from "pg";
import type { Queryable } from "../database/transaction.ts";
import { type FeedSettings, settingColumns } from "./feed-settings.ts";
import { changeFeedSchedule } from "../schedule/change-schedule-store.ts";
import { stopFeeds, updateRunnable } from "../schedule/move-store.ts";
import { markStale } from "./stale-feed-store.ts";

/** Headers are encrypted. */
export type FeedChanges = Partial<FeedSettings> & { headers?: Buffer | null };

/** What decides which items of a document are stored, or which document the server sends. */
const selectingSettings = new Set<keyof FeedChanges>(["enforceFeedDomain", "rootDomain", "headers"]);

/**
 * What lets a fetch pass over a document or an item it knows. Under another selection it knows neither: with a validator
 * left, the server would answer "not modified", and what was left out before would never come.
 */
const documentColumns = ["validators_url", "etag", "last_modified", "body_hash", "seen"];

/** Changes nothing but what is named: a schedule stays, and a disabled feed's has no effect. False: no such live feed. */
export async function changeFeed(pool: pg.Pool, feedId: string, changes: FeedChanges, now: Date): Promise<boolean> {
  return change(pool, { feedId, now }, (tx) => writeChanges(tx, feedId, changes, now));
}

/** Within `change`, which writes what follows from it. */
export async function writeChanges(db: Queryable, feedId: string, changes: FeedChanges, now: Date): Promise<boolean> {
  const entries = Object.entries(changes) as [keyof FeedChanges, unknown][];
  const written = entries.map(([name], index) => ({ name, column: settingColumns[name], value: `$${index + 3}` }));
  const selecting = written.filter(({ name }) => selectingSettings.has(name));
  const differs = selecting.map(({ column, value }) => `${column} is distinct from ${value}`).join(" or ");
  const assignments = [
    "updated_at = $2",
    ...written.map(({ column, value }) => `${column} = ${value}`),
    ...(differs === ""
      ? []
      : documentColumns.map((column) => `${column} = case when ${differs} then null else ${column} end`)),
  ];
  // An adaptive interval starts again from what was set.
  if ("intervalMinutes" in changes || "adaptive" in changes) assignments.push("interval_minutes = null");
  const { rowCount } = await db.query(
    `update feeds set ${assignments.join(", ")} where id = $1 and deleted_at is null`,
    [feedId, now, ...entries.map(([, value]) => value)],
  );
  return rowCount === 1;
}

export async function deleteFeed(pool: pg.Pool, feedId: string, now: Date): Promise<boolean> {
  return change(pool, { feedId, now }, async (tx) => {
    const { rowCount } = await tx.query(
      "update feeds set deleted_at = $2, updated_at = $2 where id = $1 and deleted_at is null",
      [feedId, now],
    );
    await stopFeeds(tx, [feedId]);
    return rowCount === 1;
  });
}

/** For good, with items and log. False while a worker holds it, who would write items of a feed that is gone. */
export async function purgeFeed(pool: pg.Pool, feedId: string, now: Date): Promise<boolean> {
  await deleteFeed(pool, feedId, now);
  await deleteItems(pool, feedId);
  return change(pool, { feedId, now }, async (tx) => {
    const { rowCount } = await tx.query(
      `delete from feeds f using feed_schedules s
       where f.id = $1 and s.feed_id = f.id and (s.lease_id is null or s.locked_until < $2)`,
      [feedId, now],
    );
    if (rowCount === 1) await tx.query("delete from fetch_logs where feed_id = $1", [feedId]);
    return rowCount === 1;
  });
}

// A feed may have a hundred thousand, and its lane waits for the transaction that locks it.
const itemsPerStatement = 2_000;

async function deleteItems(pool: pg.Pool, feedId: string): Promise<void> {
  for (;;) {
    const { rows } = await pool.query<{ deleted: number }>("select delete_items($1, $2) as deleted", [
      feedId,
      itemsPerStatement,
    ]);
    if (rows[0]?.deleted === 0) return;
  }
}

/**
 * Before the items of feeds deleted long enough ago go: somebody who adds such a feed meanwhile gets it back, and what is in its document
 * must come once more instead of counting as known.
 */
export async function forgetDeletedFeeds(db: Queryable, before: Date): Promise<void> {
  await db.query(
    "select forget_fetches(id) from feeds where deleted_at < $1 and (seen is not null or validators_url is not null)",
    [before],
  );
}

/** Feeds deleted long enough ago, whose items are gone. One that came back while this waited for it stays. Returns how many went. */
export async function purgeDeletedFeeds(db: Queryable, before: Date, count: number): Promise<number> {
  const { rowCount } = await db.query(
    `delete from feeds where deleted_at < $1 and id in (
       select f.id from feeds f join feed_schedules s on s.feed_id = f.id
       where f.deleted_at < $1 and s.lease_id is null limit $2)`,
    [before, count],
  );
  return rowCount ?? 0;
}

type Change = { feedId: string; now: Date; otherLane?: string };

/** Under the lock of the feed's lane; whether it may run, and that its XML may differ now, is written with it. False: nothing was changed. */
export async function change(
  pool: pg.Pool,
  { feedId, now, otherLane }: Change,
  write: (tx: pg.PoolClient) => Promise<boolean>,
): Promise<boolean> {
  const otherLanes = otherLane === undefined ? [] : [otherLane];
  const changed = await changeFeedSchedule(pool, { feedId, otherLanes }, async (tx) => {
    const written = await write(tx);
    if (written) {
      await updateRunnable(tx, [feedId]);
      await markStale(tx, [feedId], now);
    }
    return written;
  });
  return changed ?? false;
}
