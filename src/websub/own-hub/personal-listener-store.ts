import type { Queryable } from "../../database/transaction.ts";
import { earlier, hourMs, later, minuteMs } from "../../time.ts";

export type DuePersonalListener = {
  id: string;
  sealedTopic: Buffer;
  callback: string;
  secret: Buffer | null;
  sentEtag: string | null;
  attempts: number;
};

/** If the worker dies, another one goes on after this. */
const claimMs = 2 * minuteMs;
/** What no mark tells of, such as a mark that was lost with a restored backup, is found after this. */
const unmarkedMs = 6 * hourMs;

/**
 * Whose personal feed may have changed, or is not sent yet; one of each host. The mark is taken away before the feed is built, so that
 * a change meanwhile sets it again. `attempts` keeps the work if the worker dies: it is zero only when it was done.
 */
export async function claimPersonalListeners(
  worker: Queryable,
  now: Date,
  count: number,
): Promise<DuePersonalListener[]> {
  const { rows } = await worker.query<DuePersonalListener>(
    `with first as (
       select distinct on (host) id from hub_listeners
       where personal_feed_id is not null and due_at <= $1 and lease_until > $1
         and (stale or attempts > 0 or built_at <= $4)
       order by host, due_at, id
     ),
     chosen as (
       select l.id from hub_listeners l join first on first.id = l.id
       where l.due_at <= $1 order by l.due_at, l.id limit $3 for update of l skip locked
     )
     update hub_listeners l set due_at = $2, attempts = l.attempts + 1, stale = false, built_at = $1
     from chosen where l.id = chosen.id
     returning l.id, l.sealed_topic as "sealedTopic", l.callback, l.secret, l.sent_etag as "sentEtag", l.attempts`,
    [now, later(now, claimMs), count, earlier(now, unmarkedMs)],
  );
  return rows;
}
