import type { TestDatabase } from "./test-database.ts";

/** As if all connections were taken: those there are end, and no new one is given out, until the returned function is called. */
export async function refuseConnections({ name, admin }: TestDatabase): Promise<() => Promise<void>> {
  await admin.query(`alter database ${name} connection limit 0`);
  await admin.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and usename <> current_user",
    [name],
  );
  return async () => void (await admin.query(`alter database ${name} connection limit -1`));
}
