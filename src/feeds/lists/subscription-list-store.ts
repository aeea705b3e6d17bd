import type { Queryable } from "../../database/transaction.ts";
import { dayMs, earlier } from "../../time.ts";

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
  folderId: string | null;
  folderName: string | null;
  inToday: boolean;
  pausedAt: Date | null;
  /** How often the reader wants it; null: as the site asks. */
  intervalMinutes: number | null;
  addedAt: Date;
  status: "success" | "temporary_error" | "permanent_error" | "unauthorized" | null;
  error: string | null;
  /** Of the last failure, by the names of the schedule's policy. */
  failureClass: string | null;
  discovered: { url: string; title: string | null }[] | null;
  lastFetchedAt: Date | null;
  lastSuccessAt: Date | null;
  nextRunAt: Date | null;
  queueState: "IDLE" | "QUEUED" | "FETCHING";
};

export type FeedCounts = Record<SubscriptionState, number>;
/** Under the id of a folder, `none` or `look` (feeds that need a look come first): how many feeds match. */
export type GroupCounts = Record<string, number>;
type ListPage = {
  rows: ListedSubscription[];
  counts: FeedCounts;
  groups: GroupCounts;
  page: number;
  pages: number;
};

export const rowsPerPage = 20;

// Each table is read once, by a list of ids, in a CTE of its own. Joined row by row, PostgreSQL sorts the policy's array of
// all the person's feeds again for every row: 0.9 ms each with 2,000 feeds.

/** In a person's own transaction: row-level security is what makes it their list. A page beyond the last is the last. */
export async function listPage(tx: Queryable, { search, status, page }: FeedQuery, now: Date): Promise<ListPage> {
  const pattern = search === "" ? null : `%${search.replace(/[\\%_]/g, "\\$&")}%`;
  // One pass over a long list; what a row shows is read for the twenty alone.
  const { rows } = await tx.query<FeedCounts & { page: number; pages: number; ids: string[]; groups: GroupCounts }>(
    `with ${mine("$1::text is null or name ilike $1", "$4")},
     counted as (select ${countStates} from mine),
     paged as (select greatest(1, ceil("${status}" / ${rowsPerPage}.0))::int as pages from counted),
     sorted as materialized (
       select mine.id, mine.part, row_number() over (
         order by part <> 'look', f.place, lower(f.name) collate natural_order, f.id, mine.created_at desc,
           sort_name collate natural_order, mine.id) as place
       from mine left join (select id, name, place from folders) f on f.id = mine.folder_id and part <> 'look'
       where $2 in ('all', state)
     )
     select counted.*, pages, least($3, pages) as page, array(
       select id from sorted where place > (least($3, pages) - 1) * ${rowsPerPage}
         and place <= least($3, pages) * ${rowsPerPage} order by place
     ) as ids, coalesce((select jsonb_object_agg(part, n) from (
       select part, count(*)::int as n from sorted group by part) g), '{}') as groups from counted, paged`,
    [pattern, status, page, brokenSince(now)],
  );
  const [found] = rows;
  if (found === undefined) throw new Error("a count without a row");
  const { ids, groups, page: shown, pages, ...counts } = found;
  return { rows: await findAllListed(tx, ids), counts, groups, page: shown, pages };
}

/** `count` of them, and the first few by name, each with what its last failure was. */
export type FeedsInTrouble = {
  count: number;
  named: { id: string; name: string; failureClass: string | null; error: string | null }[];
};

const troubledNamedMax = 3;

/** Stopped for good, or broken for a week, and not paused. */
export async function findFeedsInTrouble(tx: Queryable, now: Date): Promise<FeedsInTrouble> {
  const { rows } = await tx.query<FeedsInTrouble["named"][number] & { count: number }>(
    `with f as materialized (
       select id, last_fetch_status, last_success_at, failure_class, last_fetch_error from feeds where last_fetch_status <> 'success'
     )
     select l.id, l.name, f.failure_class as "failureClass", f.last_fetch_error as error, count(*) over ()::int as count
     from f join subscriptions l on l.feed_id = f.id where ${isForPerson("$1")}
     order by lower(l.name) collate "C", l.id limit ${troubledNamedMax}`,
    [brokenSince(now)],
  );
  return { count: rows[0]?.count ?? 0, named: rows.map(({ count: _count, ...feed }) => feed) };
}

/** Whether the person should do something about it: the same rule as in the list. */
export function needsLook({ status, pausedAt, lastSuccessAt, addedAt }: ListedSubscription, now: Date): boolean {
  if (pausedAt !== null || status === null || status === "success") return false;
  return status !== "temporary_error" || (lastSuccessAt ?? addedAt) < brokenSince(now);
}

