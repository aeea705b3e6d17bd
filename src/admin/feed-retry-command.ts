import type { Command } from "commander";
import { listedFeedsMax } from "../feeds/feed-list.ts";
import { listFeeds } from "../feeds/list-feeds-store.ts";
import { Refusal } from "../refusal.ts";
import { answer } from "./io.ts";
import { describeRequested, requestFetches } from "./request-fetches.ts";
import type { Session } from "./io.ts";
import { withDatabase } from "./with-database.ts";

type Options = { errors?: boolean; rootDomain?: string; json?: boolean };

export function addFeedRetryCommand(feed: Command, session: Session): void {
  feed
    .command("retry")
    .description("fetch failed feeds again: 'sync' for every enabled feed whose last fetch was an error")
    .option("--errors", "required: says which feeds")
    .option("--root-domain <domain>", "only those of this root domain")
    .option("--json", "as JSON")
    .addHelpText(
      "after",
      "\nExamples:\n  plainwire feed retry --errors\n  plainwire feed retry --errors --root-domain example.org",
    )
    .action(async ({ errors, rootDomain, json = false }: Options) => {
      if (!errors)
        throw new Refusal("Write --errors to retry all feeds in error, or sync one: plainwire feed sync FEED.", 2);
      const requested = await withDatabase(session, async (context) => {
        const filter = { status: "error", enabled: true, limit: listedFeedsMax } as const;
        const domain = rootDomain === undefined ? {} : { rootDomain: rootDomain.toLowerCase() };
        return requestFetches(context, await listFeeds(context.pool, { ...filter, ...domain }));
      });
      answer(session, { json }, requested, () => requested.map(describeRequested).join("") || "No feed is in error.\n");
    });
}
