import type { Queryable } from "../database/transaction.ts";

/** What we asked of a host since this is counted; pages and icons are requests too, but only feeds say "not modified". */
export type HostScore = {
  host: string;
  requests: number;
  notModified: number;
  receivedBytes: number;
  /** Requests before the time that the server had asked for. */
  early: number;
  /** It refused us lately, so it is asked with a longer pause. */
  isSlowed: boolean;
};

export const hostScoresMax = 20;

const sums = `sum(requests)::float8 as requests, sum(not_modified)::float8 as "notModified",
  sum(received_bytes)::float8 as "receivedBytes", sum(early)::float8 as early, bool_or(slow_ms is not null) as "isSlowed"`;
/** In SQL, as `hostOfLane` names it. */
const host = "regexp_replace(lane, '/\\d+$', '')";

/** Those with early requests first, then those that were asked most. Scans all lanes. */
export async function listHostScores(db: Queryable): Promise<HostScore[]> {
  const { rows } = await db.query<HostScore>(
    `select ${host} as host, ${sums} from lanes where requests > 0
     group by 1 order by early desc, requests desc, 1 limit ${hostScoresMax}`,
  );
  return rows;
}

/** All hosts together; null: none was asked yet. */
export async function readTotalScore(db: Queryable): Promise<Omit<HostScore, "host"> | null> {
  const { rows } = await db.query<Omit<HostScore, "host">>(`select ${sums} from lanes having sum(requests) > 0`);
  return rows[0] ?? null;
}

/** Of the lane alone that the host's feeds wait in; null: it was never asked. */
export async function readLaneScore(db: Queryable, lane: string): Promise<HostScore | null> {
  const { rows } = await db.query<HostScore>(
    `select ${host} as host, ${sums} from lanes where lane = $1 and requests > 0 group by 1`,
    [lane],
  );
  return rows[0] ?? null;
}
