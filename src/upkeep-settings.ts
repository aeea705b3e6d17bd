import { address, optional, secret, setting, timeOfDay, whole } from "./setting.ts";

/** The rows of config.ts for what an operator does now and then: back up, and look for a newer version. */
export const upkeepSettings = {
  backupAt: setting(
    "BACKUP_AT",
    "",
    timeOfDay,
    "When a worker writes a backup each day and restores it for a check: HH:MM in UTC. Empty: never. Set it on one machine only.",
  ),
  backupDir: setting("BACKUP_DIR", "", optional, "Folder of these backups; default is DATA_DIR/backups."),
  backupKeep: setting("BACKUP_KEEP", "7", whole(1, 1_000), "How many of them are kept."),
  backupPassphrase: secret(
    "BACKUP_PASSPHRASE",
    "",
    optional,
    "Encrypts backups, also those of 'plainwire backup', and opens them; 12 characters or more.",
  ),
  backupPassphraseFile: setting(
    "BACKUP_PASSPHRASE_FILE",
    "",
    optional,
    "A file that holds it, instead of BACKUP_PASSPHRASE.",
  ),
  updateCheckUrl: setting(
    "UPDATE_CHECK_URL",
    "",
    address("http:", "https:"),
    "Where 'plainwire update-check' asks for the newest version; empty asks nobody. Plainwire never asks by itself.",
  ),
};
