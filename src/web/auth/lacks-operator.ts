import { hasOperator } from "../../accounts/pass-store.ts";
import type { Queryable } from "../../database/transaction.ts";

/**
 * Whether a stranger should be told where the setup link is. Once there is an operator, nobody asks again: a setup link is only
 * made at a start. The pages that ask must also work without the database.
 */
export function lacksOperator(operations: { pool: Queryable } | undefined): () => Promise<boolean> {
  let isDone = operations === undefined;
  return async () => {
    if (isDone || operations === undefined) return false;
    isDone = await hasOperator(operations.pool).catch(() => true);
    return !isDone;
  };
}
