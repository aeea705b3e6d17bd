import type { Queryable } from "../database/transaction.ts";
import { dayMs, earlier } from "../time.ts";
import { heartbeatTimes, type SeenWorker } from "./worker-life.ts";

export type HeartbeatRow = {
  id: string;
  host: string;
  pid: number;
  roles: string[];
  version: string;
  startedAt: Date;
  inFlight: number;
  facts: WorkerFacts;
};

/** `queueCapacity` is null where the queue has no bound. */
export type WorkerFacts = { queueSize: number; queueCapacity: number | null; waiting: number };

export type WorkersAlive = {
  workers: number;
  inFlight: number;
  /** Of bounded queues: how many feeds wait in them, and how full the fullest is, from 0 to 1. */
  queued: number | null;
  fullness: number;
};

const rememberedMs = dayMs;

export async function writeHeartbeat(db: Queryable, beat: HeartbeatRow, now: Date): Promise<void> {
  const { id, host, pid, roles, version, startedAt, inFlight, facts } = beat;
  await db.query({
    name: "heartbeat",
    text: `insert into worker_heartbeats (id, host, pid, roles, version, started_at, beat_at, in_flight, facts)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
           on conflict (id) do update set beat_at = excluded.beat_at, in_flight = excluded.in_flight, facts = excluded.facts`,
    values: [id, host, pid, roles, version, startedAt, now, inFlight, JSON.stringify(facts)],
  });
}

export async function readHeartbeats(db: Queryable): Promise<SeenWorker[]> {
  const { rows } = await db.query<SeenWorker>({
    name: "heartbeats",
    text: `select id, host, pid, beat_at as "beatAt" from worker_heartbeats`,
  });
  return rows;
}

/** A process that stops properly leaves no trace; one that was killed is removed by the others, or after a day. */
export async function removeHeartbeat(db: Queryable, id: string): Promise<void> {
  await db.query("delete from worker_heartbeats where id = $1", [id]);
}

export async function forgetDeadWorkers(db: Queryable, now: Date): Promise<number> {
  const { rowCount } = await db.query("delete from worker_heartbeats where beat_at < $1", [earlier(now, rememberedMs)]);
  return rowCount ?? 0;
}

export async function readWorkersAlive(db: Queryable, now: Date): Promise<WorkersAlive> {
  const { rows } = await db.query<WorkersAlive>(
    `select count(*)::int as workers, coalesce(sum(in_flight), 0)::int as "inFlight", sum(size)::int as queued,
       coalesce(max(size / capacity), 0) as fullness
     from (
       select in_flight, (facts ->> 'queueCapacity')::float8 as capacity,
         case when facts ->> 'queueCapacity' is not null then (facts ->> 'queueSize')::float8 end as size
       from worker_heartbeats where beat_at > $1
     ) alive`,
    [earlier(now, heartbeatTimes.deadAfterMs)],
  );
  return rows[0] ?? { workers: 0, inFlight: 0, queued: null, fullness: 0 };
}
