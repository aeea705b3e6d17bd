import type { Queryable } from "../../database/transaction.ts";
import type { FullText } from "../feed-settings.ts";
import type { WhyNext } from "../../schedule/policy/why-next.ts";

export type FeedFacts = {
  title: string | null;
  siteUrl: string | null;
  description: string | null;
  whyNext: WhyNext | null;
  notBefore: Date | null;
  items: number;
  /** Everybody may read its clean feed. */
  isPublished: boolean;
};

export type FetchDay = { day: string; fetches: number; failed: number; created: number; averageMs: number | null };

export type Attempt = {
  startedAt: Date;
  durationMs: number;
  outcome: string;
  httpStatus: number | null;
  error: string | null;
  created: number;
  updated: number;
  unchanged: number;
  discarded: number;
};

const attemptsShown = 20;

export async function readFacts(tx: Queryable, feedId: string): Promise<FeedFacts | null> {
  const { rows } = await tx.query<FeedFacts>(
    `select f.title, f.site_url as "siteUrl", f.description, c.why_next as "whyNext", f.not_before as "notBefore",
       f.published and f.enabled as "isPublished",
       (select count(*)::int from items where feed_id = f.id) as items
     from feeds f join feed_schedules c on c.feed_id = f.id where f.id = $1`,
    [feedId],
  );
  return rows[0] ?? null;
}

/** Whether the pages of its items are read; null for a feed that the person may not see. */
export async function findFullText(tx: Queryable, feedId: string): Promise<FullText | null> {
  const { rows } = await tx.query<{ fullText: FullText }>(`select full_text as "fullText" from feeds where id = $1`, [
    feedId,
  ]);
  return rows[0]?.fullText ?? null;
}

/** Days are UTC, as the log's partitions are; a day without a fetch has no row. */
export async function listFetchDays(tx: Queryable, feedId: string, since: Date): Promise<FetchDay[]> {
  const { rows } = await tx.query<FetchDay>(
    `select to_char(started_at at time zone 'UTC', 'YYYY-MM-DD') as day, count(*)::int as fetches,
       count(*) filter (where outcome = 'failed')::int as failed, sum(created)::int as created,
       (avg(duration_ms) filter (where http_status is not null))::int as "averageMs"
     from fetch_logs where feed_id = $1 and started_at >= $2 and outcome <> 'deferred' group by 1`,
    [feedId, since],
  );
  return rows;
}

export async function listAttempts(tx: Queryable, feedId: string): Promise<Attempt[]> {
  const { rows } = await tx.query<Attempt>(
    `select started_at as "startedAt", duration_ms as "durationMs", outcome, http_status as "httpStatus", error, created,
       updated, unchanged, discarded
     from fetch_logs where feed_id = $1 order by started_at desc, id desc limit ${attemptsShown}`,
    [feedId],
  );
  return rows;
}
