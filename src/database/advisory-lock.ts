import { type Connection, connectAs } from "./connection.ts";

/** Runs `work` if nobody else holds this lock. It ends with its connection, so a killed process leaves nothing behind. */
export async function withAdvisoryLock(connection: Connection, key: number, work: () => Promise<void>): Promise<void> {
  const client = await connectAs(connection, "app_worker", { direct: true });
  try {
    const { rows } = await client.query<{ held: boolean }>("select pg_try_advisory_lock($1) as held", [key]);
    if (rows[0]?.held) await work();
  } finally {
    await client.end().catch(() => undefined);
  }
}
