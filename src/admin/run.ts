import { Command, CommanderError, type OutputConfiguration } from "commander";
import { ownVersion } from "../own-version.ts";
import { Refusal } from "../refusal.ts";
import { addCompletionCommand } from "./completion-command.ts";
import { addConfigCommand } from "./config-command.ts";
import { addBackupCommands, addMigrateCommand } from "./database-commands.ts";
import { addDoctorCommand } from "./doctor/doctor-command.ts";
import { addFeedCommand } from "./feed/feed-command.ts";
import { addFetchCommand } from "./feed/fetch-commands.ts";
import { addRootDomainCommand } from "./feed/set-commands.ts";
import { addHelpCommand, addVersionCommand } from "./help-command.ts";
import { createSession, type Io, type Session } from "./io.ts";
import { addAnalyseCommand, addEvalCommand } from "./items/analyse-commands.ts";
import { addItemCommand } from "./items/item-command.ts";
import { addProcessCommands } from "./process-commands.ts";
import { addQueueCommand } from "./queue-command.ts";
import { addSummaryCommand } from "./summary-command.ts";
import { addUserCommand } from "./user-command.ts";

/** Runs one command line. Returns the exit code: 0 done, 1 failed, 2 wrong usage. */
export async function run(args: string[], io: Io): Promise<number> {
  const session = createSession(io);
  try {
    await buildProgram(session).parseAsync(args, { from: "user" });
    return session.exitCode;
  } catch (error) {
    return report(error, io);
  }
}

/** A refusal is a sentence. Anything else is our own mistake and is printed with its stack. */
function report(error: unknown, { err }: Io): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  if (error instanceof Refusal) {
    err.write(`${error.message}\n`);
    return error.exitCode;
  }
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  err.write(`Unexpected error, please report it:\n${text}\n`);
  return 1;
}

// Commander's own default.
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
