import type { Command } from "commander";
import type { Session } from "../io.ts";
import { addFeedAddCommand } from "./add-command.ts";
import { addFeedDiscoverCommand } from "./fetch-commands.ts";
import { addFeedExportCommand, addFeedImportCommand } from "./import-export.ts";
import { addFeedListCommand } from "./list-command.ts";
import { addFeedLogsCommand } from "./logs-command.ts";
import { addFeedSetCommand } from "./set-commands.ts";
import { addFeedShowCommand } from "./show-command.ts";
import { addFeedDeleteCommand, addFeedSwitchCommands } from "./switch-commands.ts";
import { addFeedRetryCommand, addFeedSyncCommand } from "./sync-commands.ts";

export function addFeedCommand(program: Command, session: Session): void {
  const feed = program.command("feed").description("add, show, change and fetch feeds");
  addFeedAddCommand(feed, session);
  addFeedListCommand(feed, session);
  addFeedShowCommand(feed, session);
  addFeedSwitchCommands(feed, session);
  addFeedSetCommand(feed, session);
  addFeedSyncCommand(feed, session);
  addFeedRetryCommand(feed, session);
  addFeedLogsCommand(feed, session);
  addFeedDiscoverCommand(feed, session);
  addFeedImportCommand(feed, session);
  addFeedExportCommand(feed, session);
  addFeedDeleteCommand(feed, session);
}
