import type { Queryable } from "../database/transaction.ts";

/** The other live feed that has this address itself: among the shared ones, or among those of the same owner. */
export async function findTwin(db: Queryable, feedId: string, url: string): Promise<string | null> {
  const { rows } = await db.query<{ id: string }>(
    `select f.id from feeds me join feeds f on f.id = find_live_feed($2, me.owner_id)
     where me.id = $1 and f.url = $2 and f.id <> me.id`,
    [feedId, url],
  );
  return rows[0]?.id ?? null;
}
