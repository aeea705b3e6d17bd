import type { Command } from "commander";
import type { Session } from "./io.ts";

export function addMigrateCommand(program: Command, session: Session): void {
  program
    .command("migrate")
    .description("migrate the database to this version's schema; 'start' does it automatically")
    .addHelpText("after", "\nExample:\n  DATABASE_URL=postgres://… plainwire migrate")
    .action(async () => {
      const { openDatabase } = await import("../database/open-database.ts");
      const db = await openDatabase(session.load().config, (sentence) => session.io.err.write(`${sentence}\n`));
      await db.close();
      session.io.out.write(
        db.migrated.length === 0
          ? "Nothing to do: the schema is up to date.\n"
          : `Applied ${db.migrated.join(", ")}.\n`,
      );
    });
}
