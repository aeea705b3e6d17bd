import { type AppFeed, listAppFeeds, listAppFolders } from "../../../feeds/app-feed-store.ts";
import { appAddresses } from "../app-address.ts";
import { asOwner, type Call } from "../app-call.ts";
import { loadIcons, numberIcons } from "../load-icons.ts";
import { withoutMarkupCharacters } from "../present-app-item.ts";

/** Folders. A feed without one is in no group. */
export async function answerGroups(call: Call): Promise<object> {
  const { feeds, folders } = await asOwner(call, async (tx) => ({
    feeds: await listAppFeeds(tx),
    folders: await listAppFolders(tx),
  }));
  return {
    groups: folders.map(({ number, name }) => ({ id: Number(number), title: withoutMarkupCharacters(name) })),
    feeds_groups: groupsOf(feeds),
  };
}

export async function answerFeeds(call: Call): Promise<object> {
  const { feeds, icons } = await loadFeeds(call);
  return {
    feeds: feeds.map((feed) => ({
      id: Number(feed.number),
      favicon_id: icons.of(feed),
      title: withoutMarkupCharacters(feed.name),
      url: appAddresses(feed, call.parts.publicOrigin).url,
      site_url: appAddresses(feed, call.parts.publicOrigin).siteUrl,
      is_spark: 0,
      last_updated_on_time: feed.fetchedAt === null ? 0 : Math.floor(feed.fetchedAt.getTime() / 1_000),
    })),
    feeds_groups: groupsOf(feeds),
  };
}

/** "image/png;base64,…", without "data:" in front. Of thousands of feeds, as many as fit into some megabytes. */
export async function answerFavicons(call: Call): Promise<object> {
  const { icons } = await loadFeeds(call);
  const loaded = await loadIcons(call.parts, [...icons.all.keys()]);
  return { favicons: loaded.map(({ address, data }) => ({ id: icons.all.get(address), data })) };
}

function loadFeeds(call: Call) {
  return asOwner(call, async (tx) => {
    const feeds = await listAppFeeds(tx);
    return { feeds, icons: await numberIcons(tx, call.parts, feeds) };
  });
}

function groupsOf(feeds: readonly AppFeed[]): { group_id: number; feed_ids: string }[] {
  const groups = Map.groupBy(
    feeds.filter(({ folderNumber }) => folderNumber !== null),
    ({ folderNumber }) => Number(folderNumber),
  );
  return [...groups].map(([id, members]) => ({
    group_id: id,
    feed_ids: members.map(({ number }) => number).join(","),
  }));
}
