import type pg from "pg";
import { isReadOnly, isRetryable } from "./unavailable.ts";

/** Anything a store can ask: a pool, or one connection inside a transaction. */
export type Queryable = Pick<pg.Pool, "query">;

type Work<Result> = (tx: pg.PoolClient) => Promise<Result>;

const attemptsMax = 5;

/** Runs `work` in one transaction; repeats it after a deadlock or a serialization failure, and throws everything else. */
export async function inTransaction<Result>(pool: pg.Pool, work: Work<Result>): Promise<Result> {
  return retrying(() => once(pool, work, "commit"));
}

/** The same for a trial run: returns the answer and undoes what `work` wrote. */
export async function inTrial<Result>(pool: pg.Pool, work: Work<Result>): Promise<Result> {
  return retrying(() => once(pool, work, "rollback"));
}

/** The same repeats for a single statement, without a transaction. */
export async function retrying<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isRetryable(error) || attempt === attemptsMax) throw error;
    }
  }
}

async function once<Result>(pool: pg.Pool, work: Work<Result>, ending: "commit" | "rollback"): Promise<Result> {
  const client = await pool.connect();
  try {
    await client.query("begin");
    const result = await work(client);
    await client.query(ending);
    client.release();
    return result;
  } catch (error) {
    // A connection whose rollback fails is in an unknown state, and one to a standby would go on refusing when the address has long
    // led to the new primary: neither must be handed out again.
    const isBroken = await client.query("rollback").then(
      () => isReadOnly(error),
      () => true,
    );
    client.release(isBroken);
    throw error;
  }
}

/** Less than the 30 s after which a request is answered without it, so that the answer says why, and the connection is free again. */
const statementMsMax = 25_000;
/** For exports and imports, whose pages may wait for each other and for a busy disk. */
export const longStatementMsMax = 300_000;

/** The only way to query for a person: row-level security shows only their rows, even if a query forgets to filter. */
export function asPerson<Result>(
  pool: pg.Pool,
  personId: string,
  work: Work<Result>,
  msMax = statementMsMax,
): Promise<Result> {
  const claims = JSON.stringify({ sub: personId, role: "authenticated" });
  return as(pool, { role: "authenticated", claims, msMax }, work);
}

/** For what everyone may read: published feeds. */
export function asAnybody<Result>(pool: pg.Pool, work: Work<Result>): Promise<Result> {
  return as(pool, { role: "anon", claims: "", msMax: statementMsMax }, work);
}

type Who = { role: string; claims: string; msMax: number };

function as<Result>(pool: pg.Pool, { role, claims, msMax }: Who, work: Work<Result>): Promise<Result> {
  return inTransaction(pool, async (tx) => {
    // Only for this transaction: the connection's next person must not inherit it.
    await tx.query({
      name: "as-person",
      text: "select set_config('role', $1, true), set_config('request.jwt.claims', $2, true), set_config('statement_timeout', $3, true)",
      values: [role, claims, String(msMax)],
    });
    return work(tx);
  });
}
