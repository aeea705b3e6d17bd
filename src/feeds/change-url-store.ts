import type pg from "pg";
import { change, changeFeed, type FeedChanges, writeChanges } from "./change-feed-store.ts";
import { findTwin } from "./find-feed-store.ts";
import { laneOf, rootDomainOf } from "../schedule/lane.ts";
import { restartInLane } from "../schedule/move-store.ts";

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
