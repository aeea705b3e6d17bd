import type pg from "pg";
import { findTwin } from "./find-twin-store.ts";
import { laneOf, rootDomainOf } from "../schedule/lane.ts";
import { mergeFeeds } from "./merge-store.ts";
import { changeFeedSchedule, findLanes } from "../schedule/change-schedule-store.ts";
import { moveToLane } from "../schedule/move-store.ts";

export type Move = { kind: "moved" } | { kind: "merged"; into: string } | { kind: "unchanged" };

/**
 * The server moved the feed for good and the new address gave a feed. Where another feed has that address already
 * the two become one. A transaction of its own, after the completion: a clash must not fail the status write.
 */
export async function moveFeed(pool: pg.Pool, feedId: string, newUrl: string, lanes: number): Promise<Move> {
  const newLane = laneOf(newUrl, lanes);
  // One that was added under another number of lanes may live in a lane of its own.
  const twin = await findTwin(pool, feedId, newUrl);
  const otherLanes = [newLane, ...(twin === null ? [] : await findLanes(pool, [twin]))];

  const moved = await changeFeedSchedule(pool, { feedId, otherLanes }, (tx) => move(tx, { feedId, newUrl, newLane }));
  return moved ?? { kind: "unchanged" };
}

async function move(
  tx: pg.PoolClient,
  { feedId, newUrl, newLane }: { feedId: string; newUrl: string; newLane: string },
): Promise<Move> {
  const live = await lockWithTwin(tx, feedId, newUrl);
  const feed = live.find(({ id }) => id === feedId);
  if (feed === undefined) return { kind: "unchanged" };
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
    [feedId, newUrl, rootDomainOf(feed.url), rootDomainOf(newUrl)],
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
