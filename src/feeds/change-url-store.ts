import type pg from "pg";
import { change, changeFeed, type FeedChanges, writeChanges } from "./change-feed-store.ts";
import { findTwin } from "./find-feed-store.ts";
import { changeFeedSchedule, findLanes } from "../schedule/change-schedule-store.ts";
import { laneOf, rootDomainOf } from "../schedule/lane.ts";
import { moveToLane, restartInLane, stopFeeds, takeOverTime, updateRunnable } from "../schedule/move-store.ts";
import { markStaleSql } from "./stale-feed-store.ts";

/** "unknown": no such live feed. */
export type UrlChange = { kind: "changed" } | { kind: "taken"; by: string } | { kind: "unknown" };
/** `url` null: it stays. */
type Wanted = { url: string | null; changes?: FeedChanges; lanes: number; now: Date };

/**
 * Another address for the same feed: everything learnt from the old one is forgotten, the old address keeps
 * leading here, and a feed that polls is due at once. With it whatever else is to change, all or nothing: headers that are
 * to be forgotten must not be sent to the new host by a worker that was faster.
 */
export async function changeFeedUrl(
  pool: pg.Pool,
  feedId: string,
  { url, changes = {}, lanes, now }: Wanted,
): Promise<UrlChange> {
  if (url === null) return { kind: (await changeFeed(pool, feedId, changes, now)) ? "changed" : "unknown" };
  const lane = laneOf(url, lanes);
  let twin: string | null = null;
  const changed = await change(pool, { feedId, now, otherLane: lane }, async (tx) => {
    twin = await findTwin(tx, feedId, url);
    if (twin !== null) return false;
    await tx.query(keepOldAddress, [feedId, url]);
    const { rows } = await tx.query<{ polling: boolean }>(changeAddress, [feedId, url, rootDomainOf(url)]);
    const [feed] = rows;
    if (feed === undefined) return false;
    await tx.query("select forget_fetches($1)", [feedId]);
    // Last: a root domain that was asked for holds against the new address's own.
    await writeChanges(tx, feedId, changes, now);
    await tx.query("delete from feed_aliases where url = $1", [url]);
    await restartInLane(tx, { feedId, lane, polling: changes.polling ?? feed.polling, now });
    return true;
  });
  if (twin !== null) return { kind: "taken", by: twin };
  return { kind: changed ? "changed" : "unknown" };
}

const keepOldAddress = `
insert into feed_aliases (url, feed_id)
select url, id from feeds where id = $1 and owner_id is null and deleted_at is null and url <> $2
on conflict (url) do update set feed_id = excluded.feed_id`;

// The server of the old address named a time for itself, not for another one.
const changeAddress = `
update feeds set url = $2, root_domain = case when root_domain is null then null else $3 end, not_before = null
where id = $1 and deleted_at is null
returning polling`;

export type Move = { kind: "moved" } | { kind: "merged"; into: string } | { kind: "unchanged" };

/**
 * The server moved the feed for good and the new address gave a feed. Where another feed has that address already
 * the two become one. `from`: the feed with the address that redirects. A transaction of its own, after the completion: a clash
 * must not fail the status write.
 */
export async function moveFeed(pool: pg.Pool, from: Live, newUrl: string, lanes: number): Promise<Move> {
  const feedId = from.id;
  const newLane = laneOf(newUrl, lanes);
  // One that was added under another number of lanes may live in a lane of its own.
  const twin = await findTwin(pool, feedId, newUrl);
  const otherLanes = [newLane, ...(twin === null ? [] : await findLanes(pool, [twin]))];

  const moved = await changeFeedSchedule(pool, { feedId, otherLanes }, (tx) => move(tx, { from, newUrl, newLane }));
  return moved ?? { kind: "unchanged" };
}

