import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type pg from "pg";
import { Refusal } from "../refusal.ts";
import { migrationsFolder } from "./migrations-folder.ts";
import { settleRights, type SettledRights } from "./rights-store.ts";

export type Migration = { name: string; sql: string; checksum: string };

// One key for all programs that migrate this database; ten starting at once queue up behind it.
const lockKey = 7_246_002;

/**
 * Applies what is missing, in order, each in its own transaction, and settles who may do what. Returns the names applied
 * now. Rights are settled at every run: whatever a server's defaults or a hurried `grant all` gave is taken back.
 */
export async function migrate(
  client: pg.Client,
  migrations = readMigrations(),
  tellRights: (settled: SettledRights) => void = () => undefined,
): Promise<string[]> {
  await client.query("select pg_advisory_lock($1)", [lockKey]);
  try {
    await client.query(
      "create table if not exists schema_migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())",
    );
    const { rows } = await client.query<{ name: string; checksum: string }>(
      "select name, checksum from schema_migrations",
    );
    const applied = new Map(rows.map((row) => [row.name, row.checksum]));
    refuseForeignHistory(applied, migrations);

    const missing = migrations.filter((migration) => !applied.has(migration.name));
    for (const migration of missing) await apply(client, migration);
    tellRights(await settleRights(client));
    return missing.map((migration) => migration.name);
  } finally {
    await client.query("select pg_advisory_unlock($1)", [lockKey]).catch(() => undefined);
  }
}

export function readMigrations(folder = migrationsFolder): Migration[] {
  return readdirSync(folder)
    .filter((name) => /^\d{4}-[a-z0-9-]+\.sql$/.test(name))
    .sort()
    .map((name) => {
      const sql = readFileSync(join(folder, name), "utf8");
      return { name, sql, checksum: createHash("sha256").update(sql).digest("hex") };
    });
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
  const known = new Set(migrations.map((migration) => migration.name));
  const newer = [...applied.keys()].filter((name) => !known.has(name));
  if (newer.length > 0) {
    throw new Refusal(
      `The database was migrated by a newer Plainwire (${newer.join(", ")}): update this one, or restore a backup from before.`,
    );
  }
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  await client.query("begin");
  try {
    await client.query(migration.sql);
    await client.query("insert into schema_migrations (name, checksum) values ($1, $2)", [
      migration.name,
      migration.checksum,
    ]);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback").catch(() => undefined);
    if (error instanceof Error && "code" in error && error.code === "42501") {
      throw new Refusal(
        `The migration ${migration.name} lacks a privilege (${error.message}): run it as the database's owner.`,
      );
    }
    throw error;
  }
}
