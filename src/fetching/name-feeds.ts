type LinkedFeed = { url: string; title: string | null; linkTitle: string | null };

/** Feeds of one page under names that differ: where titles are the same, with what the link adds to it, or with the path. */
export function nameFeeds(feeds: readonly LinkedFeed[]): { url: string; title: string | null }[] {
  const byTitle = Map.groupBy(feeds, titleOf);
  return feeds.map((feed) => {
    const alike = byTitle.get(titleOf(feed)) ?? [];
    if (alike.length < 2) return { url: feed.url, title: feed.title };
    const added = addedBy(feed);
    const isOwn = added !== "" && alike.every((other) => other === feed || addedBy(other) !== added);
    return { url: feed.url, title: `${titleOf(feed)} (${isOwn ? added : pathOf(feed, alike)})` };
  });
}

function titleOf({ url, title }: LinkedFeed): string {
  return title ?? new URL(url).host;
}

/** "Comments" of the link "My Blog » Comments" to the feed "My Blog". */
function addedBy({ title, linkTitle }: LinkedFeed): string {
  const rest = title === null ? linkTitle : linkTitle?.replace(title, () => "");
  return (rest ?? "").replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "");
}

function pathOf({ url }: LinkedFeed, alike: readonly LinkedFeed[]): string {
  const { host, pathname, search } = new URL(url);
  const isOneHost = alike.every((other) => new URL(other.url).host === host);
  return `${isOneHost ? "" : host}${pathname}${search}`;
}
