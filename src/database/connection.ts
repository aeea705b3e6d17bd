import pg from "pg";
import type { Config } from "../config.ts";
import { Refusal } from "../refusal.ts";
import { createServerWatch, type ServerWatch } from "./server-watch.ts";

// The driver would write dates in the zone of this machine and round its offset to minutes. Berlin's was 53 minutes and 28 seconds until
// 1893, and .NET writes the year 1 for "no date": a list began its next page 28 seconds off, and repeated it forever.
pg.defaults.parseInputDatesAsUTC = true;

/**
 * Who asks the database. `app_worker` may do everything to the product's rows; `app_web` nothing by itself:
 * each request becomes `anon` or `authenticated` for one transaction, and row-level security decides.
 */
export type Role = "app_owner" | "app_worker" | "app_web";

/** How to reach the database as one of the roles: one shape for the embedded and an external server. */
export type Connection = {
  describe: string;
  client: (role: Role) => pg.ClientConfig;
  /** On an external server everybody logs in as the URL's user and becomes the role after connecting. */
  becomes: (role: Role) => string | null;
  /** Not through a pooler: for LISTEN. */
  direct: (role: Role) => pg.ClientConfig;
  /** The user who may create databases, if anyone may, and who is to own them; null is that user. */
  creating: () => pg.ClientConfig;
  owner: string | null;
  /** Another database of the same server, as its owner. */
  elsewhere: (database: string) => pg.ClientConfig;
  /** Given each connection that is opened. */
  watch: ServerWatch;
};

const connectMsMax = 5_000;
const embeddedDatabase = "plainwire";
/** Of the embedded server. */
export const superuser = "postgres";
export const oldestServerVersion = 150_000;

export function embeddedConnection(socket: string, database = embeddedDatabase): Connection {
  const client = (role: Role) => ({ ...common, host: socket, user: role, database });
  return {
    describe: `embedded, ${socket}`,
    client,
    direct: client,
    becomes: () => null,
    creating: () => ({ ...common, host: socket, user: superuser, database: "postgres" }),
    owner: "app_owner",
    elsewhere: (name) => ({ ...common, host: socket, user: "app_owner", database: name }),
    // On this machine: the system closes the connections of a server that is gone.
    watch: () => undefined,
  };
}

export function externalConnection(
  config: Pick<Config, "databaseUrl" | "databaseDirectUrl" | "databasePassword">,
): Connection {
  const at = (url: string) => ({ ...common, connectionString: withPassword(url, config.databasePassword) });
  const url = config.databaseUrl ?? "";
  return {
    describe: `external, ${new URL(url).host}`,
    client: () => at(url),
    direct: () => at(config.databaseDirectUrl ?? url),
    // The URL's user owns the tables and migrates as itself.
    becomes: (role) => (role === "app_owner" ? null : role),
    creating: () => at(config.databaseDirectUrl ?? url),
    owner: null,
    elsewhere: (name) => at(toDatabase(config.databaseDirectUrl ?? url, name)),
    watch: createServerWatch(),
  };
}

function toDatabase(url: string, name: string): string {
  return Object.assign(new URL(url), { pathname: `/${name}` }).href;
}

/** As a parameter of the URL: the driver prefers the URL's missing password to one passed separately. */
function withPassword(url: string, password: string | null): string {
  const address = new URL(url);
  if (password !== null && address.password === "") address.searchParams.set("password", password);
  return address.href;
}

// Without a delay of ours the first probe comes after two hours: for so long would LISTEN wait for a machine that is gone.
const probeAfterMs = 10_000;
const common = {
  connectionTimeoutMillis: connectMsMax,
  application_name: "plainwire",
  keepAlive: true,
  keepAliveInitialDelayMillis: probeAfterMs,
};

export async function connectAs(
  connection: Connection,
  role: Role,
  options: { direct?: boolean } = {},
): Promise<pg.Client> {
  const client = new pg.Client(options.direct ? connection.direct(role) : connection.client(role));
  // Without a listener a lost connection would end the process; the code that uses the client sees the failed query.
  client.on("error", () => undefined);
  const become = connection.becomes(role);
  try {
    await client.connect();
    connection.watch(client);
    if (become !== null) await client.query(`set role ${become}`);
  } catch (error) {
    // A failed login leaves the socket open, and the process waiting for the server's own time-out.
    await client.end().catch(() => undefined);
    throw error;
  }
  return client;
}

export function createPool(connection: Connection, role: Role, max: number): pg.Pool {
  const become = connection.becomes(role);
  const pool = new pg.Pool({
    ...connection.client(role),
    max,
    onConnect: async (client) => {
      connection.watch(client as pg.Client);
      if (become !== null) await client.query(`set role ${become}`);
    },
  });
  pool.on("error", () => undefined);
  // The pool listens only while a connection is idle: one that is cut in the middle of a transaction would end the process.
  pool.on("connect", (client) => void client.on("error", () => undefined));
  return pool;
}

/** Turns the first failure to reach a server into the sentence a person needs. */
export async function refuseUnreachable(connection: Connection): Promise<void> {
  const client = await connectAs(connection, "app_owner").catch((error: unknown) => {
    throw new Refusal(connectionSentence(error, connection));
  });
  const answer = await client.query<{ version: number; name: string }>(
    "select current_setting('server_version_num')::int as version, current_setting('server_version') as name",
  );
  const found = answer.rows[0];
  const isRecent = found !== undefined && found.version >= oldestServerVersion;
  const isShared = isRecent && (await sharesSessions(connection, client));
  await client.end();
  if (!isRecent) {
    throw new Refusal(
      `DATABASE_URL leads to PostgreSQL ${found?.name}, and Plainwire needs 15 or newer: upgrade that server or unset DATABASE_URL.`,
    );
  }
  if (isShared) {
    throw new Refusal(
      `DATABASE_URL (${connection.describe}) leads to a pooler in transaction mode, where the rights that one connection takes on would ` +
        "become those of another: use its session mode (PgBouncer: pool_mode = session), or the address of PostgreSQL itself.",
    );
  }
}

// A pooler hands out the session that was used last, or each in turn: either shows at once.
const looksMax = 4;

/** Whether two connections get the same session of the server, or one gets another than before, as behind a pooler in transaction mode. */
async function sharesSessions(connection: Connection, client: pg.Client): Promise<boolean> {
  const other = await connectAs(connection, "app_owner");
  try {
    const own = await sessionOf(client);
    for (let look = 0; look < looksMax; look += 1) {
      if ((await sessionOf(other)) === own || (await sessionOf(client)) !== own) return true;
    }
    return false;
  } finally {
    await other.end();
  }
}

async function sessionOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  return rows[0]?.pid ?? 0;
}

function connectionSentence(error: unknown, connection: Connection): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const reason = error instanceof Error ? error.message || code : String(error);
  if (code === "28P01" || code === "28000" || /password/i.test(reason)) {
    return `DATABASE_URL (${connection.describe}) refuses this user or password (${reason}): correct the URL or set DB_PASSWORD.`;
  }
  if (code === "3D000")
    return `DATABASE_URL names a database that does not exist (${reason}): create it or correct the URL.`;
  return `DATABASE_URL (${connection.describe}) cannot be reached (${reason}): check the address, that the server runs, and the network between.`;
}
