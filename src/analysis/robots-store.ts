import type { Queryable } from "../database/transaction.ts";
import type { CachedRobots } from "./page/robots-policy.ts";

/** null: never asked for, or no longer valid. */
export async function findRobots(db: Queryable, origin: string, now: Date): Promise<CachedRobots | null> {
  const { rows } = await db.query<CachedRobots>({
    name: "find-robots",
    text: `select body, fetched_at as "fetchedAt", expires_at as "expiresAt" from robots
           where origin = $1 and expires_at > $2`,
    values: [origin, now],
  });
  return rows[0] ?? null;
}

/** Two processes may have asked at once: the later answer stays. */
export async function saveRobots(db: Queryable, origin: string, robots: CachedRobots): Promise<void> {
  await db.query(
    `insert into robots as r (origin, body, fetched_at, expires_at) values ($1, $2, $3, $4)
     on conflict (origin) do update set body = $2, fetched_at = $3, expires_at = $4 where r.fetched_at <= $3`,
    [origin, robots.body, robots.fetchedAt, robots.expiresAt],
  );
}

/** A robots.txt is read again for the next page of its origin; nobody may come for another one. */
export async function deleteExpiredRobots(db: Queryable, now: Date): Promise<number> {
  const { rowCount } = await db.query("delete from robots where expires_at <= $1", [now]);
  return rowCount ?? 0;
}
