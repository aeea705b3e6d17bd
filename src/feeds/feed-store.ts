import type pg from "pg";
import type { Queryable } from "../database/transaction.ts";
import { uuidV7 } from "../database/uuid-v7.ts";
import { laneOf, rootDomainOf } from "./lane.ts";
import { changeSchedule, headOfLane } from "./schedule-store.ts";

export type NewFeed = {
  url: string;
  name?: string | null;
  ownerId?: string | null;
  published?: boolean;
  enabled: boolean;
  polling: boolean;
  rootDomain?: string | null;
  enforceFeedDomain: boolean;
  intervalMinutes?: number;
  adaptive?: boolean;
  failurePolicy?: "backoff" | "one_strike";
  headers?: Buffer | null;
  /** When it is first due; absent is at once for a feed that is enabled and polling, null is not scheduled. */
  firstRunAt?: Date | null;
};

export type AddedFeed = { kind: "added" | "exists"; id: string };

/** One row per URL (and owner); a URL that is there already is returned as it is, changed in nothing. */
export async function addFeed(pool: pg.Pool, feed: NewFeed, lanes: number, now: Date): Promise<AddedFeed> {
  const lane = laneOf(feed.url, lanes);
  return changeSchedule(pool, [lane], async (tx) => {
    const id = uuidV7(now);
    const { rowCount } = await tx.query(
      `insert into feeds (id, url, owner_id, name, published, enabled, polling, root_domain, enforce_feed_domain,
         interval_minutes, adaptive, failure_policy, headers, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $14) on conflict do nothing`,
      [
        id,
        feed.url,
        feed.ownerId ?? null,
        feed.name ?? null,
        feed.published ?? false,
        feed.enabled,
        feed.polling,
        feed.rootDomain === undefined ? rootDomainOf(feed.url) : feed.rootDomain,
        feed.enforceFeedDomain,
        feed.intervalMinutes ?? 60,
        feed.adaptive ?? true,
        feed.failurePolicy ?? "backoff",
        feed.headers ?? null,
        now,
      ],
    );
    if (rowCount === 0) return { kind: "exists", id: (await findFeedId(tx, feed.url, feed.ownerId ?? null)) ?? "" };
    const immediately = feed.enabled && feed.polling ? headOfLane(now) : null;
    await tx.query("insert into feed_schedules (feed_id, host, runnable, next_run_at) values ($1, $2, $3, $4)", [
      id,
      lane,
      feed.enabled,
      feed.firstRunAt === undefined ? immediately : feed.firstRunAt,
    ]);
    return { kind: "added", id };
  });
}

export async function findFeedId(db: Queryable, url: string, ownerId: string | null): Promise<string | null> {
  const { rows } = await db.query<{ id: string }>(
    "select id from feeds where url = $1 and owner_id is not distinct from $2 and deleted_at is null",
    [url, ownerId],
  );
  return rows[0]?.id ?? null;
}
