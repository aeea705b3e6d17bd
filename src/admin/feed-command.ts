import type { Command } from "commander";
import { addFeedAddCommand } from "./feed-add-command.ts";
import { addFeedDeleteCommand } from "./feed-delete-command.ts";
import { addFeedDiscoverCommand } from "./feed-discover-command.ts";
import { addFeedExportCommand } from "./feed-export-command.ts";
import { addFeedImportCommand } from "./feed-import-command.ts";
import { addFeedListCommand } from "./feed-list-command.ts";
import { addFeedLogsCommand } from "./feed-logs-command.ts";
import { addFeedRetryCommand } from "./feed-retry-command.ts";
import { addFeedSetCommand } from "./feed-set-command.ts";
import { addFeedShowCommand } from "./feed-show-command.ts";
import { addFeedSwitchCommands } from "./feed-switch-commands.ts";
import { addFeedSyncCommand } from "./feed-sync-command.ts";
import type { Session } from "./io.ts";

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
