import type pg from "pg";
import { Refusal } from "../refusal.ts";
import { type Migration, readMigrations, readSqlFunctions, type SqlFunctions } from "./migration-files.ts";
import { type SettledRights, settleRights } from "./rights.ts";

// One key for all programs that migrate this database; ten starting at once queue up behind it.
const lockKey = 7_246_002;

// A process that only settles rights has the lock for less than that.
const quietWaitMs = 3_000;

/** The row of schema_migrations with the checksum of migrations/functions, next to the numbered ones. */
const functionsRow = "functions";

type Options = {
  functions?: SqlFunctions;
  tellRights?: (settled: SettledRights) => void;
  /** Another process has been migrating for some seconds, and we wait. */
  tellWait?: () => void;
};

/**
 * Applies the migrations that are missing, in order, each in its own transaction; then installs the SQL functions and
 * settles who may do what. Returns the names of the migrations applied now. Rights are settled at every run: whatever a
 * server's defaults or a hurried `grant all` gave is taken back.
 */
export async function migrate(
  client: pg.Client,
  migrations = readMigrations(),
  { functions = readSqlFunctions(), tellRights = () => undefined, tellWait = () => undefined }: Options = {},
): Promise<string[]> {
  const telling = setTimeout(tellWait, quietWaitMs);
  await client.query("select pg_advisory_lock($1)", [lockKey]).finally(() => clearTimeout(telling));
  try {
    const applied = await readHistory(client);
    refuseForeignHistory(applied, migrations);

    const missing = migrations.filter((migration) => !applied.has(migration.name));
    for (const migration of missing) await apply(client, migration);

    // A migration may have replaced a function by an older form of it, so every run that applied one installs them again.
    const areOutdated = missing.length > 0 || applied.get(functionsRow) !== functions.checksum;
    if (areOutdated && isNewestSchema(migrations)) await installFunctions(client, functions);

    tellRights(await settleRights(client));
    return missing.map((migration) => migration.name);
  } finally {
    await client.query("select pg_advisory_unlock($1)", [lockKey]).catch(() => undefined);
  }
}

/** Checksums by name. */
async function readHistory(client: pg.Client): Promise<Map<string, string>> {
  await client.query(
    "create table if not exists schema_migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())",
  );
  const { rows } = await client.query<{ name: string; checksum: string }>(
    "select name, checksum from schema_migrations",
  );
  return new Map(rows.map((row) => [row.name, row.checksum]));
}

function refuseForeignHistory(applied: Map<string, string>, migrations: Migration[]): void {
  for (const migration of migrations) {
    const checksum = applied.get(migration.name);
    if (checksum !== undefined && checksum !== migration.checksum) {
      throw new Refusal(
        `The migration ${migration.name} was edited after it ran on this database: restore the file as it was released, and put the change into a new migration.`,
      );
    }
  }
  const known = new Set([functionsRow, ...migrations.map((migration) => migration.name)]);
  const newer = [...applied.keys()].filter((name) => !known.has(name));
  if (newer.length > 0) {
    throw new Refusal(
      `The database was migrated by a newer Plainwire (${newer.join(", ")}): update this one, or restore a backup from before.`,
    );
  }
}

function apply(client: pg.Client, migration: Migration): Promise<void> {
  return inOneTransaction(client, `The migration ${migration.name}`, async () => {
    await client.query(migration.sql);
    await record(client, migration.name, migration.checksum);
  });
}

/**
 * Functions are written for the newest schema. A backup of an older version is first restored into the schema of that
 * version, with the functions its own migrations made.
 */
function isNewestSchema(migrations: Migration[]): boolean {
  const names = new Set(migrations.map(({ name }) => name));
  return readMigrations().every(({ name }) => names.has(name));
}

/** Bodies are not checked while they are created, so that a function may call one whose file comes later. */
function installFunctions(client: pg.Client, { files, checksum }: SqlFunctions): Promise<void> {
  return inOneTransaction(client, "The file of an SQL function", async () => {
    await client.query("set local check_function_bodies = off");
    for (const { sql } of files) await client.query(sql);
    await client.query(closeNewFunctions);
    await record(client, functionsRow, checksum);
  });
}

/** A new function may be executed by everyone until told otherwise. rights.sql grants to roles, never to everyone. */
const closeNewFunctions = `
do $$
declare
  installed regprocedure;
begin
  for installed in select oid from pg_proc where xmin = pg_current_xact_id()::xid loop
    execute format('revoke all on function %s from public', installed);
  end loop;
end $$`;

async function record(client: pg.Client, name: string, checksum: string): Promise<void> {
  await client.query(
    `insert into schema_migrations (name, checksum) values ($1, $2)
     on conflict (name) do update set checksum = excluded.checksum, applied_at = excluded.applied_at`,
    [name, checksum],
  );
}

async function inOneTransaction(client: pg.Client, what: string, work: () => Promise<void>): Promise<void> {
  await client.query("begin");
  try {
    await work();
    await client.query("commit");
  } catch (error) {
    await client.query("rollback").catch(() => undefined);
    if (error instanceof Error && "code" in error && error.code === "42501") {
      throw new Refusal(`${what} lacks a privilege (${error.message}): run it as the database's owner.`);
    }
    throw error;
  }
}
