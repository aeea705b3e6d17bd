import { randomBytes } from "node:crypto";
import pg from "pg";
import type { Connection } from "./connection.ts";

const prefix = "plainwire_check_";
// One check at a time: the one that cleans up must not remove the database of another.
const lockKey = 7_246_078;

/** Runs `work` in a new, empty database on the same server, and removes it. "not allowed": this user may create none. */
export async function withScratchDatabase<Result>(
  connection: Connection,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result | "not allowed"> {
  const admin = await open(connection, connection.creating());
  try {
    await admin.query("select pg_advisory_lock($1)", [lockKey]);
    await removeLeftovers(admin);
    const name = `${prefix}${randomBytes(6).toString("hex")}`;
    if (!(await create(admin, name, connection.owner))) return "not allowed";
    try {
      const client = await open(connection, connection.elsewhere(name));
      try {
        return await work(client);
      } finally {
        await client.end().catch(() => undefined);
      }
    } finally {
      await admin.query(`drop database if exists ${pg.escapeIdentifier(name)} with (force)`).catch(() => undefined);
    }
  } finally {
    await admin.end().catch(() => undefined);
  }
}

async function open(connection: Connection, config: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client(config);
  client.on("error", () => undefined);
  await client.connect();
  connection.watch(client);
  return client;
}

/** Of checks that were killed. */
async function removeLeftovers(admin: pg.Client): Promise<void> {
  const { rows } = await admin.query<{ name: string }>(
    "select datname as name from pg_database where starts_with(datname, $1) and pg_has_role(datdba, 'member')",
    [prefix],
  );
  for (const { name } of rows) {
    await admin.query(`drop database if exists ${pg.escapeIdentifier(name)} with (force)`).catch(() => undefined);
  }
}

async function create(admin: pg.Client, name: string, owner: string | null): Promise<boolean> {
  const owned = owner === null ? "" : ` owner ${pg.escapeIdentifier(owner)}`;
  try {
    await admin.query(`create database ${pg.escapeIdentifier(name)}${owned}`);
    return true;
  } catch (error) {
    // 42501: no right to. 0A000 and 25001: a pooler or a service that knows no such statement.
    if (error instanceof pg.DatabaseError && /^(42501|0A000|25001)$/.test(error.code ?? "")) return false;
    throw error;
  }
}
