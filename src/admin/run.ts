import { Command, CommanderError, type OutputConfiguration } from "commander";
import { ownVersion } from "../own-version.ts";
import { Refusal } from "../refusal.ts";
import { addBriefCommand } from "./brief-command.ts";
import { addConfigCommand } from "./config-command.ts";
import { addExportCommand } from "./export-command.ts";
import { addImportCommand } from "./import-command.ts";
import { addBackupCommands, addMigrateCommand } from "./database-commands.ts";
import { addDocsCommand } from "./docs-command.ts";
import { addDoctorCommand } from "./doctor/doctor-command.ts";
import { addFeedAddCommand } from "./feed/add-command.ts";
import { addFeedDiscoverCommand, addFetchCommand } from "./feed/fetch-commands.ts";
import { addFeedExportCommand, addFeedImportCommand } from "./feed/import-export.ts";
import { addFeedListCommand } from "./feed/list-command.ts";
import { addFeedSetCommand, addRootDomainCommand } from "./feed/set-commands.ts";
import { addFeedLogsCommand, addFeedShowCommand } from "./feed/show-commands.ts";
import { addFeedDeleteCommand, addFeedSwitchCommands } from "./feed/switch-commands.ts";
import { addFeedRetryCommand, addFeedSyncCommand } from "./feed/sync-commands.ts";
import { addCompletionCommand, addHelpCommand, addVersionCommand } from "./help-commands.ts";
import { addAnalyseCommand, addEvalCommand } from "./items/analyse-commands.ts";
import { addItemCommand } from "./items/item-command.ts";
import { addModelCommand } from "./model-command.ts";
import { addProcessCommands } from "./process-commands.ts";
import { addQueueCommand } from "./queue-command.ts";
import { createInvocation, type Io, type Invocation } from "./command-context.ts";
import { addUpdateCheckCommand } from "./update-command.ts";
import { addUserCommand } from "./user-command.ts";

/** Runs one command line. Returns the exit code: 0 done, 1 failed, 2 wrong usage. */
export async function run(args: string[], io: Io): Promise<number> {
  const invocation = createInvocation(io);
  try {
    await buildProgram(invocation).parseAsync(args, { from: "user" });
    return invocation.exitCode;
  } catch (error) {
    return report(error, io);
  }
}

/** What the machine lacks, by the system's code: nobody needs a stack for that, or should report it to us. */
const machineFaults: Record<string, string> = {
  ENOSPC: "The disk is full. Free some space, or set DATA_DIR to a folder on another disk.",
  EDQUOT: "This user's share of the disk is used up. Free some space, or set DATA_DIR to a folder elsewhere.",
  EROFS: "The disk can only be read. Make it writable, or set DATA_DIR to a folder elsewhere.",
  EACCES: "This user may not read or write there. Change the owner or the mode, or set DATA_DIR to another folder.",
  EMFILE: "No more files can be opened. Raise the limit: ulimit -n 4096, or LimitNOFILE in the unit.",
  ENFILE: "The whole machine can open no more files. Raise fs.file-max, or end what holds them.",
};

/** A refusal is a sentence. Anything else is our own mistake and is printed with its stack. */
function report(error: unknown, { err }: Io): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  if (error instanceof Refusal) {
    err.write(`${error.message}\n`);
    return error.exitCode;
  }
  const fault = error instanceof Error && "code" in error ? machineFaults[String(error.code)] : undefined;
  if (fault !== undefined) {
    err.write(`${fault} (${error instanceof Error ? error.message : ""})\n`);
    return 1;
  }
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  err.write(`Unexpected error, please report it:\n${text}\n`);
  return 1;
}

// Commander's own default.
const pipeWidth = 80;

/** The whole command line. Commands import what is heavy when they run: `plainwire config` must not load a web server. */
export function buildProgram(invocation: Invocation): Command {
  const program = new Command("plainwire");
  program
    .description("A self-hosted news engine: it fetches feeds politely, removes loaded words, and serves the result.")
    .version(ownVersion(), "-V, --version", "print the version")
    .showSuggestionAfterError()
    .showHelpAfterError("(--help lists what there is)")
    .exitOverride()
    .configureOutput(outputOf(invocation));

  addProcessCommands(program, invocation);
  addFeedCommand(program, invocation);
  addRootDomainCommand(program, invocation);
  addItemCommand(program, invocation);
  addAnalyseCommand(program, invocation);
  addEvalCommand(program, invocation);
  addUserCommand(program, invocation);
  addImportCommand(program, invocation);
  addExportCommand(program, invocation);
  addBriefCommand(program, invocation);
  addModelCommand(program, invocation);
  addQueueCommand(program, invocation);
  addFetchCommand(program, invocation);
  addDoctorCommand(program, invocation);
  addBackupCommands(program, invocation);
  addMigrateCommand(program, invocation);
  addUpdateCheckCommand(program, invocation);
  addConfigCommand(program, invocation);
  addDocsCommand(program, invocation);
  addCompletionCommand(program, invocation);
  addVersionCommand(program, invocation);
  addHelpCommand(program, invocation);
  return program;
}

function addFeedCommand(program: Command, invocation: Invocation): void {
  const feed = program.command("feed").description("add, show, change and fetch feeds");
  addFeedAddCommand(feed, invocation);
  addFeedListCommand(feed, invocation);
  addFeedShowCommand(feed, invocation);
  addFeedSwitchCommands(feed, invocation);
  addFeedSetCommand(feed, invocation);
  addFeedSyncCommand(feed, invocation);
  addFeedRetryCommand(feed, invocation);
  addFeedLogsCommand(feed, invocation);
  addFeedDiscoverCommand(feed, invocation);
  addFeedImportCommand(feed, invocation);
  addFeedExportCommand(feed, invocation);
  addFeedDeleteCommand(feed, invocation);
}

/** Help and usage errors go where the command's own output goes. */
function outputOf({ io: { out, err, hasColours } }: Invocation): OutputConfiguration {
  return {
    writeOut: (text) => void out.write(text),
    writeErr: (text) => void err.write(text),
    getOutHelpWidth: () => out.columns ?? pipeWidth,
    getErrHelpWidth: () => err.columns ?? pipeWidth,
    getOutHasColors: () => hasColours,
    getErrHasColors: () => hasColours,
  };
}
