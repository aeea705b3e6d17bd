import { createReadStream } from "node:fs";
import { open, rm, stat } from "node:fs/promises";
import { Readable, pipeline as pipeAll } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import type { Command } from "commander";
import type { Restored } from "../database/restore-backup.ts";
import { Refusal } from "../refusal.ts";
import { ownVersion } from "../own-version.ts";
import type { Progress } from "./start-progress.ts";
import { startProgress } from "./start-progress.ts";
import type { Desk, Load } from "./with-database.ts";
import { withDatabase } from "./with-database.ts";

export function addBackupCommands(program: Command, load: Load): void {
  program
    .command("backup")
    .argument("<file>", "where to write it; must not exist")
    .description("write a consistent backup of all data to a gzipped file; the server may keep running")
    .addHelpText("after", "\nExample:\n  plainwire backup plainwire-$(date +%F).gz")
    .action(async (file: string) => {
      const rows = await withDatabase(load, (desk) => backUp(desk, file));
      process.stdout.write(
        `Wrote ${rows} rows to ${file}. SECRET_KEY (or DATA_DIR/secret-key), which opens the stored headers, is not in it: keep that too, apart from it.\n`,
      );
    });

  program
    .command("restore")
    .argument("<file>", "a backup")
    .description("load a backup of this version or an older one into an empty database; stop the server first")
    .addHelpText("after", "\nExample:\n  DATA_DIR=./data-new plainwire restore plainwire-2026-03-02.gz")
    .action(async (file: string) => {
      const { rows, madeAt } = await restore(load, file);
      process.stdout.write(`Restored ${rows} rows, as they were at ${madeAt}.\n`);
    });
}

async function backUp({ connection, now }: Desk, file: string): Promise<number> {
  const { connectAs } = await import("../database/connection.ts");
  const { writeBackup } = await import("../database/write-backup.ts");
  const client = await connectAs(connection, "app_owner", { direct: true });
  let progress: Progress | undefined;
  let rows = 0;
  const dump = writeBackup(client, {
    version: ownVersion(),
    now: now(),
    onStart: (total) => (progress = startProgress("Backing up", total)),
    onRows: (count) => {
      rows += count;
      progress?.advance(count);
    },
  });
  try {
    await writeNew(file, dump);
    return rows;
  } catch (error) {
    throw refuseFileError(error, file);
  } finally {
    progress?.stop();
    await client.end();
  }
}

/** Whole or not at all, in a file that was not there. For its owner's eyes: sessions and addresses are in it. */
async function writeNew(file: string, text: AsyncIterable<Buffer>): Promise<void> {
  const target = await open(file, "wx", 0o600);
  try {
    await pipeline(Readable.from(text), createGzip(), target.createWriteStream());
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  }
}

async function restore(load: Load, file: string): Promise<Restored> {
  const { connectAs } = await import("../database/connection.ts");
  const { reachDatabase } = await import("../database/open-database.ts");
  const { restoreBackup } = await import("../database/restore-backup.ts");
  const { size } = await stat(file).catch((error: unknown) => {
    throw refuseFileError(error, file);
  });
  const { connection, leave } = await reachDatabase(load().config, (sentence) => process.stderr.write(`${sentence}\n`));
  const progress = startProgress("Restoring", size);
  try {
    const client = await connectAs(connection, "app_owner", { direct: true });
    try {
      return await restoreBackup(client, unzip(file, progress));
    } finally {
      await client.end();
    }
  } catch (error) {
    throw refuseFileError(error, file);
  } finally {
    progress.stop();
    await leave();
  }
}

async function* unzip(file: string, progress: Progress): AsyncGenerator<Buffer> {
  const source = createReadStream(file).on("data", (chunk) => progress.advance(chunk.length));
  // What fails on the way is thrown to the reader of this stream.
  yield* pipeAll(source, createGunzip(), () => undefined);
}

/** What the disk and gzip say about the file, as a sentence; our own mistakes stay as they are. */
function refuseFileError(error: unknown, file: string): unknown {
  if (!(error instanceof Error) || !("code" in error)) return error;
  const code = String(error.code);
  if (code === "EEXIST") return new Refusal(`${file} is there already: name another file.`);
  if (code === "ENOENT") return new Refusal(`There is no ${file}.`);
  if (code.startsWith("Z_")) return new Refusal(`${file} is damaged or was cut short: nothing was restored.`);
  return /^E[A-Z]+$/.test(code) ? new Refusal(`${file}: ${error.message}.`) : error;
}
