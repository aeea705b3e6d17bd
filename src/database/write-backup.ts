import pg from "pg";
import { copyOut } from "./copy.ts";

/**
 * A backup is text: a line of JSON about the whole, then per table a line of JSON, its rows in COPY's text format and the
 * line `\.`, which no row can be; and a last line with the number of rows, so that what was cut short is seen.
 */
type BackupHead = { plainwire: "backup"; format: 1; version: string; madeAt: string; migrations: string[] };
type BackupEnd = { end: true; rows: number; tables: Record<string, number> };

type Options = { version: string; now: Date; onStart: (rows: number) => void; onRows: (count: number) => void };

/** All tables as they are at one moment, whatever is written meanwhile. */
export async function* writeBackup(client: pg.Client, options: Options): AsyncGenerator<Buffer> {
  await client.query("begin isolation level repeatable read read only");
  const tables = await listBackupTables(client);
  options.onStart(await countRows(client, tables));
  yield toLine({
    plainwire: "backup",
    format: 1,
    version: options.version,
    madeAt: options.now.toISOString(),
    migrations: await listMigrations(client),
  } satisfies BackupHead);

  let rows = 0;
  const counts: Record<string, number> = {};
  for (const table of tables) {
    const before = rows;
    yield toLine(table);
    const statement = `copy (select ${quoteColumns(table.columns)} from ${quoteTable(table.name)}) to stdout`;
    for await (const chunk of copyOut(client, statement) as AsyncIterable<Buffer>) {
      const count = countLines(chunk);
      rows += count;
      options.onRows(count);
      yield chunk;
    }
    yield Buffer.from("\\.\n");
    counts[table.name] = rows - before;
  }
  yield toLine({ end: true, rows, tables: counts } satisfies BackupEnd);
  await client.query("commit");
}

async function countRows(client: pg.Client, tables: BackupTable[]): Promise<number> {
  const counts = tables.map(({ name }) => `(select count(*) from ${quoteTable(name)})`);
  const { rows } = await client.query<{ count: string }>(`select ${counts.join(" + ")} as count`);
  return Number(rows[0]?.count ?? 0);
}

function toLine(value: object): Buffer {
  return Buffer.from(`${JSON.stringify(value)}\n`);
}

function countLines(chunk: Buffer): number {
  let count = 0;
  for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) count += 1;
  return count;
}

/** A table as a backup holds it. `name` has its schema. */
export type BackupTable = { name: string; columns: string[] };

// Unlogged tables are lost in a crash on purpose, partitions come with their parent, and the history of migrations is
// what a restore compares, not what it writes.
const findTables = `
select n.nspname || '.' || c.relname as name,
  array(select a.attname::text from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns,
  array(select distinct fn.nspname || '.' || f.relname from pg_constraint k
        join pg_class f on f.oid = k.confrelid join pg_namespace fn on fn.oid = f.relnamespace
        where k.conrelid = c.oid and k.contype = 'f' and f.oid <> c.oid) as needs
from pg_class c join pg_namespace n on n.oid = c.relnamespace
where n.nspname in ('accounts', 'public') and c.relkind in ('r', 'p') and not c.relispartition and c.relpersistence = 'p'
  and c.relname <> 'schema_migrations'
order by name`;

/** Every table, those that others refer to first. */
export async function listBackupTables(client: pg.Client): Promise<BackupTable[]> {
  const { rows } = await client.query<BackupTable & { needs: string[] }>(findTables);
  const ordered: BackupTable[] = [];
  const isThere = (name: string) => ordered.some((table) => table.name === name);
  while (ordered.length < rows.length) {
    const ready = rows.filter(({ name, needs }) => !isThere(name) && needs.every(isThere));
    if (ready.length === 0) throw new Error("tables refer to each other in a circle");
    ordered.push(...ready.map(({ name, columns }) => ({ name, columns })));
  }
  return ordered;
}

/** The numbered ones; none in a database that was never migrated. */
export async function listMigrations(client: pg.Client): Promise<string[]> {
  const found = await client.query<{ exists: boolean }>(
    "select to_regclass('schema_migrations') is not null as exists",
  );
  if (!found.rows[0]?.exists) return [];
  const { rows } = await client.query<{ name: string }>(
    "select name from schema_migrations where name ~ '^[0-9]' order by name",
  );
  return rows.map(({ name }) => name);
}

export function quoteTable(name: string): string {
  return name.split(".").map(pg.escapeIdentifier).join(".");
}

export function quoteColumns(columns: string[]): string {
  return columns.map(pg.escapeIdentifier).join(", ");
}
