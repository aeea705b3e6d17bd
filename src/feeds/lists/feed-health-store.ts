import type { Queryable } from "../../database/transaction.ts";
import { dayMs, earlier, hourMs } from "../../time.ts";

/** What a feed that works may still tell its reader. */
export type HealthSigns = {
  /** When its newest item was published, if that was weeks ago. */
  quietSince: Date | null;
  isSlow: boolean;
  movedAt: Date | null;
};
export const noSigns: HealthSigns = { quietSince: null, isSlow: false, movedAt: null };

const quietDays = 21;
const slowMs = 20_000;
/** The last answers within this time; one slow answer says nothing. */
const answersHours = 6;
const answersCounted = 2;
const movedDays = 14;

/**
 * For the feeds on one page. `silentIds` are those without an item in the last two weeks: only their newest item is looked
 * up, because a busy feed has a hundred thousand.
 */
export async function readHealthSigns(
  tx: Queryable,
  { feedIds, silentIds }: { feedIds: readonly string[]; silentIds: readonly string[] },
  now: Date,
): Promise<Map<string, HealthSigns>> {
  const { rows } = await tx.query<HealthSigns & { id: string }>(
    `with newest as materialized (
       select feed_id, max(pub_date) as at from items where feed_id = any($2) group by feed_id
     ),
     answers as materialized (
       select feed_id, duration_ms, row_number() over (partition by feed_id order by started_at desc) as n
       from fetch_logs where feed_id = any($1) and started_at > $3 and http_status is not null
     ),
     slow as (
       select feed_id from answers where n <= ${answersCounted} group by feed_id
       having count(*) = ${answersCounted} and min(duration_ms) > ${slowMs}
     ),
     moved as (
       select feed_id, max(created_at) as at from feed_aliases where feed_id = any($1) and created_at > $4 group by feed_id
     )
     select id, (select at from newest where feed_id = id and at < $5) as "quietSince",
       id in (select feed_id from slow) as "isSlow", (select at from moved where feed_id = id) as "movedAt"
     from unnest($1::uuid[]) id`,
    [
      feedIds,
      silentIds,
      earlier(now, answersHours * hourMs),
      earlier(now, movedDays * dayMs),
      earlier(now, quietDays * dayMs),
    ],
  );
  return new Map(rows.map(({ id, ...signs }) => [id, signs]));
}
