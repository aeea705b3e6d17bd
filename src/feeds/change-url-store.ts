import type pg from "pg";
import { change } from "./change-feed-store.ts";
import { findTwin } from "./find-twin-store.ts";
import { laneOf, rootDomainOf } from "./lane.ts";
import { headOfLane } from "./schedule-store.ts";

export type UrlChange = { kind: "changed" } | { kind: "taken"; by: string } | { kind: "unknown" };

/**
 * Another address for the same feed: everything learnt from the old one is forgotten (C18), the old address keeps
 * leading here, and a feed that polls is due at once.
 */
export async function changeFeedUrl(
  pool: pg.Pool,
  feedId: string,
  { url, lanes, now }: { url: string; lanes: number; now: Date },
): Promise<UrlChange> {
  const lane = laneOf(url, lanes);
  let twin: string | null = null;
  const changed = await change(pool, { feedId, now, otherLane: lane }, async (tx) => {
    twin = await findTwin(tx, feedId, url);
    if (twin !== null) return false;
    await tx.query(
      `insert into feed_aliases (url, feed_id) select url, id from feeds where id = $1 and owner_id is null and url <> $2
       on conflict (url) do update set feed_id = excluded.feed_id`,
      [feedId, url],
    );
    await tx.query("delete from feed_aliases where url = $1", [url]);
    const { rowCount } = await tx.query(startAnew, [feedId, url, rootDomainOf(url), now]);
    await tx.query(
      `update feed_schedules s set host = $2, why_next = null, next_run_at = case when f.polling then $3 else s.next_run_at end
       from feeds f where f.id = $1 and s.feed_id = f.id`,
      [feedId, lane, headOfLane(now)],
    );
    return rowCount === 1;
  });
  if (twin !== null) return { kind: "taken", by: twin };
  return { kind: changed ? "changed" : "unknown" };
}

const startAnew = `
update feeds set url = $2, updated_at = $4, root_domain = case when root_domain is null then null else $3 end,
  etag = null, last_modified = null, validators_url = null, body_hash = null, entries_digest = null, seen = null, hints = null,
  discovered = null, last_fetch_status = null, last_fetch_error = null, retry_count = 0, failure_class = null,
  class_failures = 0, circuit_opened_at = null, circuit_until = null, probes = 0, suspended = false, not_before = null
where id = $1`;
