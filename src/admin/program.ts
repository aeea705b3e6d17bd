import { Command } from "commander";
import type { LoadedConfig } from "../load-config.ts";
import { loadConfig, readDotEnv } from "../load-config.ts";
import type { ProcessRole } from "../run-roles.ts";
import { addAnalyseCommand } from "./analyse-command.ts";
import { addBackupCommands } from "./backup-command.ts";
import { addCompletionCommand } from "./completion-command.ts";
import { addConfigCommand } from "./config-command.ts";
import { addDemoCommand } from "./demo-command.ts";
import { addDoctorCommand } from "./doctor-command.ts";
import { addEvalCommand } from "./eval-command.ts";
import { addFeedCommand } from "./feed-command.ts";
import { addFetchCommand } from "./fetch-command.ts";
import { addHelpCommand } from "./help-command.ts";
import { addItemCommand } from "./item-command.ts";
import { addMigrateCommand } from "./migrate-command.ts";
import { ownVersion } from "../own-version.ts";
import { addQueueCommand } from "./queue-command.ts";
import { addRootDomainCommand } from "./root-domain-command.ts";
import { addSummaryCommand } from "./summary-command.ts";
import { addUserCommand } from "./user-command.ts";
import { addVersionCommand } from "./version-command.ts";

/** The whole command line. Commands import what is heavy when they run: `plainwire config` must not load a web server. */
export function buildProgram(): Command {
  const program = new Command("plainwire");
  program
    .description("A self-hosted news engine: it fetches feeds politely, removes loaded words, and serves the result.")
    .version(ownVersion(), "-V, --version", "print the version")
    .showSuggestionAfterError()
    .showHelpAfterError("(add --help for more)")
    .exitOverride();

  addRole(program, "start", ["web", "worker"], "run everything: database, workers and the web server");
  addRole(program, "web", ["web"], "run only the web server");
  addRole(program, "worker", ["worker"], "run only scheduler and workers");
  addDemoCommand(program, settingsOfThisProcess);
  addFeedCommand(program, settingsOfThisProcess);
  addRootDomainCommand(program, settingsOfThisProcess);
  addItemCommand(program, settingsOfThisProcess);
  addAnalyseCommand(program, settingsOfThisProcess);
  addEvalCommand(program);
  addUserCommand(program, settingsOfThisProcess);
  addSummaryCommand(program, settingsOfThisProcess);
  addQueueCommand(program, settingsOfThisProcess);
  addFetchCommand(program, settingsOfThisProcess);
  addDoctorCommand(program, settingsOfThisProcess);
  addBackupCommands(program, settingsOfThisProcess);
  addMigrateCommand(program, settingsOfThisProcess);
  addConfigCommand(program, settingsOfThisProcess);
  addCompletionCommand(program);
  addVersionCommand(program);
  addHelpCommand(program);
  return program;
}

function addRole(program: Command, name: string, roles: ProcessRole[], description: string): void {
  program
    .command(name)
    .description(description)
    .addHelpText("after", `\nExample:\n  plainwire ${name}`)
    .action(async () => {
      const { runRoles } = await import("../run-roles.ts");
      await runRoles(roles, settingsOfThisProcess().config);
    });
}

let hasWarned = false;

/** Commands ask several times and warn once, on standard error: what they print stays what was asked for. */
function settingsOfThisProcess(): LoadedConfig {
  const loaded = loadConfig(process.env, readDotEnv(process.cwd()));
  if (!hasWarned) for (const sentence of loaded.warnings) process.stderr.write(`Warning: ${sentence}\n`);
  hasWarned = true;
  return loaded;
}
