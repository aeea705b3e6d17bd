import type pg from "pg";
import { type AppFeed, listAppFeeds } from "../../../feeds/app-feed-store.ts";
import { appAddresses } from "../app-address.ts";
import type { Call } from "../app-call.ts";

/** Everybody is user 1 to themselves: numbers of others are nobody's business. */
export const ownUserId = 1;

/** In Miniflux every feed has a category. This one is that of feeds without a folder; folders have their number and one. */
export const rootCategory = { id: 1, title: "All" };

export function categoryId(folderNumber: string | null): number {
  return folderNumber === null ? rootCategory.id : Number(folderNumber) + 1;
}

export function presentCategory({ id, title }: { id: number; title: string }) {
  return { id, title, user_id: ownUserId, hide_globally: false };
}

export type FeedsView = { feeds: AppFeed[]; present: (feed: AppFeed) => object };

/** The person's feeds, all or `only` those numbers, and how each is shown. */
export async function loadFeeds(
  tx: pg.PoolClient,
  { parts }: Call,
  only: readonly string[] | null = null,
): Promise<FeedsView> {
  const feeds = await listAppFeeds(tx, only);
  const icons = await parts.media.icons.addressesOf(tx, only === null ? null : feeds.map(({ feedId }) => feedId));
  const present = (feed: AppFeed) =>
    presentFeed({ ...feed, ...appAddresses(feed, parts.publicOrigin) }, icons.has(feed.feedId));
  return { feeds, present };
}

const never = "0001-01-01T00:00:00Z";

/** Every key that Miniflux has: NewsFlash refuses a feed without its rules. An icon has the number of its feed. */
function presentFeed(feed: AppFeed, hasIcon: boolean): object {
  const { number, url, siteUrl, name, fetchedAt, fetchError, folderName, folderNumber } = feed;
  return {
    id: Number(number),
    user_id: ownUserId,
    feed_url: url,
    site_url: siteUrl,
    title: name,
    description: "",
    checked_at: fetchedAt?.toISOString() ?? never,
    next_check_at: never,
    etag_header: "",
    last_modified_header: "",
    parsing_error_message: fetchError ?? "",
    parsing_error_count: fetchError === null ? 0 : 1,
    ...ownRules,
    category: presentCategory({ id: categoryId(folderNumber), title: folderName ?? rootCategory.title }),
    icon: hasIcon ? { feed_id: Number(number), icon_id: Number(number), external_icon_id: "" } : null,
  };
}

/** What Miniflux can set for a feed and Plainwire has elsewhere, or not. */
const ownRules = {
  scraper_rules: "",
  rewrite_rules: "",
  urlrewrite_rules: "",
  blocklist_rules: "",
  keeplist_rules: "",
  block_filter_entry_rules: "",
  keep_filter_entry_rules: "",
  crawler: false,
  user_agent: "",
  cookie: "",
  username: "",
  password: "",
  disabled: false,
  no_media_player: false,
  ignore_http_cache: false,
  ignore_entry_updates: false,
  allow_self_signed_certificates: false,
  fetch_via_proxy: false,
  hide_globally: false,
  disable_http2: false,
  proxy_url: "",
  apprise_service_urls: "",
  webhook_url: "",
  ntfy_enabled: false,
  ntfy_priority: 0,
  ntfy_topic: "",
  pushover_enabled: false,
  pushover_priority: 0,
};
