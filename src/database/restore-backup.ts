import pg from "pg";
import { z } from "zod";
import { Refusal } from "../refusal.ts";
import { parseJson } from "../text/parse-json.ts";
import { type BackupTable, listBackupTables, listMigrations, quoteColumns, quoteTable } from "./write-backup.ts";
import { copyIn } from "./copy.ts";
import { ensureRoles } from "./rights.ts";
import { migrate } from "./migrate.ts";
import { type Migration, readMigrations } from "./migration-files.ts";

const headLine = z.object({
  plainwire: z.literal("backup"),
  format: z.literal(1),
  version: z.string(),
  madeAt: z.string(),
  migrations: z.array(z.string()),
});
const tableLine = z.object({ name: z.string(), columns: z.array(z.string()).min(1) });
const endLine = z.object({
  end: z.literal(true),
  rows: z.number(),
  /** Versions before 1.0 wrote only the sum. */
  tables: z.record(z.string(), z.number()).optional(),
});

export type Restored = { version: string; madeAt: string; rows: number };

/**
 * Fills an empty database, whole or not at all. A backup of an older version goes into the schema of that version, and
 * is then brought up by the same migrations that a running database would get.
 */
export async function restoreBackup(
  client: pg.Client,
  backup: AsyncIterable<Buffer>,
  known = readMigrations(),
): Promise<Restored> {
  const lines = linesOf(backup);
  const head = headLine.safeParse(parseLine(await nextLine(lines)));
  if (!head.success) throw new Refusal("This is not a backup of Plainwire.");

  await ensureRoles(client);
  await migrate(client, await chooseSchema(client, head.data, known));
  const rows = await fillDatabase(client, lines);
  await migrate(client, known);
  return { version: head.data.version, madeAt: head.data.madeAt, rows };
}

/**
 * Reads a backup from its first line to its last, and touches no database: what is cut short or damaged is refused while there
 * is nothing to undo. A restore migrates an empty database before it fills it.
 */
export async function inspectBackup(backup: AsyncIterable<Buffer>): Promise<void> {
  const lines = linesOf(backup);
  if (!headLine.safeParse(parseLine(await nextLine(lines))).success) {
    throw new Refusal("This is not a backup of Plainwire.");
  }
  let rows = 0;
  for (;;) {
    const line = parseLine(await nextLine(lines));
    const end = endLine.safeParse(line);
    if (end.success && end.data.rows === rows) return readToEnd(lines);
    if (!tableLine.safeParse(line).success) throw damaged();
    while (!(await nextLine(lines)).equals(endOfRows)) rows += 1;
  }
}

/** The migrations that the backup's version had. The database's own must be among them, because none can be undone. */
async function chooseSchema(
  client: pg.Client,
  { version, migrations }: z.infer<typeof headLine>,
  known: Migration[],
): Promise<Migration[]> {
  const unknown = migrations.filter((name) => !known.some((migration) => migration.name === name));
  if (unknown.length > 0) {
    throw new Refusal(
      `The backup was made by a newer Plainwire (${version}, with ${unknown.join(", ")}): update this one first.`,
    );
  }
  const newer = (await listMigrations(client)).filter((name) => !migrations.includes(name));
  if (newer.length > 0) {
    throw new Refusal(
      `The backup was made by Plainwire ${version}, and this database already has a newer schema (${newer.at(-1)}): ` +
        "restore into a new database (another DATA_DIR, or an empty one at DATABASE_URL). It is brought up to date there.",
    );
  }
  return known.filter(({ name }) => migrations.includes(name));
}

async function fillDatabase(client: pg.Client, lines: AsyncGenerator<Buffer>): Promise<number> {
  await client.query("begin");
  try {
    const tables = await listBackupTables(client);
    await emptyTables(client, tables);
    // A backup has every table as it was. Triggers would count and mark a second time what they did before.
    await setTriggers(client, tables, "disable");
    const rows = await fillTables(client, tables, lines);
    await setTriggers(client, tables, "enable");
    await advanceNumbers(client);
    await client.query("commit");
    return rows;
  } catch (error) {
    await client.query("rollback").catch(() => undefined);
    throw error;
  }
}

/** What a start leaves behind (heartbeats, a setup token) may go; what people made may not. */
async function emptyTables(client: pg.Client, tables: BackupTable[]): Promise<void> {
  await client.query(`lock table ${tables.map(({ name }) => quoteTable(name)).join(", ")} in access exclusive mode`);
  const { rows } = await client.query<{ used: boolean }>(
    "select exists (select from feeds) or exists (select from accounts.users) as used",
  );
  if (rows[0]?.used) {
    throw new Refusal("The database holds feeds or accounts already: restore into an empty one (another DATA_DIR).");
  }
  await client.query(`truncate ${tables.map(({ name }) => quoteTable(name)).join(", ")} cascade`);
}

