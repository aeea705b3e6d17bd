import type { Queryable } from "../database/transaction.ts";
import { refusalOfFeed } from "./fetch-log-store.ts";
import type { FeedSettings } from "./feed-settings.ts";

export type ListedFeed = {
  id: string;
  url: string;
  name: string | null;
  title: string | null;
  rootDomain: string | null;
  published: boolean;
  personal: boolean;
  enabled: boolean;
  polling: boolean;
  suspended: boolean;
  adaptive: boolean;
  /** Of its own; null is as the server is set. */
  intervalMinutes: number | null;
  adaptiveIntervalMinutes: number | null;
  status: string | null;
  /** For the operator: where our own network policy refused the feed, it names the address. */
  lastError: string | null;
  lastFetchedAt: Date | null;
  lastSuccessAt: Date | null;
  nextRunAt: Date | null;
  queueState: string;
  subscribers: number;
  deletedAt: Date | null;
};

/** The dashboard's three states and the stored ones by their own names. */
export const statusFilters = {
  working: ["success"],
  pending: [null],
  error: ["temporary_error", "permanent_error", "unauthorized"],
  success: ["success"],
  temporary_error: ["temporary_error"],
  permanent_error: ["permanent_error"],
  unauthorized: ["unauthorized"],
} satisfies Record<string, (string | null)[]>;
export type StatusFilter = keyof typeof statusFilters;

export type FeedFilter = {
  status?: StatusFilter;
  rootDomain?: string;
  /** Deleted feeds instead of live ones. */
  deleted?: boolean;
  enabled?: boolean;
  limit: number;
};

/** By address, so that the same question has the same answer. */
export async function listFeeds(db: Queryable, filter: FeedFilter): Promise<ListedFeed[]> {
  const { status, rootDomain = null, deleted = false, enabled = null, limit } = filter;
  const statuses: (string | null)[] | null = status === undefined ? null : statusFilters[status];
  const { rows } = await db.query<ListedFeed>(
    `select f.id, f.url, f.name, f.title, f.root_domain as "rootDomain", f.published, f.owner_id is not null as personal,
       f.enabled, f.polling, f.suspended, f.adaptive, f.own_interval_minutes as "intervalMinutes",
       f.interval_minutes as "adaptiveIntervalMinutes",
       f.last_fetch_status as status, coalesce(${refusalOfFeed}, f.last_fetch_error) as "lastError", f.last_fetched_at as "lastFetchedAt",
       f.last_success_at as "lastSuccessAt", s.next_run_at as "nextRunAt", s.fetch_status as "queueState",
       (select count(*)::int from subscriptions where feed_id = f.id) as subscribers, f.deleted_at as "deletedAt"
     from feeds f join feed_schedules s on s.feed_id = f.id
     where (f.deleted_at is not null) = $1 and ($2::text is null or f.root_domain = $2)
       and ($3::text[] is null or coalesce(f.last_fetch_status, 'pending') = any($3))
       and ($4::boolean is null or f.enabled = $4)
     order by f.url collate natural_order, f.id limit $5`,
    [deleted, rootDomain, statuses?.map((one) => one ?? "pending") ?? null, enabled, limit],
  );
  return rows;
}

export type RootDomain = { rootDomain: string; feeds: number };

export async function listRootDomains(db: Queryable): Promise<RootDomain[]> {
  const { rows } = await db.query<RootDomain>(
    `select root_domain as "rootDomain", count(*)::int as feeds from feeds
     where root_domain is not null and deleted_at is null group by root_domain order by root_domain`,
  );
  return rows;
}

export type ExportedFeed = {
  url: string;
  settings: FeedSettings;
  title: string | null;
  siteUrl: string | null;
  hasHeaders: boolean;
};

/** Shared live feeds by address: the published ones, or all. A person's own feeds are theirs to export. */
export async function exportFeeds(db: Queryable, { all }: { all: boolean }): Promise<ExportedFeed[]> {
  const { rows } = await db.query<ExportedFeed>(
    `select url, title, site_url as "siteUrl", headers is not null as "hasHeaders", json_build_object(
       'name', name, 'rootDomain', root_domain, 'published', published, 'enabled', enabled, 'polling', polling,
       'adaptive', adaptive, 'intervalMinutes', own_interval_minutes, 'failurePolicy', failure_policy,
       'enforceFeedDomain', enforce_feed_domain, 'fullText', full_text, 'analyzer', analyzer, 'prompt', prompt,
       'cacheScope', cache_scope) as settings
     from feeds where deleted_at is null and owner_id is null and (published or $1) order by url`,
    [all],
  );
  return rows;
}
