import { type Queryable, retrying } from "../database/transaction.ts";

// Feeds whose clean feed no longer matches their items or settings: marked by every writer of these, claimed by publishing.

/** In SQL: marks feeds; `rows` selects each feed_id and since when. */
export function markStaleSql(rows: string): string {
  return `insert into stale_feeds (feed_id, since) ${rows} on conflict (feed_id) do update set since = excluded.since`;
}

/** Their clean feeds may say something else now. A feed that is not published has none. */
export async function markStale(tx: Queryable, feedIds: string[], now: Date): Promise<void> {
  const published = "select id, $2 from feeds where id = any($1::uuid[]) and published order by id";
  await tx.query(markStaleSql(published), [feedIds, now]);
}

/** `since` as PostgreSQL writes it: a Date would lose the microseconds and never match again. */
export type StaleFeed = { feedId: string; since: string; leaseId: string };

/** Published, and fetched at least once: a feed counts as empty only after a fetch. */
const isServed = `f.published and f.deleted_at is null
  and (f.last_success_at is not null or exists (select from items i where i.feed_id = f.id))`;

/** Claims feeds whose XML no longer matches their items; those that are not served are dropped. */
export async function claimStaleFeeds(
  db: Queryable,
  claim: { now: Date; until: Date; count: number; leaseId: string },
): Promise<StaleFeed[]> {
  const { rows } = await retrying(() =>
    db.query<{ feed_id: string; since: string }>({
      name: "claim-stale",
      text: `
with picked as materialized (
  select feed_id from stale_feeds where locked_until is null or locked_until < $1 order by since limit $2 for update skip locked
),
unread as (
  delete from stale_feeds s using picked p join feeds f on f.id = p.feed_id
  where s.feed_id = p.feed_id and not (${isServed})
)
update stale_feeds s set locked_until = $3, lease_id = $4 from picked p join feeds f on f.id = p.feed_id
where s.feed_id = p.feed_id and ${isServed}
returning s.feed_id, s.since::text`,
      values: [claim.now, claim.count, claim.until, claim.leaseId],
    }),
  );
  return rows.map(({ feed_id, since }) => ({ feedId: feed_id, since, leaseId: claim.leaseId }));
}

/**
 * Done, unless it became stale again meanwhile: then it waits to be claimed again. The update asks whether the delete
 * found the row, and not for `since <> $3`: its snapshot still has the old time if the new one came while it ran.
 */
export async function finishStaleFeed(db: Queryable, { feedId, since, leaseId }: StaleFeed): Promise<void> {
  await db.query({
    name: "finish-stale",
    text: `
with gone as (delete from stale_feeds where feed_id = $1 and lease_id = $2 and since = $3 returning feed_id)
update stale_feeds set lease_id = null, locked_until = null
where feed_id = $1 and lease_id = $2 and not exists (select from gone)`,
    values: [feedId, leaseId, since],
  });
}

/** Releases what a dead worker had claimed; `leases` are the first and the last id its leases can have. */
export async function releaseStaleFeeds(tx: Queryable, leases: [string, string]): Promise<void> {
  await tx.query(
    "update stale_feeds set lease_id = null, locked_until = null where lease_id between $1 and $2",
    leases,
  );
}