async function move(
  tx: pg.PoolClient,
  { from, newUrl, newLane }: { from: Live; newUrl: string; newLane: string },
): Promise<Move> {
  const feedId = from.id;
  const live = await lockWithTwin(tx, feedId, newUrl);
  // A person may have given it another address meanwhile: then the old one's redirect says nothing.
  if (!live.some(({ id, url }) => id === feedId && url === from.url)) return { kind: "unchanged" };
  const twin = live.find(({ id }) => id !== feedId)?.id ?? null;
  await tx.query(
    `insert into feed_aliases (url, feed_id) select url, $2 from feeds where id = $1 and owner_id is null
     on conflict (url) do update set feed_id = excluded.feed_id`,
    [feedId, twin ?? feedId],
  );
  if (twin !== null) {
    await mergeFeeds(tx, feedId, twin);
    return { kind: "merged", into: twin };
  }
  // Validators stay: they name the URL that gave them, which is the new one. A root domain that was taken from the old
  // address follows, or the next fetch would drop what this one stored; one that was set by hand stays.
  await tx.query(
    `update feeds set url = $2, root_domain = case when root_domain = $3 then $4 else root_domain end, updated_at = now()
     where id = $1`,
    [feedId, newUrl, rootDomainOf(from.url), rootDomainOf(newUrl)],
  );
  await moveToLane(tx, feedId, newLane);
  await tx.query("delete from feed_aliases where url = $1", [newUrl]);
  return { kind: "moved" };
}

type Live = { id: string; url: string };

/** Both rows locked in id order, so that two merges cannot wait for each other; what changed until then is not returned. */
async function lockWithTwin(tx: pg.PoolClient, feedId: string, newUrl: string): Promise<Live[]> {
  const twin = await findTwin(tx, feedId, newUrl);
  const { rows } = await tx.query<Live>(
    `select id, url from feeds where id in ($1, $2) and deleted_at is null and (id = $1 or url = $3) order by id for update`,
    [feedId, twin, newUrl],
  );
  return rows;
}

/**
 * Two feeds turned out to be one: people and their states move over, of the items those alone that somebody starred and the target
 * lacks, and the old addresses lead to the target. The caller has locked both lanes and both rows.
 */
async function mergeFeeds(tx: pg.PoolClient, feedId: string, target: string): Promise<void> {
  await tx.query("select move_kept_items($1, $2)", [feedId, target]);
  await tx.query(markStaleSql("select id, now() from feeds where id = $1 and published"), [target]);
  const readers = await moveSubscriptions(tx, feedId, target);
  await tx.query("select copy_item_states($1, $2)", [feedId, target]);
  await tx.query("update feed_aliases set feed_id = $2 where feed_id = $1", [feedId, target]);
  if (readers > 0) await keepRunning(tx, feedId, target);
  await tx.query(
    "update feeds set merged_into = $2, deleted_at = now(), enabled = false, updated_at = now() where id = $1",
    [feedId, target],
  );
  await stopFeeds(tx, [feedId]);
}

/** People who already read both keep their subscription to the target. Returns how many read the old one. */
async function moveSubscriptions(tx: pg.PoolClient, feedId: string, target: string): Promise<number> {
  const moved = await tx.query(
    `update subscriptions s set feed_id = $2, updated_at = now() where feed_id = $1
     and not exists (select from subscriptions t where t.user_id = s.user_id and t.feed_id = $2)`,
    [feedId, target],
  );
  const doubled = await tx.query("delete from subscriptions where feed_id = $1", [feedId]);
  return (moved.rowCount ?? 0) + (doubled.rowCount ?? 0);
}

/**
 * Readers of a feed that ran must not end at one that the operator had switched off, or that was given up: its address has
 * just given a feed. A time that the target's server named holds all the same.
 */
async function keepRunning(tx: pg.PoolClient, feedId: string, target: string): Promise<void> {
  await tx.query(
    `update feeds target set enabled = target.enabled or old.enabled, polling = target.polling or old.polling,
       suspended = target.suspended and old.suspended, updated_at = now()
     from feeds old where old.id = $1 and target.id = $2`,
    [feedId, target],
  );
  await takeOverTime(tx, feedId, target);
  await updateRunnable(tx, [target]);
}
