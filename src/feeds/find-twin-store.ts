import type { Queryable } from "../database/transaction.ts";

/**
 * The other live feed that has this address: among the shared ones, or among those of the same owner. Two questions in
 * one, for each of the two unique indexes covers a part: "owner_id is not distinct from" can use neither, and reads a
 * million feeds.
 */
export async function findTwin(db: Queryable, feedId: string, url: string): Promise<string | null> {
  const { rows } = await db.query<{ id: string }>(
    `with me as materialized (select id, owner_id from feeds where id = $1)
     select f.id from me join feeds f on f.url = $2 and f.owner_id is null and f.deleted_at is null
     where me.owner_id is null and f.id <> me.id
     union all
     select f.id from me join feeds f on f.url = $2 and f.owner_id = me.owner_id and f.deleted_at is null
     where f.id <> me.id`,
    [feedId, url],
  );
  return rows[0]?.id ?? null;
}
