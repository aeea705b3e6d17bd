import type pg from "pg";
import { change, changeFeed, type FeedChanges, writeChanges } from "./change-feed-store.ts";
import { findTwin } from "./find-twin-store.ts";
import { laneOf, rootDomainOf } from "../schedule/lane.ts";
import { headOfLane } from "../schedule/change-schedule-store.ts";

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
    const { rowCount } = await tx.query(startAnew, [feedId, url, rootDomainOf(url)]);
    if (rowCount === 0) return false;
    // Last: a root domain that was asked for holds against the new address's own.
    await writeChanges(tx, feedId, changes, now);
    await tx.query("delete from feed_aliases where url = $1", [url]);
    await tx.query(
      `update feed_schedules s set lane = $2, why_next = null, next_run_at = case when f.polling then $3 else s.next_run_at end
       from feeds f where f.id = $1 and s.feed_id = f.id`,
      [feedId, lane, headOfLane(now)],
    );
    return true;
  });
  if (twin !== null) return { kind: "taken", by: twin };
  return { kind: changed ? "changed" : "unknown" };
}

const keepOldAddress = `
insert into feed_aliases (url, feed_id)
select url, id from feeds where id = $1 and owner_id is null and deleted_at is null and url <> $2
on conflict (url) do update set feed_id = excluded.feed_id`;

const startAnew = `
update feeds set url = $2, root_domain = case when root_domain is null then null else $3 end,
  etag = null, last_modified = null, validators_url = null, body_hash = null, entries_digest = null, seen = null, hints = null,
  discovered = null, last_fetch_status = null, last_fetch_error = null, retry_count = 0, failure_class = null,
  class_failures = 0, circuit_opened_at = null, circuit_until = null, probes = 0, suspended = false, not_before = null
where id = $1 and deleted_at is null`;
