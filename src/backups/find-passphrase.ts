import { readFileSync } from "node:fs";
import { Refusal } from "../refusal.ts";

const lengthMin = 12;

/** Null: backups are not encrypted. A file's line break at its end does not count. */
export function findPassphrase(settings: {
  backupPassphrase: string | null;
  backupPassphraseFile: string | null;
}): string | null {
  const { backupPassphrase, backupPassphraseFile: file } = settings;
  const passphrase = backupPassphrase ?? (file === null ? null : readPassphrase(file));
  if (passphrase !== null && passphrase.length < lengthMin) {
    throw new Refusal(
      `The passphrase for backups must have ${lengthMin} characters or more. Make one with: openssl rand -hex 32.`,
    );
  }
  return passphrase;
}

function readPassphrase(file: string): string {
  try {
    return readFileSync(file, "utf8").replace(/\r?\n$/, "");
  } catch (error) {
    throw new Refusal(
      `BACKUP_PASSPHRASE_FILE cannot be read: ${error instanceof Error ? error.message : String(error)}.`,
    );
  }
}
