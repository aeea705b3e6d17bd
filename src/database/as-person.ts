import type pg from "pg";
import { inTransaction } from "./transaction.ts";

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
