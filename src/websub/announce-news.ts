import type pg from "pg";
import { fetchAnnounced } from "../feeds/push-store.ts";
import { noteAnnounced } from "./hub-subscription-store.ts";

/** A hub told of something new that was not read: the feed is fetched as soon as a person might ask for it. */
export async function announceNews(pool: pg.Pool, feedId: string, now: Date): Promise<void> {
  await noteAnnounced(pool, feedId, now);
  await fetchAnnounced(pool, feedId, now);
}
