import { Command, type OutputConfiguration } from "commander";
import { addAnalyseCommand } from "./analyse-command.ts";
import { addBackupCommands } from "./backup-command.ts";
import { addCompletionCommand } from "./completion-command.ts";
import { addConfigCommand } from "./config-command.ts";
import { addDoctorCommand } from "./doctor-command.ts";
import { addEvalCommand } from "./eval-command.ts";
import { addFeedCommand } from "./feed-command.ts";
import { addFetchCommand } from "./fetch-command.ts";
import { addHelpCommand } from "./help-command.ts";
import type { Session } from "./io.ts";
import { addItemCommand } from "./item-command.ts";
import { addMigrateCommand } from "./migrate-command.ts";
import { ownVersion } from "../own-version.ts";
import { addProcessCommands } from "./process-commands.ts";
import { addQueueCommand } from "./queue-command.ts";
import { addRootDomainCommand } from "./root-domain-command.ts";
import { addSummaryCommand } from "./summary-command.ts";
import { addUserCommand } from "./user-command.ts";
import { addVersionCommand } from "./version-command.ts";

// As commander has it.
const pipeWidth = 80;

/** The whole command line. Commands import what is heavy when they run: `plainwire config` must not load a web server. */
export function buildProgram(session: Session): Command {
  const program = new Command("plainwire");
  program
    .description("A self-hosted news engine: it fetches feeds politely, removes loaded words, and serves the result.")
    .version(ownVersion(), "-V, --version", "print the version")
    .showSuggestionAfterError()
    .showHelpAfterError("(add --help for more)")
    .exitOverride()
    .configureOutput(outputOf(session));

  addProcessCommands(program, session);
  addFeedCommand(program, session);
  addRootDomainCommand(program, session);
  addItemCommand(program, session);
  addAnalyseCommand(program, session);
  addEvalCommand(program, session);
  addUserCommand(program, session);
  addSummaryCommand(program, session);
  addQueueCommand(program, session);
  addFetchCommand(program, session);
  addDoctorCommand(program, session);
  addBackupCommands(program, session);
  addMigrateCommand(program, session);
  addConfigCommand(program, session);
  addCompletionCommand(program, session);
  addVersionCommand(program, session);
  addHelpCommand(program, session);
  return program;
}

/** Help and usage errors go where the command's own output goes. */
function outputOf({ io: { out, err, hasColours } }: Session): OutputConfiguration {
  return {
    writeOut: (text) => void out.write(text),
    writeErr: (text) => void err.write(text),
    getOutHelpWidth: () => out.columns ?? pipeWidth,
    getErrHelpWidth: () => err.columns ?? pipeWidth,
    getOutHasColors: () => hasColours,
    getErrHasColors: () => hasColours,
  };
}
