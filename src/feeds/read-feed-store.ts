import type { Queryable } from "../database/transaction.ts";
import { refusalOfFeed } from "./fetch-log-store.ts";
import type { FeedSettings } from "./feed-settings.ts";
import type { WhyNext } from "../schedule/policy/why-next.ts";

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
