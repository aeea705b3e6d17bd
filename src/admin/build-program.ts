import { Command, type OutputConfiguration } from "commander";
import { ownVersion } from "../own-version.ts";
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
import type { Invocation } from "./command-context.ts";
import { addUpdateCheckCommand } from "./update-command.ts";
import { addUserCommand } from "./user-command.ts";

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
