import type { Queryable } from "../database/transaction.ts";
import { dayMs, earlier } from "../time.ts";

/**
 * Remembers that the clean feeds of these were asked for, at most once a day for each. Returns those that had not been asked for
 * since `wantedSince`.
 */
export async function saveAsked(
  db: Queryable,
  feedIds: string[],
  { now, wantedSince }: { now: Date; wantedSince: Date },
): Promise<string[]> {
  const { rows } = await db.query<{ id: string; last_asked_at: Date }>({
    name: "save-asked",
    text: `
with stale as materialized (
  select id, last_asked_at from feeds where id = any($1::uuid[]) and last_asked_at < $3 order by id for update
),
saved as (update feeds f set last_asked_at = $2 from stale s where f.id = s.id)
select id, last_asked_at from stale`,
    values: [feedIds, now, earlier(now, dayMs)],
  });
  return rows.filter((row) => row.last_asked_at < wantedSince).map(({ id }) => id);
}