/** A server that fails now and then is nobody's business but ours. */
const brokenDays = 7;

function brokenSince(now: Date): Date {
  return earlier(now, brokenDays * dayMs);
}

/** Null for what is not on this person's list. */
export async function findListed(tx: Queryable, id: string): Promise<ListedSubscription | null> {
  const [found] = await findAllListed(tx, [id]);
  return found ?? null;
}

export type OnList = { id: string; name: string; folderId: string | null };

/** Which of these addresses the person reads already. */
export async function findByUrl(tx: Queryable, urls: readonly string[]): Promise<Map<string, OnList>> {
  if (urls.length === 0) return new Map();
  const { rows } = await tx.query<OnList & { url: string }>(
    `with s as materialized (select id, name, feed_id, folder_id from subscriptions),
     f as materialized (select id, url from feeds where id = any(array(select feed_id from s)) and url = any($1))
     select s.id, s.name, s.folder_id as "folderId", f.url from f join s on s.feed_id = f.id`,
    [urls],
  );
  return new Map(rows.map(({ url, ...feed }) => [url, feed]));
}

async function findAllListed(tx: Queryable, ids: string[]): Promise<ListedSubscription[]> {
  const { rows } = await tx.query<ListedSubscription>(
    `with s as materialized (
       select id, name, feed_id, folder_id, in_today, paused_at, own_interval_minutes, created_at
       from subscriptions where id = any($1)
     ),
     f as materialized (
       select id, url, owner_id, enabled, deleted_at, last_fetch_status, last_fetch_error, failure_class, discovered,
         last_fetched_at, last_success_at from feeds where id = any(array(select feed_id from s))
     ),
     c as materialized (
       select feed_id, next_run_at, fetch_status from feed_schedules where feed_id = any(array(select feed_id from s))
     )
     select s.id, s.name, s.folder_id as "folderId", o.name as "folderName", s.in_today as "inToday",
       s.paused_at as "pausedAt", s.own_interval_minutes as "intervalMinutes", s.created_at as "addedAt", f.id as "feedId", f.url, f.owner_id is not null as "isOwn", f.enabled as "isEnabled",
       f.deleted_at is not null as "isDeleted", f.last_fetch_status as status, f.last_fetch_error as error,
       f.failure_class as "failureClass", f.discovered,
       f.last_fetched_at as "lastFetchedAt", f.last_success_at as "lastSuccessAt", c.next_run_at as "nextRunAt",
       c.fetch_status as "queueState"
     from s join f on f.id = s.feed_id join c on c.feed_id = f.id left join folders o on o.id = s.folder_id order by array_position($1, s.id)`,
    [ids],
  );
  return rows;
}

// No status yet means pending. A feed that needs a login counts as an error.
const isForPerson = (brokenSince: string) => `l.paused_at is null and (
  f.last_fetch_status in ('permanent_error', 'unauthorized')
  or f.last_fetch_status = 'temporary_error' and coalesce(f.last_success_at, l.created_at) < ${brokenSince})`;
const mine = (condition: string, brokenSince: string) => `
listed as materialized (
  select id, feed_id, folder_id, paused_at, created_at, lower(name) as sort_name from subscriptions where ${condition}
),
fetched as materialized (
  select id, last_fetch_status, last_success_at from feeds where id = any(array(select feed_id from listed))
),
mine as materialized (
  select l.id, l.created_at, l.sort_name, l.folder_id, case when f.last_fetch_status is null then 'pending'
    when f.last_fetch_status = 'success' then 'working' else 'error' end as state,
    case when ${isForPerson(brokenSince)} then 'look' else coalesce(l.folder_id::text, 'none') end as part
  from listed l join fetched f on f.id = l.feed_id
)`;
const countStates = `count(*)::int as "all", count(*) filter (where state = 'working')::int as working,
  count(*) filter (where state = 'pending')::int as pending, count(*) filter (where state = 'error')::int as error`;

/** Taken off the list in one go, within the last day. */
export type Removal = { removedAt: Date; feeds: { id: string; name: string }[] };

const removalsShownMax = 20;

/** The latest first. */
export async function listRemovals(tx: Queryable, since: Date): Promise<Removal[]> {
  const { rows } = await tx.query<Removal>(
    `select removed_at as "removedAt", jsonb_agg(jsonb_build_object('id', id, 'name', name) order by lower(name), id) as feeds
     from removed_subscriptions where removed_at > $1
     group by removed_at order by removed_at desc limit ${removalsShownMax}`,
    [since],
  );
  return rows;
}
