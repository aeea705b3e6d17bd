import { type Command, Option } from "commander";
import { exportAccount } from "../accounts/export-store.ts";
import { findPersonByEmail } from "../accounts/person-store.ts";
import type { Parts } from "../assemble.ts";
import { buildBookmarks } from "../items/build-bookmarks.ts";
import { listBookmarks } from "../items/starred-item-store.ts";
import { Refusal } from "../refusal.ts";
import { type Invocation, withParts, writePieces } from "./command-context.ts";

type Format = "json" | "opml" | "bookmarks";

export function addExportCommand(program: Command, invocation: Invocation): void {
  program
    .command("export")
    .argument("<email>", "whose")
    .description("write everything of a person, their feeds or their starred items to standard output")
    .addOption(
      new Option("--format <format>", "json is everything, opml the feeds, bookmarks the starred items as HTML")
        .choices(["json", "opml", "bookmarks"])
        .default("json"),
    )
    .addHelpText(
      "after",
      "\nExamples:\n  plainwire export me@example.org > me.json" +
        "\n  plainwire export --format bookmarks me@example.org > starred.html",
    )
    .action(async (email: string, { format }: { format: Format }) => {
      const { io } = invocation;
      const stop = io.catchStop();
      await withParts(invocation, async (parts) => writePieces(io, await exportOf(parts, email, format), stop));
      if (stop.aborted && stop.reason !== "EPIPE") throw new Refusal("Stopped: the export is not complete.");
    });
}

async function exportOf(
  { db, clock }: Parts,
  email: string,
  format: Format,
): Promise<AsyncIterable<string> | Iterable<string>> {
  const person = await findPersonByEmail(db.worker, email);
  if (person === null) throw new Refusal(`There is no account ${email}: 'plainwire user list' shows all.`);
  switch (format) {
    case "json":
      return exportAccount({ db: db.web, now: clock.now }, person.id);
    case "opml": {
      const { exportOpml } = await import("../moving/export-opml.ts");
      return [await exportOpml(db.web, { personId: person.id, title: `Feeds of ${person.email}` }, clock.now())];
    }
    case "bookmarks":
      return buildBookmarks(`Starred items of ${person.email}`, listBookmarks(db.web, person.id));
  }
}
