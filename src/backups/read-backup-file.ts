import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { Readable, pipeline } from "node:stream";
import { createGunzip } from "node:zlib";
import { Refusal } from "../refusal.ts";
import { decryptBackup, encryptedMark } from "./encrypt-backup.ts";

type Options = { passphrase: string | null; onBytes?: (count: number) => void; signal?: AbortSignal | undefined };

/** The text of a backup, decrypted and unzipped. Refuses a file that is something else, before anything is read of it. */
export async function* readBackupFile(path: string, { passphrase, onBytes, signal }: Options): AsyncGenerator<Buffer> {
  const kind = await recognise(path);
  if (kind === "foreign") throw new Refusal(`${path} is not a backup of Plainwire.`);
  if (kind === "encrypted" && passphrase === null) {
    throw new Refusal(
      `${path} is encrypted: set BACKUP_PASSPHRASE or BACKUP_PASSPHRASE_FILE to what it was made with.`,
    );
  }
  const file = createReadStream(path, { signal }).on("data", (chunk) => onBytes?.(chunk.length));
  const zipped = kind === "encrypted" ? Readable.from(decryptBackup(file, passphrase ?? "")) : file;
  // An error in between is thrown to the reader of this stream.
  yield* pipeline(zipped, createGunzip(), () => undefined);
}

/** gzip's first two bytes, or the mark of our own encryption. */
async function recognise(path: string): Promise<"zipped" | "encrypted" | "foreign"> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(encryptedMark.length), 0, encryptedMark.length, 0);
    const start = buffer.subarray(0, bytesRead);
    if (start.equals(encryptedMark)) return "encrypted";
    return start[0] === 0x1f && start[1] === 0x8b ? "zipped" : "foreign";
  } finally {
    await file.close();
  }
}
