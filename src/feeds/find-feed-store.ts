import type { Queryable } from "../database/transaction.ts";
import { refusalOfFeed } from "./fetch-log-store.ts";
import type { FeedSettings } from "./feed-settings.ts";
import type { WhyNext } from "../schedule/policy/why-next.ts";

/** A feed as somebody named it, with what decides whether anything may be done to it. */
export type NamedFeed = {
  id: string;
  url: string;
  ownerId: string | null;
  enabled: boolean;
  polling: boolean;
  nextRunAt: Date | null;
  deletedAt: Date | null;
  mergedInto: string | null;
};

// More than two are shown to nobody: they only say that the prefix is too short.
const foundMax = 5;
export const idDigits = 32;

/** By address; by a former one only where no live feed has it. */
export async function findFeedsByUrl(db: Queryable, urls: string[]): Promise<NamedFeed[]> {
  return find(
    db,
    `url = any($1::text[]) or id in (select feed_id from feed_aliases where url = any($1::text[])
       and not exists (select from feeds where url = any($1::text[]) and deleted_at is null))`,
    [urls],
  );
}

/** By the first hexadecimal digits of an id. */
export async function findFeedsByIdPrefix(db: Queryable, digits: string): Promise<NamedFeed[]> {
  return find(db, "id between $1 and $2", [digits.padEnd(idDigits, "0"), digits.padEnd(idDigits, "f")]);
}

/** Live feeds first, shared before personal, then the latest deleted. */
async function find(db: Queryable, condition: string, values: unknown[]): Promise<NamedFeed[]> {
  const { rows } = await db.query<NamedFeed>(
    `select id, url, owner_id as "ownerId", enabled, polling, next_run_at as "nextRunAt", deleted_at as "deletedAt",
       merged_into as "mergedInto"
     from feeds join feed_schedules on feed_id = id where ${condition}
     order by deleted_at is not null, owner_id is not null, deleted_at desc, id limit ${foundMax}`,
    values,
  );
  return rows;
}

/** The other live feed that has this address itself: among the shared ones, or among those of the same owner. */
export async function findTwin(db: Queryable, feedId: string, url: string): Promise<string | null> {
  const { rows } = await db.query<{ id: string }>(
    `select f.id from feeds me join feeds f on f.id = find_live_feed($2, me.owner_id)
     where me.id = $1 and f.url = $2 and f.id <> me.id`,
    [feedId, url],
  );
  return rows[0]?.id ?? null;
}

/** All there is to know of one feed, secrets aside. */
export type FeedDetails = FeedSettings & {
  id: string;
  url: string;
  aliases: string[];
  ownerId: string | null;
  hasHeaders: boolean;
  /** Where the adaptive interval stands; null before it starts, and where the interval is fixed. */
  adaptiveIntervalMinutes: number | null;
  title: string | null;
  siteUrl: string | null;
  description: string | null;
  language: string | null;
  discovered: { url: string; title: string | null }[] | null;
  etag: string | null;
  lastModified: string | null;
  status: string | null;
  lastError: string | null;
  /** Why our own network policy refused it; for the operator. */
  refusal: string | null;
  lastFetchedAt: Date | null;
  lastSuccessAt: Date | null;
  retryCount: number;
  failureClass: string | null;
  circuitUntil: Date | null;
  probes: number;
  suspended: boolean;
  notBefore: Date | null;
  lane: string;
  laneFreeAt: Date | null;
  laneReason: string | null;
  nextRunAt: Date | null;
  queueState: string;
  lockedUntil: Date | null;
  whyNext: WhyNext | null;
  subscribers: number;
  items: number;
  xmlBuiltAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
  deletedAt: Date | null;
  mergedInto: string | null;
};

export async function readFeed(db: Queryable, feedId: string): Promise<FeedDetails | null> {
  const { rows } = await db.query<FeedDetails>(
    `select f.id, f.url, array(select url from feed_aliases where feed_id = f.id order by url) as aliases,
       f.owner_id as "ownerId", f.name, f.root_domain as "rootDomain", f.published, f.enabled, f.polling, f.adaptive,
       f.own_interval_minutes as "intervalMinutes", f.interval_minutes as "adaptiveIntervalMinutes", f.failure_policy as "failurePolicy",
       f.enforce_feed_domain as "enforceFeedDomain", f.full_text as "fullText", f.analyzer, f.prompt,
       f.cache_scope as "cacheScope", f.headers is not null as "hasHeaders", f.title, f.site_url as "siteUrl", f.description,
       f.language, f.discovered, f.etag, f.last_modified as "lastModified", f.last_fetch_status as status,
       f.last_fetch_error as "lastError", ${refusalOfFeed} as refusal,
       f.last_fetched_at as "lastFetchedAt", f.last_success_at as "lastSuccessAt",
       f.retry_count as "retryCount", f.failure_class as "failureClass", f.circuit_until as "circuitUntil", f.probes,
       f.suspended, f.not_before as "notBefore", s.lane, nullif(h.free_at, '-infinity') as "laneFreeAt",
       h.reason as "laneReason", s.next_run_at as "nextRunAt", s.fetch_status as "queueState",
       s.locked_until as "lockedUntil", s.why_next as "whyNext",
       (select count(*)::int from subscriptions where feed_id = f.id) as subscribers,
       (select count(*)::int from items where feed_id = f.id) as items, c.updated_at as "xmlBuiltAt",
       f.created_at as "createdAt", f.updated_at as "updatedAt", f.deleted_at as "deletedAt", f.merged_into as "mergedInto"
     from feeds f join feed_schedules s on s.feed_id = f.id left join lanes h on h.lane = s.lane
     left join cached_feeds c on c.id = f.id where f.id = $1`,
    [feedId],
  );
  return rows[0] ?? null;
}
