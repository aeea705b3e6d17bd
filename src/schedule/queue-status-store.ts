import type { Queryable } from "../database/transaction.ts";
import { heartbeatTimes } from "./worker-life.ts";

export type QueueStatus = {
  scheduled: number;
  due: number;
  lateSeconds: number;
  queued: number;
  fetching: number;
  stuck: number;
  deadLetters: number;
  lanes: LaneStatus[];
  workers: WorkerStatus[];
};

/** `closedUntil` is null while the lane may be asked. */
export type LaneStatus = { lane: string; due: number; closedUntil: Date | null; reason: string | null };
export type WorkerStatus = { host: string; pid: number; version: string; beatAt: Date; inFlight: number };

const lanesListedMax = 10;
const workersListedMax = 100;

/** For a person who looks: exact, and therefore a scan of the schedules. */
export async function readQueueStatus(db: Queryable, now: Date): Promise<QueueStatus> {
  const { rows } = await db.query<Omit<QueueStatus, "lateSeconds" | "lanes" | "workers">>(
    `select count(*) filter (where runnable and next_run_at is not null)::int as scheduled,
       count(*) filter (where runnable and next_run_at <= $1 and (locked_until is null or locked_until <= $1))::int as due,
       count(*) filter (where fetch_status = 'QUEUED')::int as queued,
       count(*) filter (where fetch_status = 'FETCHING')::int as fetching,
       count(*) filter (where locked_until <= $1)::int as stuck,
       (select count(*)::int from dead_letters) as "deadLetters"
     from feed_schedules`,
    [now],
  );
  const counts = rows[0] ?? { scheduled: 0, due: 0, queued: 0, fetching: 0, stuck: 0, deadLetters: 0 };
  const { lateMs } = await readQueueFacts(db, now);
  const lanes = await listCrowdedLanes(db, now);
  return { ...counts, lateSeconds: Math.round(lateMs / 1000), lanes, workers: await listWorkers(db, now) };
}

async function listCrowdedLanes(db: Queryable, now: Date): Promise<LaneStatus[]> {
  const { rows } = await db.query<LaneStatus>(
    `select h.lane, due.count as due, case when h.free_at > $1 then h.free_at end as "closedUntil", h.reason
     from (
       select lane, count(*)::int as count from feed_schedules where runnable and next_run_at <= $1
       group by lane order by count(*) desc, lane limit $2
     ) due join lanes h on h.lane = due.lane order by due.count desc, h.lane`,
    [now, lanesListedMax],
  );
  return rows;
}

/** A worker that was killed, with nobody there to notice, is not listed either. */
async function listWorkers(db: Queryable, now: Date): Promise<WorkerStatus[]> {
  const { rows } = await db.query<WorkerStatus>(
    `select host, pid, version, beat_at as "beatAt", in_flight as "inFlight" from worker_heartbeats
     where beat_at > $2 order by beat_at desc limit $1`,
    [workersListedMax, new Date(now.getTime() - heartbeatTimes.deadAfterMs)],
  );
  return rows;
}

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
