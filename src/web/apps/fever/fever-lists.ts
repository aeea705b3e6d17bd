import { type AppFeed, listAppFeeds, listAppFolders } from "../../../feeds/app-feed-store.ts";
import { asOwner, type Call } from "../app-call.ts";
import { loadIcons } from "../load-icons.ts";
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
  const { feeds, icons } = await asOwner(call, async (tx) => {
    const listed = await listAppFeeds(tx);
    return {
      feeds: listed,
      icons: await call.parts.media.icons.addressesOf(
        tx,
        listed.map(({ feedId }) => feedId),
      ),
    };
  });
  const iconIds = iconIdsOf(feeds, icons);
  return {
    feeds: feeds.map(({ number, feedId, name, url, siteUrl, fetchedAt }) => ({
      id: Number(number),
      favicon_id: iconIds.get(icons.get(feedId) ?? "") ?? 0,
      title: withoutMarkupCharacters(name),
      url,
      site_url: siteUrl,
      is_spark: 0,
      last_updated_on_time: fetchedAt === null ? 0 : Math.floor(fetchedAt.getTime() / 1_000),
    })),
    feeds_groups: groupsOf(feeds),
  };
}

/** "image/png;base64,…", without "data:" in front. Of thousands of feeds, as many as fit into some megabytes. */
export async function answerFavicons(call: Call): Promise<object> {
  const { feeds, icons } = await asOwner(call, async (tx) => {
    const listed = await listAppFeeds(tx);
    return {
      feeds: listed,
      icons: await call.parts.media.icons.addressesOf(
        tx,
        listed.map(({ feedId }) => feedId),
      ),
    };
  });
  const ids = iconIdsOf(feeds, icons);
  const loaded = await loadIcons(call.parts, [...ids.keys()]);
  return { favicons: loaded.map(({ address, data }) => ({ id: ids.get(address), data })) };
}

/** Feeds with the same icon share its id, which is the number of the first of them. */
function iconIdsOf(feeds: readonly AppFeed[], icons: ReadonlyMap<string, string>): Map<string, number> {
  const ids = new Map<string, number>();
  for (const { feedId, number } of feeds) {
    const address = icons.get(feedId);
    if (address !== undefined && !ids.has(address)) ids.set(address, Number(number));
  }
  return ids;
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
