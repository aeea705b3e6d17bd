import { createReadStream } from "node:fs";
import { open, rm, stat } from "node:fs/promises";
import { resolve } from "node:path";
import { Readable, pipeline as pipeAll } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import type { Command } from "commander";
import type { Restored } from "../database/restore-backup.ts";
import { ownVersion } from "../own-version.ts";
import { Refusal } from "../refusal.ts";
import { type Context, type Progress, type Invocation, startProgress, withDatabase } from "./command-context.ts";

export function addBackupCommands(program: Command, invocation: Invocation): void {
  program
    .command("backup")
    .argument("<file>", "where to write it; must not exist")
    .description("write a consistent backup of all data to a gzipped file; the server may keep running")
    .addHelpText("after", "\nExample:\n  plainwire backup plainwire-$(date +%F).gz")
    .action(async (file: string) => {
      const rows = await withDatabase(invocation, (context) => backUp(context, file));
      invocation.io.out.write(
        `Wrote ${rows} rows to ${file}. It does not contain SECRET_KEY (or DATA_DIR/secret-key), which decrypts the stored headers: keep that too, separately.\n`,
      );
    });

  program
    .command("restore")
    .argument("<file>", "a backup")
    .description("load a backup of this version or an older one into an empty database; stop the server first")
    .addHelpText("after", "\nExample:\n  DATA_DIR=./data-new plainwire restore plainwire-2026-03-02.gz")
    .action(async (file: string) => {
      const { rows, madeAt } = await restore(invocation, file);
      invocation.io.out.write(`Restored ${rows} rows, as they were at ${madeAt}.\n`);
    });
}

async function backUp({ io, connection, now }: Context, file: string): Promise<number> {
  const { connectAs } = await import("../database/connection.ts");
  const { writeBackup } = await import("../database/write-backup.ts");
  const client = await connectAs(connection, "app_owner", { direct: true });
  let progress: Progress | undefined;
  let rows = 0;
  const dump = writeBackup(client, {
    version: ownVersion(),
    now: now(),
    onStart: (total) => (progress = startProgress(io, "Backing up", total)),
    onRows: (count) => {
      rows += count;
      progress?.advance(count);
    },
  });
  try {
    await writeNew(resolve(io.cwd, file), dump);
    return rows;
  } catch (error) {
    throw refuseFileError(error, file);
  } finally {
    progress?.stop();
    await client.end();
  }
}

/** Writes a new file completely or not at all. Only its owner may read it, because it contains sessions and addresses. */
async function writeNew(path: string, text: AsyncIterable<Buffer>): Promise<void> {
  const target = await open(path, "wx", 0o600);
  try {
    await pipeline(Readable.from(text), createGzip(), target.createWriteStream());
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

async function restore(invocation: Invocation, file: string): Promise<Restored> {
  const { connectAs } = await import("../database/connection.ts");
  const { reachDatabase } = await import("../database/open-database.ts");
  const { restoreBackup } = await import("../database/restore-backup.ts");
  const path = resolve(invocation.io.cwd, file);
  const { size } = await stat(path).catch((error: unknown) => {
    throw refuseFileError(error, file);
  });
  const { connection, leave } = await reachDatabase(invocation.load().config, (sentence) =>
    invocation.io.err.write(`${sentence}\n`),
  );
  const progress = startProgress(invocation.io, "Restoring", size);
  try {
    const client = await connectAs(connection, "app_owner", { direct: true });
    try {
      return await restoreBackup(client, unzip(path, progress));
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

async function* unzip(path: string, progress: Progress): AsyncGenerator<Buffer> {
  const source = createReadStream(path).on("data", (chunk) => progress.advance(chunk.length));
  // An error in between is thrown to the reader of this stream.
  yield* pipeAll(source, createGunzip(), () => undefined);
}

/** Turns an error of the disk or of gzip into a sentence. Any other error is our own mistake and stays as it is. */
function refuseFileError(error: unknown, file: string): unknown {
  if (!(error instanceof Error) || !("code" in error)) return error;
  const code = String(error.code);
  if (code === "EEXIST") return new Refusal(`${file} already exists: name another file.`);
  if (code === "ENOENT") return new Refusal(`${file} does not exist.`);
  if (code.startsWith("Z_")) return new Refusal(`${file} is damaged or was cut short: nothing was restored.`);
  return /^E[A-Z]+$/.test(code) ? new Refusal(`${file}: ${error.message}.`) : error;
}

export function addMigrateCommand(program: Command, invocation: Invocation): void {
  program
    .command("migrate")
    .description("migrate the database to this version's schema; 'start' does it automatically")
    .addHelpText("after", "\nExample:\n  DATABASE_URL=postgres://… plainwire migrate")
    .action(async () => {
      const { openDatabase } = await import("../database/open-database.ts");
      const db = await openDatabase(invocation.load().config, (sentence) => invocation.io.err.write(`${sentence}\n`));
      await db.close();
      invocation.io.out.write(
        db.migrated.length === 0
          ? "Nothing to do: the schema is up to date.\n"
          : `Applied ${db.migrated.join(", ")}.\n`,
      );
    });
}
