import pg from "pg";
import type { Config } from "../config.ts";
import { Refusal } from "../refusal.ts";
import {
  connectAs,
  type Connection,
  createPool,
  embeddedConnection,
  externalConnection,
  refuseUnreachable,
} from "./connection.ts";
import { joinEmbeddedServer } from "./embedded-server.ts";
import { migrate } from "./migrate.ts";
import { superuser } from "./connection.ts";
import { ensureRoles, type SettledRights } from "./rights.ts";
import type { Queryable } from "./transaction.ts";
import { isDatabaseUnavailable } from "./unavailable.ts";

/** The database as the rest of the program knows it: a pool per role, and how to make a connection of one's own. */
export type OpenDatabase = {
  worker: pg.Pool;
  web: pg.Pool;
  connection: Connection;
  migrated: string[];
  /** What opening found wrong with the rights to our tables and functions, and put right. */
  rights: SettledRights;
  close: () => Promise<void>;
};

/** Reaches the server (starting the embedded one if need be), makes roles, migrates, opens the pools. */
export async function openDatabase(
  config: Config,
  say: (sentence: string) => void,
  reach: Reach = reachDatabase,
): Promise<OpenDatabase> {
  const { connection, leave } = await reach(config, say);
  try {
    const { migrated, rights } = await migrateOnce(connection, say);
    // Two thirds for jobs: they write in batches, requests are short reads.
    const worker = createPool(connection, "app_worker", Math.ceil((config.databaseConnections * 2) / 3));
    const web = createPool(connection, "app_web", Math.ceil(config.databaseConnections / 3));
    const close = async () => {
      await Promise.all([worker.end(), web.end()]);
      await leave();
    };
    return { worker, web, connection, migrated, rights, close };
  } catch (error) {
    await leave();
    throw error;
  }
}

type ReachedDatabase = { connection: Connection; leave: () => Promise<void> };
export type Reach = typeof reachDatabase;

/** The server alone, its schema as it is: a restore decides itself how far to migrate. */
export function reachDatabase(config: Config, say: (sentence: string) => void): Promise<ReachedDatabase> {
  return config.databaseUrl === null ? reachEmbedded(config.dataDir, say) : reachExternal(config);
}

async function reachExternal(config: Config): Promise<ReachedDatabase> {
  const connection = externalConnection(config);
  await refuseUnreachable(connection);
  return { connection, leave: async () => undefined };
}

async function reachEmbedded(dataDir: string, say: (sentence: string) => void): Promise<ReachedDatabase> {
  const server = await joinEmbeddedServer(dataDir, say);
  try {
    await createEmbeddedDatabase(server.socket, "plainwire");
  } catch (error) {
    await server.leave();
    throw error;
  }
  return { connection: embeddedConnection(server.socket), leave: server.leave };
}

/** What the embedded server's superuser does once: roles that may log in (the socket's folder guards them) and the database. */
export async function createEmbeddedDatabase(socket: string, database: string): Promise<void> {
  const client = new pg.Client({ host: socket, user: superuser, database: "postgres" });
  // A server that goes down meanwhile fails the query under way; without this, it would end the process as well.
  client.on("error", () => undefined);
  await client.connect();
  try {
    // Roles belong to the cluster, so the lock is taken in the one database that all processes share.
    await client.query("select pg_advisory_lock(7246003)");
    const { rowCount } = await client.query("select from pg_database where datname = $1", [database]);
    if (rowCount !== 0) return;
    await ensureRoles(client);
    await client.query("do $$ begin create role app_owner login; exception when duplicate_object then null; end $$");
    await client.query("alter role app_web login; alter role app_worker login; grant app_worker, app_web to app_owner");
    await client.query(`create database ${pg.escapeIdentifier(database)} owner app_owner`);
  } finally {
    await client.end();
  }
}

async function migrateOnce(
  connection: Connection,
  say: (sentence: string) => void,
): Promise<Pick<OpenDatabase, "migrated" | "rights">> {
  const client = await connectAs(connection, "app_owner").catch((error: unknown) => {
    if (!(error instanceof Error) || !isDatabaseUnavailable(error)) throw error;
    throw new Refusal(
      /No space left/.test(error.message)
        ? `The database's disk is full (${error.message}): free some space, then try again.`
        : `The database takes no connection just now (${error.message}): try again in a moment.`,
    );
  });
  try {
    await ensureRoles(client);
    let rights: SettledRights = { surplus: [], missing: [], left: [] };
    const migrated = await migrate(client, undefined, {
      tellRights: (settled) => (rights = settled),
      tellWait: () => say("Another process is migrating this database: waiting until it has finished."),
    }).catch(explainLost);
    return { migrated, rights };
  } finally {
    await client.end();
  }
}

/** Each migration is a transaction of its own, so the next start goes on where this one ended. */
function explainLost(error: unknown): never {
  if (!isDatabaseUnavailable(error)) throw error;
  const words = error instanceof Error ? error.message : String(error);
  throw new Refusal(
    `The database went away while it was being migrated (${words}): start again. No migration is half applied.`,
  );
}

export type Clock = { now: () => Date; correct: () => Promise<void> };

/**
 * This machine's clock, corrected by its distance to the database's: leases and due times of many machines must mean
 * the same moment. When the question left and the answer came bounds that distance. Within the bounds the last correction
 * stands: a slow answer moves no clock, and processes on the database's own machine agree to the millisecond.
 */
export function createDatabaseClock(db: Queryable): Clock {
  let offsetMs = 0;
  return {
    now: () => new Date(Date.now() + offsetMs),
    correct: async () => {
      const asked = Date.now();
      const { rows } = await db.query<{ at: Date }>("select clock_timestamp() as at");
      const heard = Date.now();
      const at = rows[0]?.at;
      if (at !== undefined) offsetMs = Math.min(Math.max(offsetMs, at.getTime() - heard), at.getTime() - asked);
    },
  };
}
