import type { Command } from "commander";
import { ownVersion } from "../own-version.ts";
import type { Session } from "./io.ts";

export function addVersionCommand(program: Command, session: Session): void {
  program
    .command("version")
    .description("print the versions of Plainwire and Node")
    .addHelpText("after", "\nExample:\n  plainwire version")
    .action(() => {
      session.io.out.write(`Plainwire ${ownVersion()} on Node ${session.io.node.version}\n`);
    });
}
