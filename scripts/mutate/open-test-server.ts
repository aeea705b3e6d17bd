import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { superuser } from "../../src/database/connection.ts";
import { globalSetup, globalTeardown } from "../../test/ground/global-setup.ts";
import { testSocket } from "../../test/ground/test-database.ts";

export type TestServer = { environment: NodeJS.ProcessEnv; tidy: () => Promise<void>; close: () => Promise<void> };

/** One test database server for the whole sweep: starting one takes longer than most test files. */
export async function openTestServer(): Promise<TestServer> {
  // Separate from the suite's, because every mutant leaves compiled code behind.
  const compiled = mkdtempSync(join(tmpdir(), "plainwire-compiled-"));
  process.env["NODE_COMPILE_CACHE"] = compiled;
  await globalSetup();
  const socket = testSocket();
  const { PLAINWIRE_TEST_CLUSTER, PLAINWIRE_TEST_BROWSER } = process.env;
  return {
    environment: {
      PLAINWIRE_TEST_SOCKET: socket,
      PLAINWIRE_TEST_CLUSTER,
      PLAINWIRE_TEST_BROWSER,
      NODE_COMPILE_CACHE: compiled,
    },
    tidy: () => dropTestDatabases(socket),
    close: async () => {
      await globalTeardown();
      rmSync(compiled, { recursive: true, force: true });
    },
  };
}

/** Drops the databases that finished test files cloned for themselves. */
async function dropTestDatabases(socket: string): Promise<void> {
  const client = new pg.Client({ host: socket, user: superuser, database: "postgres" });
  await client.connect();
  const { rows } = await client.query<{ datname: string }>(
    String.raw`select datname from pg_database where datname like 'test\_%'`,
  );
  for (const { datname } of rows)
    await client.query(`drop database if exists ${client.escapeIdentifier(datname)} with (force)`);
  await client.end();
}
