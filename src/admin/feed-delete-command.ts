import type { Command } from "commander";
import { deleteFeed, purgeFeed } from "../feeds/change-feed-store.ts";
import type { NamedFeed } from "../feeds/find-feed-store.ts";
import { Refusal } from "../refusal.ts";
import { feedArgument, pickFeed, pickLiveFeeds } from "./pick-feed.ts";
import { shortId } from "./short-id.ts";
import type { Context } from "./with-database.ts";
import { withDatabase } from "./with-database.ts";
import type { Session } from "./io.ts";

export function addFeedDeleteCommand(feed: Command, session: Session): void {
  feed
    .command("delete")
    .argument("<feed...>", feedArgument)
    .description("delete feeds, also from people's lists; their items are deleted a day later")
    .option("--purge", "remove feed, items and log permanently, at once")
    .addHelpText("after", "\nExamples:\n  plainwire feed delete 3f2a9c1e\n  plainwire feed delete --purge 3f2a9c1e")
    .action(async (names: string[], options: { purge?: boolean }) => {
      const feeds = await withDatabase(session, (context) =>
        options.purge ? purge(context, names) : remove(context, names),
      );
      const done = options.purge ? "Purged" : "Deleted";
      session.io.out.write(feeds.map(({ id, url }) => `${done} ${shortId(id)} ${url}\n`).join(""));
    });
}

async function remove({ pool, now }: Context, names: string[]): Promise<NamedFeed[]> {
  const feeds = await pickLiveFeeds(pool, names);
  for (const { id } of feeds) await deleteFeed(pool, id, now());
  return feeds;
}

async function purge({ pool, now }: Context, names: string[]): Promise<NamedFeed[]> {
  const feeds: NamedFeed[] = [];
  for (const name of names) feeds.push(await pickFeed(pool, name));
  for (const { id, url } of feeds) {
    if (await purgeFeed(pool, id, now())) continue;
    throw new Refusal(`The feed ${url} is deleted, but is being fetched just now: purge it again in a moment.`);
  }
  return feeds;
}
