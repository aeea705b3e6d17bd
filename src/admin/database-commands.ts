import { stat } from "node:fs/promises";
import { hostname } from "node:os";
import { dirname, resolve } from "node:path";
import type { Command } from "commander";
import type { Config } from "../config.ts";
import type { TakenBackup } from "../backups/backup-store.ts";
import type { Restored } from "../database/restore-backup.ts";
import { ownVersion } from "../own-version.ts";
import { Refusal } from "../refusal.ts";
import { type Context, type Invocation, reachFor, withDatabase } from "./command-context.ts";
import { type Progress, startProgress } from "./start-progress.ts";

export function addBackupCommands(program: Command, invocation: Invocation): void {
  program
    .command("backup")
    .argument("<file>", "where to write it; must not exist")
    .description(
      "write a consistent backup of all data to a file and restore it for a check; the server may keep running",
    )
    .option(
      "--no-verify",
      "do not restore it into a scratch database, which takes as long as the backup and as much space",
    )
    .addHelpText(
      "after",
      "\nExamples:\n  plainwire backup plainwire-$(date +%F).gz\n  BACKUP_PASSPHRASE_FILE=~/backup-key plainwire backup plainwire.gz.enc",
    )
    .action(async (file: string, options: { verify: boolean }) => {
      const passphrase = await passphraseOf(invocation.load().config);
      const order = { file, passphrase, verify: options.verify };
      const taken = await withDatabase(invocation, (context) => backUp(context, order));
      invocation.io.out.write(describeBackup(taken, order));
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

type Order = { file: string; passphrase: string | null; verify: boolean };

const checks: Record<TakenBackup["checked"], string> = {
  restored: " and restored it into a scratch database: every row came back",
  read: " and read it again; this database user may not create databases, so it was not restored for a check",
  not: "",
};

function describeBackup({ rows, checked }: TakenBackup, { file, passphrase }: Order): string {
  const how = passphrase === null ? "" : ", encrypted";
  return (
    `Wrote ${rows} rows to ${file}${how}${checks[checked]}. It does not contain SECRET_KEY (or DATA_DIR/secret-key), which decrypts the stored ` +
    `headers${passphrase === null ? "" : ", nor the passphrase"}: keep that too, separately.\n`
  );
}

async function passphraseOf(config: Config): Promise<string | null> {
  const { findPassphrase } = await import("../backups/find-passphrase.ts");
  return findPassphrase(config);
}

async function backUp(
  { io, connection, pool, now }: Context,
  { file, passphrase, verify }: Order,
): Promise<TakenBackup> {
  const { recordBackup } = await import("../backups/record-backup.ts");
  const path = resolve(io.cwd, file);
  const encrypted = passphrase !== null;
  const started = { startedAt: now(), file: path, host: hostname(), scheduled: false, encrypted };
  const signal = io.catchStop();
  let progress: Progress | undefined;
  try {
    return await recordBackup({ pool, connection, now }, started, {
      order: {
        path,
        passphrase,
        verify,
        version: ownVersion(),
        now: now(),
        signal,
        onStart: (total) => (progress = startProgress(io, "Backing up", total)),
        onRows: (count) => progress?.advance(count),
        onVerify: () => progress?.stop(),
      },
    });
  } catch (error) {
    if (signal.aborted) throw new Refusal("Stopped: no backup was written.");
    if (hasCode(error, "ENOENT"))
      throw new Refusal(`There is no folder ${dirname(path)}: make it, or name another file.`);
    throw refuseFileError(error, file);
  } finally {
    progress?.stop();
  }
}

async function restore(invocation: Invocation, file: string): Promise<Restored> {
  const { connectAs } = await import("../database/connection.ts");
  const { inspectBackup, restoreBackup } = await import("../database/restore-backup.ts");
  const { readBackupFile } = await import("../backups/read-backup-file.ts");
  const { config } = invocation.load();
  const path = resolve(invocation.io.cwd, file);
  const passphrase = await passphraseOf(config);
  try {
    const { size } = await stat(path);
    await inspectBackup(readBackupFile(path, { passphrase }));
    const { connection, leave } = await reachFor(invocation)(config, (sentence) =>
      invocation.io.err.write(`${sentence}\n`),
    );
    const progress = startProgress(invocation.io, "Restoring", size);
    try {
      const client = await connectAs(connection, "app_owner", { direct: true });
      try {
        return await restoreBackup(client, readBackupFile(path, { passphrase, onBytes: progress.advance }));
      } finally {
        await client.end();
      }
    } finally {
      progress.stop();
      await leave();
    }
  } catch (error) {
    throw refuseFileError(error, file);
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}

/** Turns an error of the disk or of gzip into a sentence. Any other error is our own mistake and stays as it is. */
function refuseFileError(error: unknown, file: string): unknown {
  if (!(error instanceof Error) || !("code" in error)) return error;
  const code = String(error.code);
  if (code === "EEXIST") return new Refusal(`${file} already exists: name another file.`);
  if (code === "ENOENT") return new Refusal(`${file} does not exist.`);
  if (code === "ENOSPC")
    return new Refusal(`The disk is full: ${file} was not written. Free some space, or name a file elsewhere.`);
  if (code === "EISDIR") return new Refusal(`${file} is a folder: name a file.`);
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
      const say = (sentence: string) => invocation.io.err.write(`${sentence}\n`);
      const db = await openDatabase(invocation.load().config, say, reachFor(invocation));
      await db.close();
      invocation.io.out.write(
        db.migrated.length === 0
          ? "Nothing to do: the schema is up to date.\n"
          : `Applied ${db.migrated.join(", ")}.\n`,
      );
    });
}
