import type { Command } from "commander";
import type { LoadedConfig } from "../load-config.ts";

export function addMigrateCommand(program: Command, load: () => LoadedConfig): void {
  program
    .command("migrate")
    .description("migrate the database to this version's schema; 'start' does it automatically")
    .addHelpText("after", "\nExample:\n  DATABASE_URL=postgres://… plainwire migrate")
    .action(async () => {
      const { openDatabase } = await import("../database/open-database.ts");
      const db = await openDatabase(load().config, (sentence) => process.stderr.write(`${sentence}\n`));
      await db.close();
      process.stdout.write(
        db.migrated.length === 0
          ? "Nothing to do: the schema is up to date.\n"
          : `Applied ${db.migrated.join(", ")}.\n`,
      );
    });
}
