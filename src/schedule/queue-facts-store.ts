import type { Queryable } from "../database/transaction.ts";

export type QueueFacts = {
  /** Lanes with something to do now; counted up to a bound, because nobody needs to know more. */
  readyLanes: number;
  /** Of these, lanes that wait for a feed which nobody works on any more. */
  stuckFeeds: number;
  /** How long the one that waits longest could have been asked, host pacing aside. */
  lateMs: number;
};

const lanesCountedMax = 10_000;

/** Two looks at one index: cheap enough for every probe of a load balancer. */
export async function readQueueFacts(db: Queryable, now: Date): Promise<QueueFacts> {
  const { rows } = await db.query<{ ready: number; stuck: number; due_since: Date | null }>({
    name: "queue-facts",
    text: queueFacts,
    values: [now, lanesCountedMax],
  });
  const { ready = 0, stuck = 0, due_since: dueSince = null } = rows[0] ?? {};
  return {
    readyLanes: ready,
    stuckFeeds: stuck,
    lateMs: dueSince === null ? 0 : Math.max(0, now.getTime() - dueSince.getTime()),
  };
}

// A feed that is new or was asked for is due "a day ago", to stand at the head of its lane: that day is no delay.
const queueFacts = `
select count(*)::int as ready, count(s.feed_id)::int as stuck, least(
  (select ready_at from lanes where ready_at between $1 - interval '1 day' and $1 order by ready_at limit 1),
  (select ready_at + interval '1 day' from lanes where ready_at < $1 - interval '1 day' order by ready_at limit 1)
) as due_since
from (select feed_id from lanes where ready_at <= $1 order by ready_at limit $2) lane
left join feed_schedules s on s.feed_id = lane.feed_id and s.locked_until <= $1`;
