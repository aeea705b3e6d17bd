import { readFileSync, readdirSync } from "node:fs";
import { basename, join, resolve } from "node:path";

export type SqlSource = { path: string; text: string };

const functionsFolder = "migrations/functions";

/** Every table that the migrations make, with its schema unless that is public. */
export function findTables(migrations: SqlSource[]): Set<string> {
  const tables = new Set<string>();
  const statement =
    /^create (?:unlogged )?table (?:if not exists )?([\w.]+)|^alter table ([\w.]+) rename to ([\w.]+)|^drop table (?:if exists )?([\w.]+)/gm;
  for (const { text } of migrations)
    for (const [, made, from, to, dropped] of text.matchAll(statement)) {
      if (made !== undefined) tables.add(made);
      if (to !== undefined) tables.add(to);
      tables.delete(from ?? dropped ?? "");
    }
  return tables;
}

const write =
  /\b(?:insert\s+into|(?<!for\s)(?<!do\s)update|delete\s+from|merge\s+into|copy|truncate(?:\s+table)?)\s+(?:only\s+)?((?:accounts\.|public\.)?[a-z]\w*)/gi;
/** Comments, so that a sentence like "update feeds" in one is no write. */
const comment = /^\s*(?:\/\/|\/\*|\*|--).*$/gm;

/** The tables that a source writes, by the names of `tables`. */
function findWrites({ text }: SqlSource, tables: Set<string>): string[] {
  const written = [...text.replaceAll(comment, "").matchAll(write)].map(([, name = ""]) =>
    name.replace(/^public\./, ""),
  );
  return [...new Set(written)].filter((name) => tables.has(name)).sort();
}

/** A name that is put together at run time cannot be looked up: only src/database may, for backups. */
function findUnnamedWrites({ path, text }: SqlSource): string[] {
  const unnamed = /\b(?:insert\s+into|update|delete\s+from|merge\s+into|truncate)\s+\$\{/i;
  return !path.startsWith("src/database/") && unnamed.test(text) ? [`${path}: the table to write is not named`] : [];
}

/** Tables by folder: those it owns, and those of others that it may write nevertheless. */
export type Writers = { owned: Record<string, string[]>; alsoWrites: Record<string, string[]> };

/**
 * What breaks the table of writers. A TypeScript file may write what its folder owns. A SQL function belongs to the folder
 * that owns the tables it writes, so it may only write those of one folder.
 */
export function findWriterFaults(sources: SqlSource[], tables: Set<string>, writers: Writers): string[] {
  const named = Object.values(writers.owned).flat();
  return [
    ...[...tables].filter((table) => !named.includes(table)).map((table) => `${table} has no owner`),
    ...named.filter((table) => !tables.has(table)).map((table) => `${table} has an owner, but is no table`),
    ...named.filter((table, place) => named.indexOf(table) !== place).map((table) => `${table} has two owners`),
    ...sources.flatMap((source) => [...faultsOf(source, tables, writers), ...findUnnamedWrites(source)]),
  ];
}

function faultsOf(source: SqlSource, tables: Set<string>, { owned, alsoWrites }: Writers): string[] {
  const { path } = source;
  const written = findWrites(source, tables);
  if (!path.startsWith(functionsFolder)) {
    const folder = path.split("/")[1] ?? path;
    const allowed = [...(owned[folder] ?? []), ...(alsoWrites[folder] ?? [])];
    return written
      .filter((table) => !allowed.includes(table))
      .map((table) => `${path}: ${folder} may not write ${table}`);
  }
  const owners = Object.keys(owned).filter((folder) => owned[folder]?.some((table) => written.includes(table)));
  return owners.length > 1 ? [`${path}: writes tables of ${owners.join(" and ")}`] : [];
}

/** The sources of src/ and the SQL functions. */
export function readSqlSources(): SqlSource[] {
  return [
    ...readFolder("src", (name) => name.endsWith(".ts")),
    ...readFolder(functionsFolder, (name) => name.endsWith(".sql")),
  ];
}

export function readNumberedMigrations(): SqlSource[] {
  return readFolder("migrations", (name) => /^\d{4}-/.test(basename(name))).sort((one, other) =>
    one.path < other.path ? -1 : 1,
  );
}

function readFolder(folder: string, isWanted: (name: string) => boolean): SqlSource[] {
  const project = resolve(import.meta.dirname, "..");
  return readdirSync(join(project, folder), { recursive: true, encoding: "utf8" })
    .filter(isWanted)
    .map((name) => ({ path: join(folder, name), text: readFileSync(join(project, folder, name), "utf8") }));
}
