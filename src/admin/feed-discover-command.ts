import type { Command } from "commander";
import type { Trial } from "../fetching/try-feed.ts";
import { answer } from "./io.ts";
import { formatTable } from "./format-table.ts";
import { plain } from "./plain.ts";
import { addHeaderOption } from "./read-headers.ts";
import { runTrial } from "./run-trial.ts";
import type { Session } from "./io.ts";

type Options = { header?: string[]; json?: boolean };

export function addFeedDiscoverCommand(feed: Command, session: Session): void {
  addHeaderOption(feed.command("discover"), "send this header as well")
    .argument("<url>", "address of a page, or of a feed")
    .description("find the feeds that a page links to; nothing is stored")
    .option("--json", "as JSON")
    .addHelpText("after", "\nExample:\n  plainwire feed discover https://example.org/")
    .action(async (url: string, options: Options) => {
      const trial = await runTrial(session.load().config, url, options.header);
      const found = feedsOf(trial, url);
      answer(session, options, found, (look) =>
        found.length === 0
          ? `No feed found: ${plain(trial.plan.error ?? "the page names none")}\n`
          : formatTable(
              ["FEED", "TITLE"],
              found.map(({ url: address, title }) => [address, title ?? "-"]),
              look,
            ),
      );
      if (found.length === 0) session.exitCode = 1;
    });
}

type Found = { url: string; title: string | null };

function feedsOf({ result, reading }: Trial, asked: string): Found[] {
  const { document, discovered } = reading;
  if (document === null) return (discovered ?? []).map(({ url, title }) => ({ url, title }));
  return [{ url: result.kind === "response" ? result.url : asked, title: document.title }];
}
