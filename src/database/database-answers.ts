import type { Queryable } from "./transaction.ts";

/** Asks, rather than trusting that a pool exists: a health check that does not touch the database is a guess (L41). */
export async function databaseAnswers(db: Queryable): Promise<boolean> {
  return db.query("select 1").then(
    () => true,
    () => false,
  );
}
