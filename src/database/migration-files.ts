import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";

export const migrationsFolder = resolve(import.meta.dirname, "../../migrations");

export type Migration = { name: string; sql: string; checksum: string };

/** The numbered files, which run once each and never change. */
export function readMigrations(): Migration[] {
  return readdirSync(migrationsFolder)
    .filter((name) => /^\d{4}-[a-z0-9-]+\.sql$/.test(name))
    .sort()
    .map((name) => {
      const sql = readFileSync(join(migrationsFolder, name), "utf8");
      return { name, sql, checksum: checksumOf(sql) };
    });
}

/** `name` is the function's, with its schema. */
export type SqlFunction = { name: string; sql: string };
export type SqlFunctions = { files: SqlFunction[]; checksum: string };

/** migrations/functions: one file for each SQL function as it is now. They are edited in place. */
export function readSqlFunctions(): SqlFunctions {
  const folder = join(migrationsFolder, "functions");
  const files = readdirSync(folder)
    .filter((name) => name.endsWith(".sql"))
    .sort()
    .map((name) => ({ name: name.replace(/\.sql$/, ""), sql: readFileSync(join(folder, name), "utf8") }));
  return { files, checksum: checksumOf(JSON.stringify(files)) };
}

function checksumOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
