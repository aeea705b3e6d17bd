import type { Queryable } from "../../database/transaction.ts";
import { refusalOfFeed } from "../fetch-log-store.ts";

export const feedListShows = ["published", "errors", "all"] as const;

/** Which part of the list is asked for; pages count from 1. */
export type SharedFeedQuery = { search: string; page: number; show: (typeof feedListShows)[number] };

/** A feed that is nobody's own, as its operator sees it in a list. */
export type SharedFeed = {
  id: string;
  url: string;
  label: string | null;
  published: boolean;
  enabled: boolean;
  suspended: boolean;
  status: string | null;
  lastError: string | null;
  /** Why our own network policy refused it; it names addresses. */
  refusal: string | null;
  nextRunAt: Date | null;
  subscribers: number;
};

export type SharedFeedPage = { feeds: SharedFeed[]; all: number; first: number };

export const feedsPerPage = 50;

const conditions: Record<SharedFeedQuery["show"], string> = {
  published: "f.published",
  errors: "f.last_fetch_status <> 'success'",
  all: "true",
};

/** By address. A page behind the last is the last. */
export async function listSharedFeeds(db: Queryable, { show, search, page }: SharedFeedQuery): Promise<SharedFeedPage> {
  const where = `f.owner_id is null and f.deleted_at is null and ${conditions[show]}
    and ($1 = '' or position(lower($1) in lower(concat_ws(' ', f.url, f.name, f.title))) > 0)`;
  const counted = await db.query<{ all: number }>(`select count(*)::int as all from feeds f where ${where}`, [search]);
  const all = counted.rows[0]?.all ?? 0;
  const pages = Math.max(1, Math.ceil(all / feedsPerPage));
  const first = (Math.min(page, pages) - 1) * feedsPerPage;
  const { rows } = await db.query<SharedFeed>(
    `select f.id, f.url, coalesce(f.name, f.title) as label, f.published, f.enabled, f.suspended,
       f.last_fetch_status as status, f.last_fetch_error as "lastError", ${refusalOfFeed} as refusal, s.next_run_at as "nextRunAt",
       (select count(*)::int from subscriptions where feed_id = f.id) as subscribers
     from feeds f join feed_schedules s on s.feed_id = f.id where ${where}
     order by f.url collate natural_order, f.id limit ${feedsPerPage} offset $2`,
    [search, first],
  );
  return { feeds: rows, all, first };
}
