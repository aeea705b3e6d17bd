import { access, open, rename, rm, stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { type Connection, connectAs } from "../database/connection.ts";
import { inspectBackup, restoreBackup } from "../database/restore-backup.ts";
import { withScratchDatabase } from "../database/scratch-database.ts";
import { writeBackup } from "../database/write-backup.ts";
import { Refusal } from "../refusal.ts";
import { partialEnding } from "./backup-policy.ts";
import type { TakenBackup } from "./backup-store.ts";
import { encryptBackup } from "./encrypt-backup.ts";
import { readBackupFile } from "./read-backup-file.ts";

export type BackupOrder = {
  path: string;
  /** Null: not encrypted. */
  passphrase: string | null;
  /** Restores the file into a scratch database, if this server lets us create one. */
  verify: boolean;
  version: string;
  now: Date;
  signal?: AbortSignal;
  onStart?: (rows: number) => void;
  onRows?: (count: number) => void;
  onVerify?: () => void;
};

/**
 * Writes a backup to a new file and checks it. The file gets its name when all of this is done, so that one with that name is
 * complete; only its owner may read it, because it contains sessions and addresses.
 */
export async function takeBackup(connection: Connection, order: BackupOrder): Promise<TakenBackup> {
  const { path, verify, passphrase } = order;
  if (await exists(path)) throw Object.assign(new Error(`${path} already exists`), { code: "EEXIST" });
  const partial = path + partialEnding;
  try {
    const rows = await writeFile(connection, partial, order);
    order.onVerify?.();
    order.signal?.throwIfAborted();
    const checked = verify ? await check(connection, partial, { passphrase, rows, signal: order.signal }) : "not";
    const { size: bytes } = await stat(partial);
    await rename(partial, path);
    return { rows, bytes, checked };
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

async function writeFile(connection: Connection, partial: string, order: BackupOrder): Promise<number> {
  const { passphrase, version, now, signal, onStart = () => undefined, onRows = () => undefined } = order;
  const target = await open(partial, "w", 0o600);
  const client = await connectAs(connection, "app_owner", { direct: true });
  let rows = 0;
  const count = (read: number) => {
    rows += read;
    onRows(read);
  };
  try {
    const zipped = pipelineOf(writeBackup(client, { version, now, onStart, onRows: count }));
    const sealed = passphrase === null ? zipped : Readable.from(encryptBackup(zipped, passphrase));
    // Flushed to the disk before the file gets its name: a full disk or a power cut must not leave half a backup that looks whole.
    await pipeline(sealed, target.createWriteStream({ flush: true }), { signal });
    return rows;
  } finally {
    await client.end().catch(() => undefined);
    await target.close().catch(() => undefined);
  }
}

function pipelineOf(text: AsyncIterable<Buffer>): Readable {
  const zip = createGzip();
  // An error of the source ends the zipped stream with the same error, which its reader gets.
  void pipeline(Readable.from(text), zip).catch(() => undefined);
  return zip;
}

type Expected = { passphrase: string | null; rows: number; signal: AbortSignal | undefined };

async function check(
  connection: Connection,
  path: string,
  { passphrase, rows, signal }: Expected,
): Promise<"restored" | "read"> {
  try {
    await inspectBackup(readBackupFile(path, { passphrase, signal }));
    const restored = await withScratchDatabase(connection, (client) =>
      restoreBackup(client, readBackupFile(path, { passphrase, signal })),
    );
    if (restored === "not allowed") return "read";
    if (restored.rows !== rows) throw new Refusal(`${restored.rows} of ${rows} rows came back.`);
    return "restored";
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof Error && "code" in error && error.code === "ENOSPC") throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw new Refusal(`The backup was written but could not be restored for a check, so it was removed again: ${why}`);
  }
}
