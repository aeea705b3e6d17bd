import type pg from "pg";

/**
 * True when the database, not the query, is at fault: the same query may succeed when it is back.
 * Class 08 connection, 57P0x shutdown and crash, 53 out of disk, memory or connections, 58 system errors, 25006 a
 * standby that only reads, and the driver's own texts.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = "code" in error ? String(error.code) : "";
  // FATAL ends the connection: whatever the reason, it was not the query.
  if ("severity" in error && error.severity === "FATAL") return true;
  if (
    /^(08...|57P0[1-5]|53[1-4]00|25006|58...|ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENOTFOUND|EAI_AGAIN|EACCES)$/.test(
      code,
    )
  )
    return true;
  return /Connection terminated|timeout expired|timeout exceeded when trying to connect|Client has encountered a connection error|not queryable|pool after calling end/.test(
    error.message,
  );
}

/** Two transactions met (deadlock, serialization): neither is wrong, one must be repeated. */
export function isRetryable(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "40P01" || error.code === "40001");
}

/** A statement that reached its time limit, or that an administrator cancelled. */
export function isCancelled(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "57014";
}

/** A server that only reads: a standby, or a primary whose host keeps it from filling its disk. */
export function isReadOnly(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "25006";
}

export async function takesWrites(db: Pick<pg.Pool, "query">): Promise<boolean> {
  const { rows } = await db.query<{ only_reads: string }>(
    "select current_setting('transaction_read_only') as only_reads",
  );
  return rows[0]?.only_reads === "off";
}

/** Sends a query: that a pool exists does not mean that the database answers. */
export async function databaseAnswers(db: Pick<pg.Pool, "query">): Promise<boolean> {
  return db.query("select 1").then(
    () => true,
    () => false,
  );
}
