import type { Command } from "commander";
import { changeFeed } from "../feeds/change-feed-store.ts";
import type { FeedSettings } from "../feeds/feed-settings.ts";
import type { NamedFeed } from "../feeds/find-feed-store.ts";
import { readSetting } from "./new-feed-options.ts";
import { feedArgument, pickLiveFeed, pickLiveFeeds } from "./pick-feed.ts";
import { shortId } from "./short-id.ts";
import { dueTime } from "./short-time.ts";
import type { Session } from "./io.ts";
import { withDatabase } from "./with-database.ts";

/** enable, disable, polling: one column each, and none of them touches the schedule (001, C63). */
export function addFeedSwitchCommands(feed: Command, session: Session): void {
  feed
    .command("enable")
    .argument("<feed...>", feedArgument)
    .description("allow a feed to be served and fetched; schedules nothing")
    .addHelpText("after", "\nExample:\n  plainwire feed enable 3f2a9c1e")
    .action(async (names: string[]) => {
      const feeds = await switchFeeds(session, names, { enabled: true });
      session.io.out.write(feeds.map(describeEnabled).join(""));
    });

  feed
    .command("disable")
    .argument("<feed...>", feedArgument)
    .description("stop serving and fetching a feed at once; its schedule is kept")
    .addHelpText("after", "\nExample:\n  plainwire feed disable https://example.org/feed.xml")
    .action(async (names: string[]) => {
      const feeds = await switchFeeds(session, names, { enabled: false });
      session.io.out.write(feeds.map(({ id, url }) => `Disabled ${shortId(id)} ${url}\n`).join(""));
    });

  feed
    .command("polling")
    .argument("<feed>", feedArgument)
    .argument("[on|off]", "without it: the other way round")
    .description("set whether a successful fetch schedules the next one; takes effect with the next success")
    .addHelpText("after", "\nExamples:\n  plainwire feed polling 3f2a9c1e on\n  plainwire feed polling 3f2a9c1e")
    .action(async (name: string, state?: string) => {
      const wanted = state === undefined ? null : readSetting("polling", state);
      const { id, url, polling } = await withDatabase(session, async ({ pool, now }) => {
        const picked = await pickLiveFeed(pool, name);
        const changes: Partial<FeedSettings> = wanted ?? { polling: !picked.polling };
        await changeFeed(pool, picked.id, changes, now());
        return { ...picked, ...changes };
      });
      session.io.out.write(`Polling is ${polling ? "on" : "off"} for ${shortId(id)} ${url}\n`);
    });
}

async function switchFeeds(session: Session, names: string[], changes: Partial<FeedSettings>): Promise<NamedFeed[]> {
  return withDatabase(session, async ({ pool, now }) => {
    const feeds = await pickLiveFeeds(pool, names);
    for (const { id } of feeds) await changeFeed(pool, id, changes, now());
    return feeds;
  });
}

function describeEnabled({ id, url, nextRunAt }: NamedFeed): string {
  const next =
    nextRunAt === null
      ? `not scheduled; to fetch it: plainwire feed sync ${shortId(id)}`
      : `next run ${dueTime(nextRunAt)}; to fetch it now: plainwire feed sync ${shortId(id)}`;
  return `Enabled ${shortId(id)} ${url}: ${next}\n`;
}
