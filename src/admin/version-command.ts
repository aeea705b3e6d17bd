import type { Command } from "commander";
import { ownVersion } from "../own-version.ts";

export function addVersionCommand(program: Command): void {
  program
    .command("version")
    .description("print the versions of Plainwire and Node")
    .addHelpText("after", "\nExample:\n  plainwire version")
    .action(() => {
      process.stdout.write(`Plainwire ${ownVersion()} on Node ${process.versions.node}\n`);
    });
}
