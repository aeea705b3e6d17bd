import type { Queryable } from "../../database/transaction.ts";

export const subscriptionStates = ["all", "working", "pending", "error"] as const;
export type SubscriptionState = (typeof subscriptionStates)[number];

/** Which part of a person's list is asked for; pages count from 1. */
export type FeedQuery = { search: string; status: SubscriptionState; page: number };

/** A subscription with the feed behind it, as far as its reader may see it. */
export type ListedSubscription = {
  id: string;
  name: string;
  feedId: string;
  url: string;
  /** With headers of the reader's own, for them alone. */
  isOwn: boolean;
  isEnabled: boolean;
  isDeleted: boolean;
  status: "success" | "temporary_error" | "permanent_error" | "unauthorized" | null;
  error: string | null;
  discovered: { url: string; title: string | null }[] | null;
  lastFetchedAt: Date | null;
  lastSuccessAt: Date | null;
  nextRunAt: Date | null;
  queueState: "IDLE" | "QUEUED" | "FETCHING";
};

export type FeedCounts = Record<SubscriptionState, number>;
type ListPage = { rows: ListedSubscription[]; counts: FeedCounts; page: number; pages: number };

export const rowsPerPage = 20;

// Each table is read once, by a list of ids, in a CTE of its own. Joined row by row, PostgreSQL sorts the policy's array of
// all the person's feeds again for every row: 0.9 ms each with 2,000 feeds.

/** In a person's own transaction: row-level security is what makes it their list. A page beyond the last is the last. */
export async function listPage(tx: Queryable, { search, status, page }: FeedQuery): Promise<ListPage> {
  const pattern = search === "" ? null : `%${search.replace(/[\\%_]/g, "\\$&")}%`;
  // One pass over a long list; what a row shows is read for the twenty alone.
  const { rows } = await tx.query<FeedCounts & { page: number; pages: number; ids: string[] }>(
    `with ${mine("$1::text is null or name ilike $1")},
     counted as (select ${countStates} from mine),
     paged as (select greatest(1, ceil("${status}" / ${rowsPerPage}.0))::int as pages from counted)
     select counted.*, pages, least($3, pages) as page, array(
       select id from mine where $2 in ('all', state) order by created_at desc, sort_name collate natural_order, id
       limit ${rowsPerPage} offset (least($3, pages) - 1) * ${rowsPerPage}
     ) as ids from counted, paged`,
    [pattern, status, page],
  );
  const [found] = rows;
  if (found === undefined) throw new Error("a count without a row");
  const { ids, page: shown, pages, ...counts } = found;
  return { rows: await findAllListed(tx, ids), counts, page: shown, pages };
}

export async function countByStatus(tx: Queryable): Promise<FeedCounts> {
  const { rows } = await tx.query<FeedCounts>(`with ${mine("true")} select ${countStates} from mine`);
  return rows[0] ?? { all: 0, working: 0, pending: 0, error: 0 };
}

/** Null for what is not on this person's list. */
export async function findListed(tx: Queryable, id: string): Promise<ListedSubscription | null> {
  const [found] = await findAllListed(tx, [id]);
  return found ?? null;
}

async function findAllListed(tx: Queryable, ids: string[]): Promise<ListedSubscription[]> {
  const { rows } = await tx.query<ListedSubscription>(
    `with s as materialized (select id, name, feed_id from subscriptions where id = any($1)),
     f as materialized (
       select id, url, owner_id, enabled, deleted_at, last_fetch_status, last_fetch_error, discovered, last_fetched_at,
         last_success_at from feeds where id = any(array(select feed_id from s))
     ),
     c as materialized (
       select feed_id, next_run_at, fetch_status from feed_schedules where feed_id = any(array(select feed_id from s))
     )
     select s.id, s.name, f.id as "feedId", f.url, f.owner_id is not null as "isOwn", f.enabled as "isEnabled",
       f.deleted_at is not null as "isDeleted", f.last_fetch_status as status, f.last_fetch_error as error, f.discovered,
       f.last_fetched_at as "lastFetchedAt", f.last_success_at as "lastSuccessAt", c.next_run_at as "nextRunAt",
       c.fetch_status as "queueState"
     from s join f on f.id = s.feed_id join c on c.feed_id = f.id order by array_position($1, s.id)`,
    [ids],
  );
  return rows;
}

// No status yet means pending. A feed that needs a login counts as an error.
const mine = (condition: string) => `
listed as materialized (select id, feed_id, created_at, lower(name) as sort_name from subscriptions where ${condition}),
fetched as materialized (select id, last_fetch_status from feeds where id = any(array(select feed_id from listed))),
mine as materialized (
  select l.id, l.created_at, l.sort_name, case when f.last_fetch_status is null then 'pending'
    when f.last_fetch_status = 'success' then 'working' else 'error' end as state
  from listed l join fetched f on f.id = l.feed_id
)`;
const countStates = `count(*)::int as "all", count(*) filter (where state = 'working')::int as working,
  count(*) filter (where state = 'pending')::int as pending, count(*) filter (where state = 'error')::int as error`;

/** Taken off the list within the last day, the latest first. */
export type RemovedSubscription = { id: string; name: string; removedAt: Date };

const removedShownMax = 20;

export async function listRemoved(tx: Queryable, since: Date): Promise<RemovedSubscription[]> {
  const { rows } = await tx.query<RemovedSubscription>(
    `select id, name, removed_at as "removedAt" from removed_subscriptions
     where removed_at > $1 order by removed_at desc, id limit ${removedShownMax}`,
    [since],
  );
  return rows;
}
