import type pg from "pg";

/** A feed that our network policy refused: people see a generic sentence, and the log has the details. */
export async function refuseFeed(pool: pg.Pool, feedId: string, detail: string): Promise<void> {
  await pool.query(
    "update feeds set last_fetch_status = 'permanent_error', last_fetch_error = 'Hidden.', failure_class = 'blocked' where id = $1",
    [feedId],
  );
  await pool.query(
    `insert into fetch_logs (id, feed_id, started_at, completed_at, duration_ms, outcome, error_class, error, error_detail, response)
     values (gen_random_uuid(), $1, '2026-03-02T08:00:00Z', '2026-03-02T08:00:00Z', 0, 'failed', 'blocked', 'Hidden.', $2, '{}')`,
    [feedId, detail],
  );
}
