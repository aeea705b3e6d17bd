import type pg from "pg";
import type { Queryable } from "../database/transaction.ts";
import { changeFeedSchedule } from "../schedule/change-schedule-store.ts";
import { requestSoon } from "../schedule/request-store.ts";

/** Until then a hub tells us of new items, and the feed is fetched once a day; null: as its interval says. */
export async function relyOnPush(worker: Queryable, feedId: string, until: Date | null): Promise<void> {
  await worker.query("update feeds set push_until = $2 where id = $1 and push_until is distinct from $2", [
    feedId,
    until,
  ]);
}

/** Something new is announced: the feed is fetched as soon as a person might ask for it. */
export async function fetchAnnounced(pool: pg.Pool, feedId: string, now: Date): Promise<void> {
  await changeFeedSchedule(pool, { feedId }, (tx) => requestSoon(tx, feedId, now));
}
