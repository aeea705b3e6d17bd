import { Option } from "commander";
import type { Command } from "commander";
import { buildOpml } from "../feeds/build-opml.ts";
import type { ExportedFeed } from "../feeds/export-feeds-store.ts";
import { exportFeeds } from "../feeds/export-feeds-store.ts";
import type { Session } from "./io.ts";
import { withDatabase } from "./with-database.ts";

type Options = { format: "opml" | "json"; all?: boolean };

export function addFeedExportCommand(feed: Command, session: Session): void {
  feed
    .command("export")
    .description("write the published feeds to standard output, in a format that 'feed import' reads")
    .addOption(
      new Option("--format <format>", "opml for other readers, json with every setting")
        .choices(["opml", "json"])
        .default("opml"),
    )
    .option("--all", "also feeds that are not published; an import of OPML would publish them")
    .addHelpText(
      "after",
      "\nExamples:\n  plainwire feed export > feeds.opml\n  plainwire feed export --format json --all > feeds.json",
    )
    .action(async ({ format, all = false }: Options) => {
      const { feeds, now } = await withDatabase(session, async (context) => ({
        feeds: await exportFeeds(context.pool, { all }),
        now: context.now(),
      }));
      session.io.out.write(format === "json" ? toJson(feeds) : toOpml(feeds, now));
      const secret = feeds.filter(({ hasHeaders }) => hasHeaders).length;
      if (secret > 0) session.io.err.write(`${secret} feeds have headers of their own, which are not exported.\n`);
    });
}

function toJson(feeds: ExportedFeed[]): string {
  return `${JSON.stringify({ feeds: feeds.map(({ url, settings }) => ({ url, ...settings })) }, null, 2)}\n`;
}

function toOpml(feeds: ExportedFeed[], now: Date): string {
  const outlines = feeds.map(({ url, settings, title, siteUrl }) => ({
    url,
    siteUrl,
    name: settings.name ?? title ?? url,
  }));
  return buildOpml("Plainwire", outlines, now);
}