/** Our own; those of foreign keys stay. */
async function setTriggers(client: pg.Client, tables: BackupTable[], how: "disable" | "enable"): Promise<void> {
  for (const { name } of tables) await client.query(`alter table ${quoteTable(name)} ${how} trigger user`);
}

const findNumbered = `
select n.nspname || '.' || c.relname as table, a.attname::text as column
from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
where a.attidentity <> '' and n.nspname in ('accounts', 'public')`;

/** Rows that are copied keep their numbers and take none: without this the next row would get a number that is taken. */
async function advanceNumbers(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ table: string; column: string }>(findNumbered);
  for (const { table, column } of rows) {
    const number = pg.escapeIdentifier(column);
    await client.query(
      `select setval(pg_get_serial_sequence($1, $2), coalesce(max(${number}), 0) + 1, false) from ${quoteTable(table)}`,
      [table, column],
    );
  }
}

async function fillTables(client: pg.Client, tables: BackupTable[], lines: AsyncGenerator<Buffer>): Promise<number> {
  let rows = 0;
  for (;;) {
    const line = parseLine(await nextLine(lines));
    const end = endLine.safeParse(line);
    if (end.success && end.data.rows === rows) {
      await readToEnd(lines);
      await compareCounts(client, end.data.tables ?? {});
      return rows;
    }
    const table = findTable(tables, line);
    const batches = rowsOfTable(lines, (count) => (rows += count));
    const statement = `copy ${quoteTable(table.name)} (${quoteColumns(table.columns)}) from stdin`;
    await copyIn(client, statement, batches).catch((error: unknown) => {
      throw isBadData(error) ? damaged() : error;
    });
  }
}

/** What the database holds now against what the backup says it wrote, table by table. */
async function compareCounts(client: pg.Client, written: Record<string, number>): Promise<void> {
  const known = new Set((await listBackupTables(client)).map(({ name }) => name));
  for (const [name, count] of Object.entries(written)) {
    if (!known.has(name)) throw damaged();
    const { rows } = await client.query<{ count: number }>(`select count(*)::int as count from ${quoteTable(name)}`);
    if (rows[0]?.count !== count) throw damaged();
  }
}

/** By names that this database knows, because they become part of a statement. */
function findTable(tables: BackupTable[], line: unknown): BackupTable {
  const named = tableLine.safeParse(line).data;
  const table = tables.find(({ name }) => name === named?.name);
  if (named === undefined || !named.columns.every((column) => table?.columns.includes(column))) throw damaged();
  return named;
}

/** Classes 22 and 23: a value of the wrong form, or a reference to a row that does not exist. */
function isBadData(error: unknown): boolean {
  return error instanceof pg.DatabaseError && /^2[23]/.test(error.code ?? "");
}

const batchBytesMin = 65_536;

async function* rowsOfTable(lines: AsyncGenerator<Buffer>, counted: (rows: number) => void): AsyncGenerator<Buffer> {
  let batch: Buffer[] = [];
  let bytes = 0;
  for (;;) {
    const line = await nextLine(lines);
    const isEnd = line.equals(endOfRows);
    if (!isEnd) {
      batch.push(line);
      bytes += line.length;
    }
    if (bytes < batchBytesMin && !isEnd) continue;
    counted(batch.length);
    yield Buffer.concat(batch);
    if (isEnd) return;
    batch = [];
    bytes = 0;
  }
}

const endOfRows = Buffer.from("\\.\n");

// The largest row is an item with its page. A hostile file may unzip to a line without an end.
const lineBytesMax = 256 * 1024 * 1024;

/** Each with its line break; a last one without it was cut short and is left out. */
async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest: Buffer[] = [];
  let restBytes = 0;
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
      const piece = chunk.subarray(start, end + 1);
      yield rest.length === 0 ? piece : Buffer.concat([...rest, piece]);
      rest = [];
      restBytes = 0;
      start = end + 1;
    }
    if (start < chunk.length) rest.push(chunk.subarray(start));
    restBytes += chunk.length - start;
    if (restBytes > lineBytesMax) throw damaged();
  }
}

async function nextLine(lines: AsyncGenerator<Buffer>): Promise<Buffer> {
  const { value, done } = await lines.next();
  if (done) throw damaged();
  return value;
}

/** Behind the last line is gzip's checksum. It alone tells of a letter that was changed: a file that is read no further passes. */
async function readToEnd(lines: AsyncGenerator<Buffer>): Promise<void> {
  const { done } = await lines.next();
  if (!done) throw damaged();
}

function parseLine(line: Buffer): unknown {
  return parseJson(line.toString("utf8"));
}

function damaged(): Refusal {
  return new Refusal("The backup is damaged or was cut short: nothing was restored.");
}
