import { randomBytes } from "node:crypto";
import { after } from "node:test";
import pg from "pg";
import type { Connection } from "../../src/database/connection.ts";
import { embeddedConnection, createPool } from "../../src/database/connection.ts";
import { superuser } from "../../src/database/connection.ts";

const template = "plainwire_template";

export type TestDatabase = { name: string; connection: Connection; worker: pg.Pool; web: pg.Pool; admin: pg.Pool };

/** Under another name, so that no test opens the template by mistake and keeps others from cloning it. */
export async function makeTemplate(socket: string): Promise<void> {
  const client = new pg.Client({ host: socket, user: superuser, database: "postgres" });
  await client.connect();
  await client.query(`alter database plainwire rename to ${template}`);
  await client.end();
}

/** A separate database for this test file, cloned in some 85 ms; its pools close when the file ends. */
export async function testDatabase(): Promise<TestDatabase> {
  return openPools(await createDatabase(`template ${template}`));
}

/** A database without a schema, for tests of migrations and restores. */
export async function emptyDatabase(): Promise<TestDatabase> {
  return openPools(await createDatabase(""));
}

async function createDatabase(from: string): Promise<string> {
  const name = `test_${randomBytes(6).toString("hex")}`;
  const maker = new pg.Client({ host: testSocket(), user: superuser, database: "postgres" });
  await maker.connect();
  await maker.query(`create database ${name} ${from} owner app_owner`);
  await maker.end();
  return name;
}

function openPools(name: string): TestDatabase {
  const socket = testSocket();
  const connection = embeddedConnection(socket, name);
  const worker = createPool(connection, "app_worker", 8);
  const web = createPool(connection, "app_web", 4);
  const admin = new pg.Pool({ host: socket, user: superuser, database: name, max: 2 });
  admin.on("error", () => undefined);
  after(() => Promise.all([worker.end(), web.end(), admin.end()]));
  return { name, connection, worker, web, admin };
}

export function testSocket(): string {
  const socket = process.env["PLAINWIRE_TEST_SOCKET"];
  if (socket === undefined) throw new Error("Run tests with 'npm test': its global setup starts the database.");
  return socket;
}
