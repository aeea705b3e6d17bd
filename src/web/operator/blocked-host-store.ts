import type { Queryable } from "../../database/transaction.ts";

/** A lane that a server asked to be left alone; `feeds` is how many wait for it. */
export type BlockedHost = { lane: string; until: Date; reason: string; feeds: number };

export const blockedHostsMax = 100;

/** Who may be asked again last comes first. */
export async function listBlockedHosts(db: Queryable, now: Date): Promise<BlockedHost[]> {
  const { rows } = await db.query<BlockedHost>(
    `select key as lane, free_at as until, reason,
       (select count(*)::int from feed_schedules where host = key and runnable) as feeds
     from hosts where reason is not null and free_at > $1 and free_at < 'infinity'
     order by free_at desc, key limit ${blockedHostsMax}`,
    [now],
  );
  return rows;
}
