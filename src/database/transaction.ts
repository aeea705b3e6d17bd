import type pg from "pg";
import { isRetryable } from "./unavailable.ts";

/** Anything a store can ask: a pool, or one connection inside a transaction. */
export type Queryable = Pick<pg.Pool, "query">;

const attemptsMax = 5;

/** Runs `work` in one transaction; deadlocks and serialization failures go again, everything else is thrown. */
export async function inTransaction<Result>(
  pool: pg.Pool,
  work: (tx: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  return retrying(() => once(pool, work, "commit"));
}

/** The same for the answer alone: whatever `work` wrote is undone. */
export async function inTrial<Result>(pool: pg.Pool, work: (tx: pg.PoolClient) => Promise<Result>): Promise<Result> {
  return retrying(() => once(pool, work, "rollback"));
}

/** For a single statement: the same patience without a transaction around it. */
export async function retrying<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isRetryable(error) || attempt === attemptsMax) throw error;
    }
  }
}

async function once<Result>(
  pool: pg.Pool,
  work: (tx: pg.PoolClient) => Promise<Result>,
  ending: "commit" | "rollback",
): Promise<Result> {
  const client = await pool.connect();
  try {
    await client.query("begin");
    const result = await work(client);
    await client.query(ending);
    client.release();
    return result;
  } catch (error) {
    // A connection whose rollback fails is in an unknown state: it must not be handed out again.
    const broken = await client.query("rollback").then(
      () => undefined,
      (reason: Error) => reason,
    );
    client.release(broken);
    throw error;
  }
}

type Work<Result> = (tx: pg.PoolClient) => Promise<Result>;

/** The only way to query for a person: row-level security shows only their rows, even if a query forgets to filter. */
export function asPerson<Result>(pool: pg.Pool, personId: string, work: Work<Result>): Promise<Result> {
  const claims = JSON.stringify({ sub: personId, role: "authenticated" });
  return as(pool, "authenticated", claims, work);
}

/** For what everyone may read: published feeds. */
export function asAnybody<Result>(pool: pg.Pool, work: Work<Result>): Promise<Result> {
  return as(pool, "anon", "", work);
}

function as<Result>(pool: pg.Pool, role: string, claims: string, work: Work<Result>): Promise<Result> {
  return inTransaction(pool, async (tx) => {
    // Local to the transaction: set for the connection, the next person would inherit it.
    await tx.query({
      name: "as-person",
      text: "select set_config('role', $1, true), set_config('request.jwt.claims', $2, true)",
      values: [role, claims],
    });
    return work(tx);
  });
}
