import type pg from "pg";
import type { BackupTable } from "./backup-table.ts";
import { listBackupTables, listMigrations, quoteColumns, quoteTable } from "./backup-table.ts";
import { copyOut } from "./copy.ts";

/**
 * A backup is text: a line of JSON about the whole, then per table a line of JSON, its rows in COPY's text format and the
 * line `\.`, which no row can be; and a last line with the number of rows, so that what was cut short is seen.
 */
export type BackupHead = { plainwire: "backup"; format: 1; version: string; madeAt: string; migrations: string[] };
export type BackupEnd = { end: true; rows: number };

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
  for (const table of tables) {
    yield toLine(table);
    const statement = `copy (select ${quoteColumns(table.columns)} from ${quoteTable(table.name)}) to stdout`;
    for await (const chunk of copyOut(client, statement) as AsyncIterable<Buffer>) {
      const count = countLines(chunk);
      rows += count;
      options.onRows(count);
      yield chunk;
    }
    yield Buffer.from("\\.\n");
  }
  yield toLine({ end: true, rows } satisfies BackupEnd);
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

export function countLines(chunk: Buffer): number {
  let count = 0;
  for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) count += 1;
  return count;
}
