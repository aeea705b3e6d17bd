import type { Command } from "commander";
import { changeFeed, deleteFeed, purgeFeed } from "../../feeds/change-feed-store.ts";
import type { FeedSettings } from "../../feeds/feed-settings.ts";
import type { NamedFeed } from "../../feeds/find-feed-store.ts";
import { Refusal } from "../../refusal.ts";
import { parseSetting } from "../arguments.ts";
import { dueTime, shortId } from "../format.ts";
import { type Context, type Invocation, withDatabase } from "../command-context.ts";
import { feedArgument, pickFeed, pickLiveFeed, pickLiveFeeds } from "./pick-feed.ts";

/** enable, disable, polling: each sets one column, and none of them changes the schedule. */
export function addFeedSwitchCommands(feed: Command, invocation: Invocation): void {
  feed
    .command("enable")
    .argument("<feed...>", feedArgument)
    .description("allow a feed to be served and fetched; schedules nothing")
    .addHelpText("after", "\nExample:\n  plainwire feed enable 3f2a9c1e")
    .action(async (names: string[]) => {
      const { feeds, at } = await switchFeeds(invocation, names, { enabled: true });
      invocation.io.out.write(feeds.map((one) => describeEnabled(one, at)).join(""));
    });

  feed
    .command("disable")
    .argument("<feed...>", feedArgument)
    .description("stop serving and fetching a feed at once; its schedule is kept")
    .addHelpText("after", "\nExample:\n  plainwire feed disable https://example.org/feed.xml")
    .action(async (names: string[]) => {
      const { feeds } = await switchFeeds(invocation, names, { enabled: false });
      invocation.io.out.write(feeds.map(({ id, url }) => `Disabled ${shortId(id)} ${url}\n`).join(""));
    });

  feed
    .command("polling")
    .argument("<feed>", feedArgument)
    .argument("[on|off]", "without it: toggle")
    .description("set whether a successful fetch schedules the next one; takes effect with the next success")
    .addHelpText("after", "\nExamples:\n  plainwire feed polling 3f2a9c1e on\n  plainwire feed polling 3f2a9c1e")
    .action(async (name: string, state?: string) => {
      const wanted = state === undefined ? null : parseSetting("polling", state);
      const { id, url, polling } = await withDatabase(invocation, async ({ pool, now }) => {
        const picked = await pickLiveFeed(pool, name);
        const changes: Partial<FeedSettings> = wanted ?? { polling: !picked.polling };
        await changeFeed(pool, picked.id, changes, now());
        return { ...picked, ...changes };
      });
      invocation.io.out.write(`Polling is ${polling ? "on" : "off"} for ${shortId(id)} ${url}\n`);
    });
}

async function switchFeeds(
  invocation: Invocation,
  names: string[],
  changes: Partial<FeedSettings>,
): Promise<{ feeds: NamedFeed[]; at: Date }> {
  return withDatabase(invocation, async ({ pool, now }) => {
    const feeds = await pickLiveFeeds(pool, names);
    for (const { id } of feeds) await changeFeed(pool, id, changes, now());
    return { feeds, at: now() };
  });
}

function describeEnabled({ id, url, nextRunAt }: NamedFeed, at: Date): string {
  const next =
    nextRunAt === null
      ? `not scheduled; to fetch it: plainwire feed sync ${shortId(id)}`
      : `next run ${dueTime(nextRunAt, at)}; to fetch it now: plainwire feed sync ${shortId(id)}`;
  return `Enabled ${shortId(id)} ${url}: ${next}\n`;
}

export function addFeedDeleteCommand(feed: Command, invocation: Invocation): void {
  feed
    .command("delete")
    .argument("<feed...>", feedArgument)
    .description("delete feeds, also from people's lists; their items are deleted a day later")
    .option("--purge", "remove feed, items and log permanently, at once")
    .addHelpText("after", "\nExamples:\n  plainwire feed delete 3f2a9c1e\n  plainwire feed delete --purge 3f2a9c1e")
    .action(async (names: string[], options: { purge?: boolean }) => {
      const feeds = await withDatabase(invocation, (context) =>
        options.purge ? purge(context, names) : remove(context, names),
      );
      const done = options.purge ? "Purged" : "Deleted";
      invocation.io.out.write(feeds.map(({ id, url }) => `${done} ${shortId(id)} ${url}\n`).join(""));
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
